import type { EpisodeLog } from "../../memory/log/episode-log.js";
import { readRunMarker } from "../../reply/marker.js";
import type { Recalled } from "../../recall/recalled.js";
import { RunRecord } from "../../run-record.js";
import { type Thread, threadKey } from "../../thread/thread.js";
import type { Scope } from "../../memory/scope.js";

/**
 * The newest run that answered in a thread: its reply names it. A marker that somebody copied from elsewhere finds
 * nothing, as only runs of this repository and thread count.
 */
export async function findLastRun(
  log: Pick<EpisodeLog, "run">,
  scope: Scope,
  thread: Thread,
): Promise<RunRecord | null> {
  for (const { author_role, body } of thread.comments.toReversed()) {
    const id = author_role === "bot" ? readRunMarker(body) : null;
    if (id === null) continue;
    const run = RunRecord.safeParse(await log.run(scope, id));
    if (run.success && run.data.thread === threadKey(thread)) return run.data;
  }
  return null;
}

/** "M3 because …" → the memory that the run showed under that label, and the words behind it. */
export function findMemory(run: RunRecord | null, text: string): { memory: Recalled | null; rest: string } {
  const [, label = "", rest = ""] = /^(M\d{1,3})\b([\s\S]*)$/i.exec(text.trim()) ?? [];
  const memory = run?.recall.recalled.find((recalled) => recalled.label === label.toUpperCase()) ?? null;
  return { memory, rest: rest.replace(/^[\s,:]+/, "") };
}
