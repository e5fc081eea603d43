/** A unit of work that survives a restart. `payload` is plain JSON. */
export interface NewJob {
  kind: string;
  /** Jobs of one queue run one after the other, in order: "thread:<repo id>#<number>". */
  queue: string;
  /** Enqueuing the same key twice is one job; kept for at least 7 days after it is done. */
  key: string;
  payload: unknown;
  /** Not before this time (ms since the epoch); of those that are due, the earliest go first. Default now. */
  run_at?: number;
}

export type JobState = "waiting" | "running" | "done" | "failed";

export interface Job extends Omit<NewJob, "run_at"> {
  id: string;
  state: JobState;
  run_at: number;
  /** 1 at the first try. One that was cut off by the end of its process does not count. */
  attempt: number;
  /** How often its process ended while it was at work. */
  cut_offs: number;
  /** It seems to be what ends processes: to be told of, better not tried. Set aside if its process ends once more. */
  is_suspect: boolean;
  last_error: string | null;
  created_at: number;
  updated_at: number;
}

export interface WorkOptions {
  /** Jobs at once, over different queues. Default 2. */
  concurrency?: number;
  /**
   * Tries before a job is set aside as failed, and processes that may end with it alone at work. Default
   * `DEFAULT_MAX_ATTEMPTS`; the same in all processes of one store.
   */
  max_attempts?: number;
}

/** With the queue's pauses about twenty minutes. */
export const DEFAULT_MAX_ATTEMPTS = 6;

/** How long the key of a job that is done stays known: a delivery may come again for days. */
export const KEEP_DONE_MS = 7 * 24 * 60 * 60 * 1000;

export interface JobWorker {
  /** Looks for jobs at once: somebody said that there are some. Without it they are found within a second or two. */
  wake(): void;
  /** Stops taking jobs, waits up to `graceMs` for those at work; the rest go back to waiting. */
  stop(graceMs: number): Promise<void>;
}

/** Port: durable jobs. Throws MnemeError("storage" | "unavailable"). */
export interface JobQueue {
  /** Durable once this resolves. */
  enqueue(job: NewJob): Promise<"enqueued" | "duplicate">;
  /**
   * A handler that throws a retryable MnemeError is tried again with back-off; any other error sets the job aside.
   * "rate_limited" is no try: the job waits as long as the error says, others of other queues go on. What a process that
   * died was at work on is worked again: at once the first time, then after growing pauses.
   */
  work(handler: (job: Job, signal: AbortSignal) => Promise<void>, options?: WorkOptions): JobWorker;
  /** Processes that work on these jobs now, on any machine; one that just died may still be counted. */
  workers(): Promise<number>;
  list(filter?: { states?: JobState[]; queue?: string; limit?: number }): Promise<Job[]>;
  /** Puts a failed job back to waiting. */
  retry(id: string): Promise<boolean>;
  /** A failed or waiting job is not worked any more, and its key stays known: done, with "dropped" as its last error. */
  drop(id: string): Promise<boolean>;
  /** Resolves when nothing waits or runs: for tests and for draining. */
  idle(): Promise<void>;
  close(): Promise<void>;
}
