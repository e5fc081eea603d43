import { isMnemeError, type MnemeError, messageOf } from "../../errors.js";
import { backOffMs } from "../back-off.js";
import type { Job, JobWorker } from "../queue.js";
import { type Statements, toJob } from "./statements.js";

/** How often jobs of another process, which cannot wake this one, are looked for. */
const POLL_MS = 500;

export interface SqliteWorkerOptions {
  statements: Statements;
  identity: string;
  concurrency: number;
  maxAttempts: number;
  now: () => number;
  random: () => number;
  firstPauseMs: number | undefined;
  onStop: () => void;
  /** Told of a store that fails between jobs; the worker goes on looking. */
  onError: (error: unknown) => void;
}

/** Takes due jobs, at most one of each queue, and settles each by how its handler ended. */
export class SqliteJobWorker implements JobWorker {
  readonly #handler: (job: Job, signal: AbortSignal) => Promise<void>;
  readonly #options: SqliteWorkerOptions;
  /** By job id. */
  readonly #atWork = new Map<string, Promise<void>>();
  readonly #abort = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #looksAt = Number.POSITIVE_INFINITY;
  #isStopped = false;

  constructor(handler: (job: Job, signal: AbortSignal) => Promise<void>, options: SqliteWorkerOptions) {
    this.#handler = handler;
    this.#options = options;
  }

  /** Looks for work soon; many calls at once are one look. */
  wake(afterMs = 0): void {
    const at = performance.now() + afterMs;
    if (this.#isStopped || at >= this.#looksAt) return;
    clearTimeout(this.#timer);
    this.#looksAt = at;
    this.#timer = setTimeout(() => this.#look(), afterMs);
  }

  async stop(graceMs: number): Promise<void> {
    if (this.#isStopped) return;
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#settled(graceMs);
    this.#abort.abort();
    // A moment for handlers that end at once when they are told to.
    await this.#settled(Math.min(graceMs, 1_000));
    for (const id of this.#atWork.keys()) this.#release(id);
    this.#options.onStop();
  }

  async #settled(atMostMs: number): Promise<void> {
    if (this.#atWork.size === 0) return;
    const limit = new Promise((resolve) => setTimeout(resolve, atMostMs).unref());
    await Promise.race([Promise.allSettled(this.#atWork.values()), limit]);
  }

  #look(): void {
    this.#looksAt = Number.POSITIVE_INFINITY;
    try {
      this.#take();
    } catch (error) {
      this.#options.onError(error);
      this.wake(POLL_MS);
    }
  }

  #take(): void {
    const { statements, identity, concurrency, maxAttempts, now } = this.#options;
    // A claim takes the write lock, which others wait for: only where something is due.
    while (this.#atWork.size < concurrency && (statements.nextDue.get() ?? Infinity) <= now()) {
      const row = statements.claim.get(identity, now(), now());
      if (row === undefined) break;
      const job = toJob(row, maxAttempts);
      const work = this.#work(job).finally(() => {
        this.#atWork.delete(job.id);
        this.wake();
      });
      this.#atWork.set(job.id, work);
    }
    const due = (statements.nextDue.get() ?? Number.POSITIVE_INFINITY) - now();
    this.wake(due > 0 ? Math.min(due, POLL_MS) : POLL_MS);
  }

  async #work(job: Job): Promise<void> {
    try {
      await this.#handler(job, this.#abort.signal);
    } catch (error) {
      if (this.#abort.signal.aborted) {
        this.#release(job.id);
        return;
      }
      if (isMnemeError(error, "rate_limited")) {
        this.#giveBack(job, error);
        return;
      }
      const isRetried = isMnemeError(error) && error.retryable && job.attempt < this.#options.maxAttempts;
      const pause = isRetried ? this.#pauseMs(job, error.retryAfterMs) : 0;
      this.#settle(job, isRetried ? "waiting" : "failed", messageOf(error), pause);
      return;
    }
    this.#settle(job, "done", null);
  }

  /** Told to end: it goes back to waiting, and the try does not count. */
  #release(id: string): void {
    const { statements, now, identity } = this.#options;
    this.#write(() => statements.release.run(now(), Number(id), identity));
  }

  /** A limit says when to come back, and always ends: nothing was wrong with the job. */
  #giveBack(job: Job, error: MnemeError): void {
    const { statements, now, identity } = this.#options;
    const runAt = now() + this.#pauseMs(job, error.retryAfterMs);
    this.#write(() => statements.giveBack.run(runAt, messageOf(error), now(), Number(job.id), identity));
  }

  #pauseMs(job: Job, atLeastMs: number | undefined): number {
    const { random, firstPauseMs: firstMs } = this.#options;
    return backOffMs(job.attempt, { random: random(), firstMs, atLeastMs });
  }

  #settle(job: Job, state: "done" | "waiting" | "failed", error: string | null, pauseMs = 0): void {
    const { statements, identity, now } = this.#options;
    this.#write(() => statements.finish.run(state, now() + pauseMs, error, now(), Number(job.id), identity));
  }

  /** Where the store fails, the job stays with this process, and is taken back and worked again after its end. */
  #write(change: () => unknown): void {
    try {
      change();
    } catch (failure) {
      this.#options.onError(failure);
    }
  }
}
