import { errorFields, type Log } from "../log.js";
import type { Job, JobQueue, NewJob } from "../jobs/queue.js";

/** Something to be done now and then, by one worker at a time over all processes and machines. */
export interface PeriodicTask {
  /** Names the task for good, in kebab-case: "reaction-sweep". */
  name: string;
  /** Pause between two runs; the first is due when a worker starts, unless another one has done it in this span. */
  everyMs: number;
  /** Also at each start of a worker, once for those that start within a minute. Default false. */
  atStart?: boolean;
  /** An error is logged, and the task comes again at its next time. `signal` is aborted when the worker stops. */
  run(signal: AbortSignal): Promise<void>;
}

export const PERIODIC_KIND = "periodic";

const START_SPAN_MS = 60_000;

export interface Periodic {
  handle(job: Job, signal: AbortSignal): Promise<void>;
  stop(): void;
}

/**
 * Makes each due time of a task a job: the queue keeps it serial, and its key (the task and the span of time) makes it
 * one job however many workers think of it.
 */
export function startPeriodic(
  tasks: readonly PeriodicTask[],
  { queue, log, now = Date.now }: { queue: Pick<JobQueue, "enqueue">; log: Log; now?: () => number },
): Periodic {
  const enqueue = (task: PeriodicTask, key: string): void => {
    const job: NewJob = {
      kind: PERIODIC_KIND,
      queue: `periodic:${task.name}`,
      key,
      payload: { name: task.name },
      // Before all that waits: behind a long line its time would have passed when its turn comes.
      run_at: 0,
    };
    queue
      .enqueue(job)
      .catch((error: unknown) => log.warn({ task: task.name, ...errorFields(error) }, "task not enqueued"));
  };
  const spanOf = (task: PeriodicTask): string => `periodic:${task.name}:${Math.floor(now() / task.everyMs)}`;
  const timers = tasks.map((task) => {
    const startSpan = `periodic:${task.name}:start:${Math.floor(now() / START_SPAN_MS)}`;
    enqueue(task, task.atStart === true ? startSpan : spanOf(task));
    return setInterval(() => enqueue(task, spanOf(task)), task.everyMs).unref();
  });
  return {
    async handle(job, signal) {
      const task = tasks.find(({ name }) => job.queue === `periodic:${name}`);
      // A time that has long passed is not made up for: the next one has come.
      if (task === undefined || now() - job.created_at > task.everyMs) return;
      try {
        await task.run(signal);
      } catch (error) {
        if (signal.aborted) throw error;
        log.error({ task: task.name, ...errorFields(error) }, "task failed");
      }
    },
    stop: () => timers.forEach((timer) => clearInterval(timer)),
  };
}
