import { type ResourceLimits, Worker } from "node:worker_threads";
import { MnemeError } from "../errors.js";
import type { ReadPage } from "../github/backfill/read-threads.js";
import { trustRedacted } from "../memory/redaction/redact-value.js";
import type { Scope } from "../memory/scope.js";
import type { Thread } from "../thread/thread.js";

const PROGRAM = new URL("../page-reader-main.js", import.meta.url);

export interface PageToRead {
  threads: readonly Thread[];
  scope: Scope;
}

/** What the thread answers: chains by the number of their issue, since whoever asks has the threads. */
export type PageAnswer =
  { chains: Record<number, ReadPage["read"][number]["chain"]>; failed: number[] } | { error: string };

/**
 * Enough for pages as they mostly are: without a limit a thread lets hundreds of megabytes of garbage lie about. A page
 * that needs more is read again without one.
 */
const USUAL_LIMITS: ResourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16 };

interface Asked {
  page: PageToRead;
  resolve: (answer: PageAnswer) => void;
  reject: (error: Error) => void;
}

/**
 * Reads pages in a thread of its own, so that the texts of one page are read while the one before is written: to read
 * a text takes as long as to remember it.
 */
export class PageReaderThread {
  #worker: Worker;
  #isLimited = true;
  readonly #asked: Asked[] = [];
  #ended: Error | null = null;

  private constructor(limits: ResourceLimits) {
    this.#worker = this.#startWorker(limits);
  }

  static start(limits: ResourceLimits = USUAL_LIMITS): PageReaderThread {
    return new PageReaderThread(limits);
  }

  /** Throws MnemeError("internal") where the thread ended, as by a lack of memory. */
  async read(threads: readonly Thread[], scope: Scope): Promise<ReadPage> {
    const answer = await this.#ask({ threads, scope });
    if ("error" in answer) throw lost(new Error(answer.error));
    const read = threads.flatMap((thread) => {
      const chain = answer.chains[thread.number];
      return chain === undefined ? [] : [{ thread, chain }];
    });
    for (const { chain } of read) trustRedacted(chain.episodes);
    return { read, failed: answer.failed };
  }

  async stop(): Promise<void> {
    this.#worker.removeAllListeners("exit");
    await this.#worker.terminate();
  }

  async #ask(page: PageToRead): Promise<PageAnswer> {
    if (this.#ended !== null) throw lost(this.#ended);
    return await new Promise((resolve, reject) => {
      this.#asked.push({ page, resolve, reject });
      this.#worker.postMessage(page);
    });
  }

  #startWorker(resourceLimits: ResourceLimits): Worker {
    const worker = new Worker(PROGRAM, { resourceLimits });
    worker.on("message", (answer: PageAnswer) => this.#asked.shift()?.resolve(answer));
    worker.on("error", (error) => this.#onError(error));
    worker.on("exit", (code) => {
      if (worker === this.#worker) this.#end(new Error(`it ended with ${String(code)}`));
    });
    return worker;
  }

  #onError(error: Error): void {
    if (!this.#isLimited || !("code" in error) || error.code !== "ERR_WORKER_OUT_OF_MEMORY") {
      this.#end(error);
      return;
    }
    this.#isLimited = false;
    this.#worker = this.#startWorker({});
    for (const { page } of this.#asked) this.#worker.postMessage(page);
  }

  #end(cause: Error): void {
    this.#ended ??= cause;
    for (const { reject } of this.#asked.splice(0)) reject(lost(cause));
  }
}

function lost(cause: Error): MnemeError {
  return new MnemeError(
    "internal",
    `the thread that reads issues ended (${cause.message}): run the same command again, it goes on from there`,
    { cause },
  );
}
