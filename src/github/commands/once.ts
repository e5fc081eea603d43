import { v5 as uuidv5 } from "uuid";
import { z } from "zod";
import type { Batches, EpisodeLog } from "../../memory/log/episode-log.js";
import type { Trigger } from "../../thread/trigger.js";

const ANSWER_NAMESPACE = "4c3b8d5e-0f6a-4e0b-9a52-6b7f1d2c8e19";

const Kept = z.object({ answer: z.string() });

/** What a command was answered that is done already: its process may have died before it could say so. */
export async function keptAnswer(log: Pick<EpisodeLog, "run">, trigger: Trigger): Promise<string | null> {
  const kept = Kept.safeParse(await log.run(trigger.scope, idOf(trigger)));
  return kept.success ? kept.data.answer : null;
}

/** Changes memory and keeps the answer, both or neither, so that a command whose job is worked again is not done again. */
export async function changeOnce(
  log: Batches,
  trigger: Trigger,
  change: (log: EpisodeLog) => Promise<string>,
): Promise<string> {
  return await log.together(async (joined) => {
    const answer = await change(joined);
    await joined.saveRun(trigger.scope, idOf(trigger), { answer });
    return answer;
  });
}

function idOf({ scope, id }: Trigger): string {
  return uuidv5(`${scope.repository} ${id}`, ANSWER_NAMESPACE);
}
