import type { RunHistory } from "../memory/log/episode-log.js";
import type { Scope } from "../memory/scope.js";
import { RunRecord } from "../run-record.js";

/** Of one thread; older ones teach nothing new. */
const MOST_RUNS = 200;

/** The runs that answered in a thread, oldest first. */
export async function finishedRuns(
  log: Pick<RunHistory, "runs">,
  scope: Scope,
  thread: string,
): Promise<RunRecord[]> {
  const records = await log.runs({ scope, thread, limit: MOST_RUNS });
  return records
    .flatMap((record) => RunRecord.safeParse(record).data ?? [])
    .filter(({ finished_at }) => finished_at !== null)
    .sort((a, b) => Date.parse(a.started_at) - Date.parse(b.started_at) || (a.run_id < b.run_id ? -1 : 1));
}
