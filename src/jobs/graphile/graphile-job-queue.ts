import type pg from "pg";
import { explainPostgresError } from "../../postgres/explain-error.js";
import { openPool, withoutPassword } from "../../postgres/open-pool.js";
import { preparePoolEnd } from "../../postgres/pool-end.js";
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
import { judgeCutOffs } from "../cut-off.js";
import { GraphileJobWorker } from "./graphile-job-worker.js";
import { Ledger } from "./ledger.js";
import { DeadWorkers } from "./presence.js";
import { prepareTables } from "./tables.js";

const TEND_MS = 5_000;
/** A job holds none while it is worked: a worker listens on one, is seen by another, and asks on the rest. */
const POOL_SIZE = 10;

export interface GraphileQueueOptions {
  /** In [0, 1); replaced in tests. */
  random?: () => number;
  /** Milliseconds until a first retry. Default 2,000. */
  firstPauseMs?: number;
  /** Told of a store that fails between calls. Default: nobody is told, and it is tried again. */
  onError?: (error: Error) => void;
}

/** Jobs on Postgres by graphile-worker: any number of processes on any number of machines share them. */
export class GraphileJobQueue implements JobQueue {
  readonly #pool: pg.Pool;
  readonly #ledger: Ledger;
  readonly #name: string;
  readonly #options: GraphileQueueOptions;
  readonly #workers = new Set<GraphileJobWorker>();
  readonly #deadWorkers: DeadWorkers;
  readonly #endPool: () => Promise<void>;
  #tending: NodeJS.Timeout | undefined;
  #maxAttempts = DEFAULT_MAX_ATTEMPTS;

  private constructor(pool: pg.Pool, name: string, options: GraphileQueueOptions) {
    this.#pool = pool;
    this.#endPool = preparePoolEnd(pool);
    this.#name = name;
    this.#options = options;
    this.#ledger = new Ledger(pool);
    this.#deadWorkers = new DeadWorkers(pool, async (worker) => await this.#takeBack(worker));
  }

  /** `url`: postgres://…; its tables are made where they are missing. */
  static async open(url: string, options: GraphileQueueOptions = {}): Promise<GraphileJobQueue> {
    const name = withoutPassword(url);
    const pool = openPool(url, { poolSize: POOL_SIZE });
    try {
      await prepareTables(pool);
    } catch (error) {
      await pool.end();
      throw explainPostgresError(error, name);
    }
    return new GraphileJobQueue(pool, name, options);
  }

  async enqueue(job: NewJob): Promise<"enqueued" | "duplicate"> {
    return (await this.#ask(() => this.#ledger.add(job))) ? "enqueued" : "duplicate";
  }

  work(handler: (job: Job, signal: AbortSignal) => Promise<void>, options: WorkOptions = {}): JobWorker {
    this.#maxAttempts = options.max_attempts ?? DEFAULT_MAX_ATTEMPTS;
    const worker = new GraphileJobWorker(handler, {
      pool: this.#pool,
      ledger: this.#ledger,
      concurrency: options.concurrency ?? 2,
      maxAttempts: this.#maxAttempts,
      random: this.#options.random ?? Math.random,
      firstPauseMs: this.#options.firstPauseMs,
      onStop: () => this.#workers.delete(worker),
      onError: (error) => this.#tell(error),
    });
    this.#workers.add(worker);
    this.#tending ??= setInterval(() => void this.#tend(), TEND_MS).unref();
    void this.#tend();
    return worker;
  }

  async workers(): Promise<number> {
    return await this.#ask(() => this.#ledger.workers());
  }

  async list(filter: { states?: JobState[]; queue?: string; limit?: number } = {}): Promise<Job[]> {
    return await this.#ask(() => this.#ledger.list({ ...filter, most: this.#maxAttempts }));
  }

  async retry(id: string): Promise<boolean> {
    return await this.#ask(() => this.#ledger.retry(id));
  }

  async drop(id: string): Promise<boolean> {
    return await this.#ask(() => this.#ledger.drop(id));
  }

  async idle(): Promise<void> {
    while ((await this.#ask(() => this.#ledger.open())) > 0)
      await new Promise((resolve) => setTimeout(resolve, 20));
  }

  async close(): Promise<void> {
    clearInterval(this.#tending);
    await Promise.all([...this.#workers].map((worker) => worker.stop(0)));
    await this.#endPool();
  }

  /** Takes back what dead workers held, forgets what was done long ago. */
  async #tend(): Promise<void> {
    try {
      await this.#deadWorkers.release();
      await this.#ledger.forgetDone(KEEP_DONE_MS);
    } catch (error) {
      this.#tell(error);
    }
  }

  async #takeBack(worker: string): Promise<void> {
    const { random = Math.random, firstPauseMs: firstMs } = this.#options;
    const options = { random, firstMs, most: this.#maxAttempts };
    await this.#ledger.takeBack(worker, (held) => judgeCutOffs(held, options));
  }

  #tell(error: unknown): void {
    this.#options.onError?.(explainPostgresError(error, this.#name));
  }

  async #ask<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw explainPostgresError(error, this.#name);
    }
  }
}
