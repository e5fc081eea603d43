import { existsSync } from "node:fs";
import { abstract } from "../../../memory/abstraction.js";
import { Indexer } from "../../../memory/index/catch-up.js";
import { SqliteRecallIndex } from "../../../memory/index/sqlite/sqlite-recall-index.js";
import type { OpenedEpisodeLog } from "../../../memory/log/sql/open-episode-log.js";
import { toIndexEntry } from "../../../recall/index-entry.js";
import { indexOf, type MemoryOptions } from "./open-memory.js";

/** Opens the recall index, brings it up to the log, and closes it after the work. */
export async function useIndex<T>(
  log: OpenedEpisodeLog,
  file: string,
  work: (index: SqliteRecallIndex, caughtUp: { indexed: number; behind: string | null }) => Promise<T>,
): Promise<T> {
  const index = SqliteRecallIndex.open(file);
  try {
    const toEntry = (episode: Parameters<typeof toIndexEntry>[0]) => toIndexEntry(episode, abstract);
    const indexer = new Indexer({ index, log, embedder: null, toEntry });
    return await work(index, await indexer.catchUp());
  } finally {
    await index.close();
  }
}

/** What was erased from the log leaves the index at once, where there is one. */
export async function eraseFromIndex(log: OpenedEpisodeLog, options: MemoryOptions): Promise<void> {
  const file = indexOf(options);
  if (existsSync(file)) await useIndex(log, file, () => Promise.resolve());
}
