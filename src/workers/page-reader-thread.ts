import { Worker } from "node:worker_threads";
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
 * Reads pages in a thread of its own, so that the texts of one page are read while the one before is written: to read
 * a text takes as long as to remember it.
 */
export class PageReaderThread {
  readonly #worker: Worker;
  #waiting: { resolve: (answer: PageAnswer) => void; reject: (error: Error) => void }[] = [];
  #ended: Error | null = null;

  private constructor(worker: Worker) {
    this.#worker = worker;
  }

  static start(): PageReaderThread {
    const worker = new Worker(PROGRAM);
    const thread = new PageReaderThread(worker);
    worker.on("message", (answer: PageAnswer) => thread.#waiting.shift()?.resolve(answer));
    worker.on("error", (error) => thread.#end(error));
    worker.on("exit", (code) => thread.#end(new Error(`it ended with ${String(code)}`)));
    return thread;
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
      this.#waiting.push({ resolve, reject });
      this.#worker.postMessage(page);
    });
  }

  #end(cause: Error): void {
    this.#ended ??= cause;
    for (const { reject } of this.#waiting.splice(0)) reject(lost(cause));
  }
}

function lost(cause: Error): MnemeError {
  return new MnemeError(
    "internal",
    `the thread that reads issues ended (${cause.message}): run the same command again, it goes on from there`,
    { cause },
  );
}
