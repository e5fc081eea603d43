import type Database from "better-sqlite3";
import { MnemeError, messageOf } from "../../errors.js";
import { SqliteDatabase } from "../../sqlite/driver.js";
import { sqliteCodeOf } from "../../util/sqlite-code.js";
import {
  DEFAULT_MAX_ATTEMPTS,
  type Job,
  type JobQueue,
  type JobState,
  type JobWorker,
  KEEP_DONE_MS,
  type NewJob,
  type WorkOptions,
} from "../queue.js";
import { judgeCutOffs, tellCutOffs } from "../cut-off.js";
import { GroupCommit } from "./group-commit.js";
import { isGone, identityOf } from "../process-identity.js";
import { prepareTables } from "./schema.js";
import { prepareStatements, type Statements, toJob } from "./statements.js";
import { SqliteJobWorker } from "./sqlite-job-worker.js";

const BUSY_MS = 2_000;
const CHECKPOINT_PAGES = 1_000;
const IDLE_CHECKPOINT_PAGES = 20_000;
const BEAT_MS = 5_000;
/** A worker of another machine that says nothing for so long is taken for dead. */
const SILENT_MS = 60_000;

export interface SqliteQueueOptions {
  /** Milliseconds since the epoch; replaced in tests. */
  now?: () => number;
  /** In [0, 1); replaced in tests. */
  random?: () => number;
  /** Milliseconds until a first retry. Default 2,000. */
  firstPauseMs?: number;
  /** How long another process that writes is waited for, the event loop with it. Default 2,000. */
  busyTimeoutMs?: number;
  /** Largest size of the file. Default: the disk's. */
  maxBytes?: number;
  /** Told of new jobs once they are durable, to wake workers of other processes. */
  onNewJobs?: () => void;
  /** Told of a store that fails between calls. Default: nobody is told, and it is tried again. */
  onError?: (error: MnemeError) => void;
}

/**
 * Jobs in one SQLite file. Several processes of one machine may share it; what a killed one held goes back to waiting
 * at the next start, or within seconds where another one runs.
 */
export class SqliteJobQueue implements JobQueue {
  readonly #database: Database.Database;
  readonly #statements: Statements;
  readonly #identity = identityOf(process.pid);
  readonly #now: () => number;
  readonly #random: () => number;
  readonly #firstPauseMs: number | undefined;
  readonly #workers = new Set<SqliteJobWorker>();
  readonly #beat: NodeJS.Timeout;
  readonly #onError: (error: unknown) => void;
  readonly #arrivals: GroupCommit<NewJob, "enqueued" | "duplicate">;
  #maxAttempts = DEFAULT_MAX_ATTEMPTS;

  private constructor(database: Database.Database, options: SqliteQueueOptions) {
    this.#database = database;
    this.#statements = prepareStatements(database);
    this.#now = options.now ?? Date.now;
    this.#random = options.random ?? Math.random;
    this.#firstPauseMs = options.firstPauseMs;
    this.#onError = (error) => options.onError?.(toStorageError(error, "keep the job file"));
    this.#arrivals = new GroupCommit({
      transact: (work) => database.transaction(work).immediate(),
      write: (job) => this.#insert(job),
      onCommit: (results) => {
        if (!results.includes("enqueued")) return;
        for (const worker of this.#workers) worker.wake();
        // After those who waited for the commit: an answer goes out first.
        if (options.onNewJobs !== undefined) setImmediate(options.onNewJobs);
      },
    });
    this.#beat = setInterval(() => this.#tendSafely(), BEAT_MS).unref();
  }

  /** `file`: made where it is missing; ":memory:" for a queue that ends with the process. */
  static open(file: string, options: SqliteQueueOptions = {}): SqliteJobQueue {
    try {
      const database = new SqliteDatabase(file, { timeout: options.busyTimeoutMs ?? BUSY_MS });
      database.pragma("journal_mode = WAL");
      database.pragma("synchronous = NORMAL");
      // Checkpoints wait for the disk. Who works does them; who only enqueues, and is waited for, where nobody works.
      database.pragma(`wal_autocheckpoint = ${IDLE_CHECKPOINT_PAGES}`);
      prepareTables(database);
      if (options.maxBytes !== undefined) limitSize(database, options.maxBytes);
      const queue = new SqliteJobQueue(database, options);
      queue.#tend();
      return queue;
    } catch (error) {
      throw toStorageError(error, `open the job file ${file}`);
    }
  }

  async enqueue(job: NewJob): Promise<"enqueued" | "duplicate"> {
    try {
      return await this.#arrivals.add(job);
    } catch (error) {
      throw toStorageError(error, "enqueue a job");
    }
  }

  #insert(job: NewJob): "enqueued" | "duplicate" {
    const now = this.#now();
    const runAt = job.run_at ?? now;
    const payload = JSON.stringify(job.payload);
    const { insert, reviveFailed } = this.#statements;
    const added = insert.run(job.kind, job.queue, job.key, payload, runAt, now, now).changes;
    const revived = added === 0 ? reviveFailed.run(runAt, now, job.key).changes : 0;
    return added + revived === 0 ? "duplicate" : "enqueued";
  }

  work(handler: (job: Job, signal: AbortSignal) => Promise<void>, options: WorkOptions = {}): JobWorker {
    this.#database.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
    this.#maxAttempts = options.max_attempts ?? DEFAULT_MAX_ATTEMPTS;
    const worker = new SqliteJobWorker(handler, {
      statements: this.#statements,
      identity: this.#identity,
      concurrency: options.concurrency ?? 2,
      maxAttempts: this.#maxAttempts,
      now: this.#now,
      random: this.#random,
      firstPauseMs: this.#firstPauseMs,
      onStop: () => this.#workers.delete(worker),
      onError: this.#onError,
    });
    this.#workers.add(worker);
    this.#tendSafely();
    return worker;
  }

  workers(): Promise<number> {
    return this.#settle("count the workers of", () => this.#statements.working.get() ?? 0);
  }

  list(filter: { states?: JobState[]; queue?: string; limit?: number } = {}): Promise<Job[]> {
    return this.#settle("list", () => {
      const states = filter.states === undefined ? null : JSON.stringify(filter.states);
      const { queue = null, limit = 100 } = filter;
      return this.#statements.list.all({ states, queue, limit }).map((row) => toJob(row, this.#maxAttempts));
    });
  }

  retry(id: string): Promise<boolean> {
    return this.#settle("retry", () => {
      const now = this.#now();
      const isRetried = this.#statements.retry.run(now, now, id).changes > 0;
      if (isRetried) for (const worker of this.#workers) worker.wake();
      return isRetried;
    });
  }

  drop(id: string): Promise<boolean> {
    return this.#settle("drop", () => this.#statements.drop.run(this.#now(), id).changes > 0);
  }

  async idle(): Promise<void> {
    this.#arrivals.flush();
    while ((this.#statements.open.get() ?? 0) > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  }

  async close(): Promise<void> {
    clearInterval(this.#beat);
    this.#arrivals.flush();
    await Promise.all([...this.#workers].map((worker) => worker.stop(0)));
    if (!this.#database.open) return;
    this.#statements.forgetWorker.run(this.#identity);
    this.#database.pragma("wal_checkpoint(TRUNCATE)");
    this.#database.close();
  }

  /** Says that this process lives, takes back what dead ones held, forgets what was done long ago. */
  #tend(): void {
    const now = this.#now();
    const { beat, workers, forgetWorker, forgetDone } = this.#statements;
    this.#database
      .transaction(() => {
        beat.run(this.#identity, now, this.#workers.size > 0 ? 1 : 0);
        for (const { id, seen_at } of workers.all(this.#identity)) {
          if (!isGone(id) && seen_at > now - SILENT_MS) continue;
          this.#takeBack(id, now);
          forgetWorker.run(id);
        }
        forgetDone.run(now - KEEP_DONE_MS);
      })
      .immediate();
    for (const worker of this.#workers) worker.wake();
  }

  #takeBack(worker: string, now: number): void {
    const { held, takeBack } = this.#statements;
    const options = { random: this.#random, firstMs: this.#firstPauseMs, most: this.#maxAttempts };
    for (const { pauseMs, ...job } of judgeCutOffs(held.all(worker), options)) {
      const runAt = pauseMs === 0 ? job.run_at : now + pauseMs;
      takeBack.run({ ...job, run_at: runAt, now, error: tellCutOffs(job.cut_offs) });
    }
  }

  #tendSafely(): void {
    try {
      this.#tend();
    } catch (error) {
      this.#onError(error);
    }
  }

  /** SQLite answers at once; its error becomes a rejection, as with a database server. */
  #settle<T>(doing: string, work: () => T): Promise<T> {
    try {
      return Promise.resolve(work());
    } catch (error) {
      return Promise.reject(toStorageError(error, `${doing} a job`));
    }
  }
}

function limitSize(database: Database.Database, maxBytes: number): void {
  const pageSize = Number(database.pragma("page_size", { simple: true }));
  database.pragma(`max_page_count = ${Math.floor(maxBytes / pageSize)}`);
}

function toStorageError(error: unknown, doing: string): MnemeError {
  if (error instanceof MnemeError) return error;
  const isBusy = sqliteCodeOf(error)?.startsWith("SQLITE_BUSY") === true;
  const remedy = isBusy
    ? "another process holds it, try again"
    : "check the file, its rights and the free space";
  return new MnemeError("storage", `cannot ${doing} (${messageOf(error)}): ${remedy}`, {
    retryable: isBusy,
    cause: error,
  });
}
