import type { RunHistory } from "../memory/log/episode-log.js";
import type { Scope } from "../memory/scope.js";
import { RunRecord } from "../run-record.js";
import { groupBy } from "../util/group-by.js";

/** For each thread; older ones teach nothing new. */
const MOST_RUNS = 200;

/** The runs that answered in a thread, oldest first. */
export async function finishedRuns(
  log: Pick<RunHistory, "runs">,
  scope: Scope,
  thread: string,
): Promise<RunRecord[]> {
  return (await finishedRunsOf(log, scope, [thread])).get(thread) ?? [];
}

/** The same of many threads, by thread; one that had none is not in it. */
export async function finishedRunsOf(
  log: Pick<RunHistory, "runs">,
  scope: Scope,
  threads: readonly string[],
): Promise<Map<string, RunRecord[]>> {
  const records = await log.runs({ scope, threads, limit: MOST_RUNS * threads.length });
  const finished = records
    .flatMap((record) => RunRecord.safeParse(record).data ?? [])
    .filter(({ finished_at }) => finished_at !== null)
    .sort((a, b) => Date.parse(a.started_at) - Date.parse(b.started_at) || (a.run_id < b.run_id ? -1 : 1));
  return groupBy(finished, ({ thread }) => thread);
}
