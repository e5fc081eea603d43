import type { Job, JobQueue } from "../jobs/queue.js";
import { type Notice, queueOfNotice } from "./notices.js";

/** GitHub's answers may lag behind its events. */
export const LAG_MS = 60_000;

/** What was at work when a place went may still write there: longer than that. */
export const AT_WORK_MS = 60 * 60 * 1000;

export interface LookAgainDeps {
  queue: Pick<JobQueue, "enqueue">;
  now: () => Date;
}

/** Has GitHub asked once more about what a notice tells, `wait` milliseconds from now; the second time settles it. */
export async function lookAgain(
  notice: Extract<Notice, { again: boolean }>,
  { job, wait }: { job: Pick<Job, "key">; wait: number },
  { queue, now }: LookAgainDeps,
): Promise<void> {
  if (notice.again || wait === 0) return;
  await queue.enqueue({
    kind: "notice",
    queue: queueOfNotice(notice),
    key: `${job.key}+again`,
    payload: { ...notice, again: true },
    run_at: now().getTime() + wait,
  });
}
