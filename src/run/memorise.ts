import type { Episode } from "../memory/episode.js";
import type { Batches, EpisodeFact, EpisodeLog, FactChange } from "../memory/log/episode-log.js";
import { MNEME } from "../memory/wanted-facts.js";
import { adoptionFacts, exposureFacts } from "../memory/outcomes.js";
import { episodesOf, type RecallResult } from "../recall/recalled.js";
import type { RunRecord } from "../run-record.js";

/** Being shown changes no confidence; it is counted, so that the share that helps can be told. */
export async function memoriseExposure(
  log: Pick<EpisodeLog, "get" | "changeFacts">,
  run: RunRecord,
  shown: Pick<RecallResult, "recalled">,
  at: Date,
): Promise<void> {
  const memories = await stillThere(log, run, shown.recalled.flatMap(episodesOf));
  const facts = exposureFacts(memories, run.run_id);
  const attribution = { by: MNEME, at: at.toISOString(), why: `shown in run ${run.run_id}` };
  await log.changeFacts(
    run.scope,
    facts.map((add) => ({ add, attribution })),
  );
}

/**
 * One step and all that it changes, whole or not at all: its episode; the memories that it followed, adopted, and
 * linked to where they were applied; and the run, which has the step already.
 */
export async function memoriseStep(
  log: Batches,
  run: RunRecord,
  episode: Episode,
  cites: readonly string[],
  at: Date,
): Promise<void> {
  await log.together(async (joined) => {
    await joined.append([episode]);
    await joined.changeFacts(run.scope, await adoptions(joined, run, episode, cites, at));
    await joined.saveRun(run.scope, run.run_id, run);
  });
}

async function adoptions(
  log: Pick<EpisodeLog, "get">,
  run: RunRecord,
  episode: Episode,
  cites: readonly string[],
  at: Date,
): Promise<FactChange[]> {
  const shown = run.recall.recalled.filter(({ label }) => cites.includes(label));
  const cited = await stillThere(log, run, shown.flatMap(episodesOf));
  const attribution = { by: MNEME, at: at.toISOString(), why: `cited by run ${run.run_id}` };
  const facts: EpisodeFact[] = [
    ...adoptionFacts(cited, run.run_id),
    ...cited.map(({ id }): EpisodeFact => ({
      kind: "link",
      episode: id,
      link: { type: "applied_in", to: episode.id },
    })),
  ];
  return facts.map((add) => ({ add, attribution }));
}

/** What was erased since it was shown is counted no more. */
async function stillThere(
  log: Pick<EpisodeLog, "get">,
  run: RunRecord,
  shown: readonly Episode[],
): Promise<Episode[]> {
  if (shown.length === 0) return [];
  const reader = { scope: run.scope, share: "organization" as const };
  return await log.get(
    reader,
    shown.map(({ id }) => id),
  );
}
