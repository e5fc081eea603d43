import type { Job, JobQueue } from "../../jobs/queue.js";
import type { Log } from "../../log.js";
import type { Notice } from "../notices.js";
import { backfill, type BackfillDeps } from "./backfill.js";
import type { IssueSource } from "./issue-source.js";

export type Arrival = Extract<Notice, { kind: "repository" }>;

/** Pages a job: others of the worker get their turn in between. */
const PAGES_A_JOB = 10;

export interface ArrivalDeps extends Omit<BackfillDeps, "source"> {
  sourceOf: (arrival: Arrival) => Promise<IssueSource>;
  queue: Pick<JobQueue, "enqueue">;
  share: number;
  log: Pick<Log, "info">;
}

/**
 * What happened in a repository before the app came there becomes memory, a few pages a job: each job enqueues the one
 * that goes on, not before GitHub's limit allows it.
 */
export function createArrivalHandler(
  deps: ArrivalDeps,
): (arrival: Arrival, job: Pick<Job, "key">, signal: AbortSignal) => Promise<void> {
  return async (arrival, job, signal) => {
    const source = await deps.sourceOf(arrival);
    const { done, wait_ms, state } = await backfill(
      { ...deps, source },
      { share: deps.share, pages: PAGES_A_JOB, signal },
    );
    deps.log.info({ scope: arrival.scope, done, issues: state.issues, total: state.total }, "backfill");
    if (done) return;
    const [delivery = job.key] = job.key.split("@");
    await deps.queue.enqueue({
      kind: "notice",
      queue: `repository:${arrival.scope.repository}`,
      key: `${delivery}@${state.after ?? "start"}`,
      payload: arrival,
      run_at: deps.now() + wait_ms,
    });
  };
}
