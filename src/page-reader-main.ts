import { parentPort } from "node:worker_threads";
import { buildChain } from "./chain/build-chain.js";
import { messageOf } from "./errors.js";
import { createPageReader } from "./github/backfill/read-threads.js";
import type { PageAnswer, PageToRead } from "./workers/page-reader-thread.js";

// What a backfill starts as a thread: reads the pages that it is given, one after the other.
const read = createPageReader({
  buildChain: (thread, scope) => buildChain(thread, { scope }),
  log: { warn: () => undefined },
});

parentPort?.on("message", (page: PageToRead) => void answer(page));

async function answer({ threads, scope }: PageToRead): Promise<void> {
  let message: PageAnswer;
  try {
    const page = await read(threads, scope);
    const chains = Object.fromEntries(page.read.map(({ thread, chain }) => [thread.number, chain]));
    message = { chains, failed: page.failed };
  } catch (error) {
    message = { error: messageOf(error) };
  }
  parentPort?.postMessage(message);
}
