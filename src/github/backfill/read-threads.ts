import { isMnemeError, messageOf } from "../../errors.js";
import type { ReadThread } from "../../learning/learn-from-thread.js";
import type { Log } from "../../log.js";
import { redactValue } from "../../memory/redaction/redact-value.js";
import type { Scope } from "../../memory/scope.js";
import type { Thread } from "../../thread/thread.js";

/** Threads with their episodes, and the numbers of those that could not be read. */
export interface ReadPage {
  read: ReadThread[];
  failed: number[];
}

export type PageReader = (threads: readonly Thread[], scope: Scope) => Promise<ReadPage>;

export interface ReadThreadsDeps {
  buildChain: (thread: Thread, scope: Scope) => ReadThread["chain"];
  log: Pick<Log, "warn">;
}

/** The episodes of a page of threads. A text that nobody foresaw costs its own issue and no other. */
export function createPageReader({ buildChain, log }: ReadThreadsDeps): PageReader {
  return async (threads, scope) => {
    const page: ReadPage = { read: [], failed: [] };
    for (const thread of threads) {
      try {
        const { thread: key, episodes } = buildChain(thread, scope);
        // What the log does when it writes: where that fails, it is this fault alone.
        page.read.push({ thread, chain: { scope, thread: key, episodes: redactValue(episodes) } });
      } catch (error) {
        // A store that fails is no fault of the thread.
        if (isMnemeError(error)) throw error;
        page.failed.push(thread.number);
        log.warn({ repo: thread.repo, number: thread.number, reason: messageOf(error) }, "issue left out");
      }
    }
    return await Promise.resolve(page);
  };
}
