import type { Chain } from "../chain/chain.js";
import type { Episode } from "../memory/episode.js";
import type { EpisodeLog } from "../memory/log/episode-log.js";
import type { RecallResult, Recalled } from "../recall/recalled.js";
import type { RunRecord } from "../run-record.js";

/** Who appends what a run does. */
const MNEME = "mneme";

/** The thread's own episodes: rebuilt from the thread each time, so writing them again adds nothing. */
export async function memoriseChain(log: EpisodeLog, chain: Chain): Promise<void> {
  if (chain.episodes.length > 0) await log.append(chain.episodes);
}

/** Being shown changes no confidence; it is counted, so that the share that helps can be told. */
export async function memoriseExposure(
  log: EpisodeLog,
  run: RunRecord,
  shown: RecallResult,
  at: Date,
): Promise<void> {
  for (const memory of shown.recalled) await count(log, run, memory, "exposed", at);
}

/** One step, and the memories that it followed: adopted, and linked to where they were applied. */
export async function memoriseStep(
  log: EpisodeLog,
  run: RunRecord,
  episode: Episode,
  cites: readonly string[],
  at: Date,
): Promise<void> {
  await log.append([episode]);
  for (const memory of run.recall.recalled.filter((recalled) => cites.includes(recalled.label))) {
    await count(log, run, memory, "adopted", at);
    await log.addFact(
      memory.episode.scope,
      { kind: "link", episode: memory.episode.id, link: { type: "applied_in", to: episode.id } },
      { by: MNEME, at: at.toISOString(), why: `cited by run ${run.run_id}` },
    );
  }
}

async function count(
  log: EpisodeLog,
  run: RunRecord,
  memory: Recalled,
  counter: "exposed" | "adopted",
  at: Date,
): Promise<void> {
  await log.addFact(
    memory.episode.scope,
    { kind: "counter", episode: memory.episode.id, counter, run: run.run_id },
    { by: MNEME, at: at.toISOString(), why: `${counter} in run ${run.run_id}` },
  );
}
