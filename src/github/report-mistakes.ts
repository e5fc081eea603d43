import { v5 as uuidv5 } from "uuid";
import { isMnemeError, messageOf } from "../errors.js";
import type { Log } from "../log.js";
import type { EpisodeLog } from "../memory/log/episode-log.js";
import { codeSpan, sanitizeLine } from "../reply/sanitize.js";
import type { Trigger } from "../thread/trigger.js";
import { frameAnswer } from "./commands/answer-frame.js";
import type { FaultyFile } from "./config-reader.js";
import type { ReplyPublisher } from "./publish.js";

const REPORT_NAMESPACE = "c7a0b9de-6d7d-4d6a-9a3b-0a7a2c5e9b44";

interface ReportDeps {
  memory: Pick<EpisodeLog, "run" | "saveRun">;
  replies: ReplyPublisher;
  log: Log;
  now: () => Date;
}

/**
 * Tells the mistakes of configuration files: each version of a file once in a repository, in the issue where mneme is
 * asked next, and in the server's log. The text of another repository's file stays out of the comment.
 */
export async function reportMistakes(
  trigger: Trigger,
  faulty: readonly FaultyFile[],
  deps: ReportDeps,
): Promise<void> {
  for (const file of faulty) {
    const id = uuidv5(`${trigger.scope.repository} ${file.version}`, REPORT_NAMESPACE);
    if ((await deps.memory.run(trigger.scope, id)) !== null) continue;
    const { repo, path, mistakes } = file;
    deps.log.warn({ repo, path, mistakes }, "configuration has mistakes");
    await post(trigger, id, file, deps);
    await deps.memory.saveRun(trigger.scope, id, { reported: path, at: deps.now().toISOString() });
  }
}

/** What cannot be posted is in the log; the work that was asked for goes on. */
async function post(trigger: Trigger, id: string, file: FaultyFile, deps: ReportDeps): Promise<void> {
  try {
    await deps.replies.final(trigger, id, frameAnswer(id, renderMistakes(file, trigger.repo)));
  } catch (error) {
    if (isMnemeError(error) && error.retryable) throw error;
    deps.log.warn({ repo: file.repo, reason: messageOf(error) }, "mistakes could not be posted");
  }
}

function renderMistakes({ repo, path, mistakes }: FaultyFile, here: string): string {
  const count = mistakes.length === 1 ? "a mistake" : `${mistakes.length} mistakes`;
  const isUseless = mistakes.some(({ key }) => key === "");
  const rest = isUseless ? "until it is corrected, the defaults hold" : "all else in it counts";
  if (repo.toLowerCase() !== here.toLowerCase())
    return (
      `The configuration that this repository builds on, ${codeSpan(path)} in ${codeSpan(repo)}, has ${count}. ` +
      `\`mneme config check\` tells what to correct; ${rest}. I say this once.`
    );
  const rows = mistakes.map(({ line, key, problem, remedy }) => {
    const where = key === "" ? "" : `${codeSpan(key)}: `;
    return `- line ${line}: ${where}${sanitizeLine(problem)}; ${sanitizeLine(remedy)}`;
  });
  return `${codeSpan(path)} has ${count}; ${rest}. I say this once.\n\n${rows.join("\n")}`;
}
