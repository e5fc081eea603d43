import { messageOf } from "../errors.js";
import type { JobQueue } from "../jobs/queue.js";
import type { Log } from "../log.js";

/** Workers come and go seldom, and GitHub counts by the minute. */
const LOOK_MS = 15_000;

export interface WorkerCount {
  /** Processes that share what one sender may do; at least 1. As it was when last looked at. */
  readonly count: number;
  stop(): void;
}

/** Keeps an eye on how many workers there are, on any machine. */
export function followWorkerCount(
  queue: Pick<JobQueue, "workers">,
  { atFirst, log }: { atFirst: number; log: Pick<Log, "warn"> },
): WorkerCount {
  let count = Math.max(atFirst, 1);
  const look = (): void => {
    queue.workers().then(
      (workers) => void (count = Math.max(workers, 1)),
      (error: unknown) => log.warn({ reason: messageOf(error) }, "workers not counted"),
    );
  };
  const timer = setInterval(look, LOOK_MS).unref();
  return {
    get count() {
      return count;
    },
    stop: () => clearInterval(timer),
  };
}
