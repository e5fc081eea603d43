import { EventEmitter } from "node:events";
import { Logger, run, type Runner, type RunnerOptions, type WorkerEvents } from "graphile-worker";
import type pg from "pg";
import { isMnemeError, messageOf } from "../../errors.js";
import { backOffMs } from "../back-off.js";
import type { Job, JobWorker } from "../queue.js";
import { type Claim, type Ledger, TASK } from "./ledger.js";
import { createPatientPool } from "./patient-pool.js";
import { Presence } from "./presence.js";

/** New jobs are told at once by NOTIFY; this finds those that became due, or whose telling was lost. */
const POLL_MS = 1_000;
const RETRY_MS = 1_000;
/** How long a runner that was told to stop is waited for beyond its jobs. */
const STOP_MS = 2_000;

export interface GraphileWorkerOptions {
  pool: pg.Pool;
  ledger: Ledger;
  concurrency: number;
  maxAttempts: number;
  random: () => number;
  firstPauseMs: number | undefined;
  onStop: () => void;
  /** Told of a store that fails between jobs; the worker goes on. */
  onError: (error: unknown) => void;
}

interface AtWork {
  claim: Claim;
  settled: Promise<void>;
  /** Lets graphile-worker's task end while the handler still runs. */
  letGo: () => void;
}

/** graphile-worker gives jobs out, one of each queue at a time; the ledger is told how each ended. */
export class GraphileJobWorker implements JobWorker {
  readonly #handler: (job: Job, signal: AbortSignal) => Promise<void>;
  readonly #options: GraphileWorkerOptions;
  readonly #atWork = new Set<AtWork>();
  readonly #abort = new AbortController();
  #runner: Runner | null = null;
  #isStopped = false;
  readonly #running: Promise<void>;

  constructor(handler: (job: Job, signal: AbortSignal) => Promise<void>, options: GraphileWorkerOptions) {
    this.#handler = handler;
    this.#options = options;
    this.#running = this.#keepRunning();
  }

  wake(): void {
    // NOTIFY has told already.
  }

  async stop(graceMs: number): Promise<void> {
    if (this.#isStopped) return;
    this.#isStopped = true;
    const stopping = this.#runner?.stop().catch(this.#options.onError);
    await this.#settled(graceMs);
    this.#abort.abort();
    // A moment for handlers that end at once when they are told to.
    await this.#settled(Math.min(graceMs, 1_000));
    await Promise.all([...this.#atWork].map((work) => this.#release(work)));
    await within(STOP_MS, Promise.all([stopping, this.#running]));
    this.#options.onStop();
  }

  #isOver(): boolean {
    return this.#isStopped;
  }

  async #settled(atMostMs: number): Promise<void> {
    await within(atMostMs, Promise.all([...this.#atWork].map(({ settled }) => settled)));
  }

  /** A runner ends by itself where the database failed it: another one takes its place. */
  async #keepRunning(): Promise<void> {
    while (!this.#isOver()) {
      const presences: Presence[] = [];
      try {
        await this.#run(presences);
      } catch (error) {
        this.#options.onError(error);
      }
      this.#runner = null;
      // Until then its jobs are its own: others would work them at the same time.
      await Promise.all([...this.#atWork].map(({ settled }) => settled));
      await Promise.all(presences.map((presence) => presence.end()));
      if (!this.#isOver()) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }

  async #run(presences: Presence[]): Promise<void> {
    const { pool, concurrency, onError } = this.#options;
    let worker = "";
    let isSeen = Promise.resolve();
    const events: WorkerEvents = new EventEmitter();
    events.on("pool:create", ({ workerPool }) => {
      worker = workerPool.id;
      const presence = new Presence(pool, worker);
      presences.push(presence);
      isSeen = presence.begin();
    });
    const options: RunnerOptions = {
      pgPool: createPatientPool(pool),
      concurrency,
      events,
      noHandleSignals: true,
      pollInterval: POLL_MS,
      logger: createLogger(onError),
      taskList: { [TASK]: async (payload) => await this.#take({ id: idOf(payload), worker }) },
      // No job is taken before others could see its worker die.
      preset: {
        plugins: [
          {
            name: "MnemePresence",
            version: "1.0.0",
            worker: { hooks: { startWorker: async () => await isSeen } },
          },
        ],
      },
    };
    const runner = await run(options);
    this.#runner = runner;
    // It was told to stop while it came up.
    if (this.#isOver()) await runner.stop();
    await runner.promise;
  }

  /** What graphile-worker runs: ends without an error, whatever became of the job; the ledger says what. */
  async #take(claim: Claim): Promise<void> {
    const { ledger, maxAttempts } = this.#options;
    const job = await ledger.claim(claim, maxAttempts);
    if (job === null) return;
    let letGo = (): void => undefined;
    const released = new Promise<void>((resolve) => (letGo = resolve));
    const work: AtWork = { claim, letGo, settled: this.#work(job, claim) };
    this.#atWork.add(work);
    await Promise.race([work.settled, released]);
    this.#atWork.delete(work);
  }

  async #work(job: Job, claim: Claim): Promise<void> {
    const { ledger, maxAttempts } = this.#options;
    try {
      await this.#handler(job, this.#abort.signal);
    } catch (error) {
      const message = messageOf(error).replaceAll("\0", "");
      const isLimited = isMnemeError(error, "rate_limited");
      const isRetried = isMnemeError(error) && error.retryable && job.attempt < maxAttempts;
      if (this.#abort.signal.aborted)
        await this.#write(() => ledger.again(claim, { pauseMs: 0, error: null, counts: false }));
      else if (isLimited || isRetried) {
        const pauseMs = this.#pauseMs(job, error.retryAfterMs);
        await this.#write(() => ledger.again(claim, { pauseMs, error: message, counts: !isLimited }));
      } else await this.#write(() => ledger.finish(claim, "failed", message));
      return;
    }
    await this.#write(() => ledger.finish(claim, "done", null));
  }

  /** Told to end: it goes back to waiting, and the try does not count. */
  async #release({ claim, letGo }: AtWork): Promise<void> {
    const { ledger, onError } = this.#options;
    await ledger.again(claim, { pauseMs: 0, error: null, counts: false }).catch(onError);
    letGo();
  }

  #pauseMs(job: Job, atLeastMs: number | undefined): number {
    const { random, firstPauseMs: firstMs } = this.#options;
    return backOffMs(job.attempt, { random: random(), firstMs, atLeastMs });
  }

  /** What came of a job is written when the database is there again; until then the job stays with this process. */
  async #write(change: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        await change();
        return;
      } catch (failure) {
        this.#options.onError(failure);
        if (this.#isOver()) return;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }
}

function idOf(payload: unknown): string {
  return String((payload as { id: number }).id);
}

function createLogger(onError: (error: unknown) => void): Logger {
  return new Logger(() => (level: string, message) => {
    if (level === "error") onError(new Error(message));
  });
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([work, limit]);
  clearTimeout(timer);
}
