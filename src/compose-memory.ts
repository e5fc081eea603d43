import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import {
  composeEmbedder,
  composeIndex,
  composeIndexer,
  configuredIndex,
  type IndexPlace,
} from "./compose-index.js";
import type { Settings } from "./config/settings.js";
import type { Embedder } from "./embedding/embedder.js";
import type { Indexer } from "./memory/index/catch-up.js";
import type { RecallIndex } from "./memory/index/recall-index.js";
import { openEpisodeLog, type OpenedEpisodeLog } from "./memory/log/sql/open-episode-log.js";

/** Where memory is kept: in files (or servers) named by the settings, or for this process only. */
export type StorePlace = "settings" | "memory";

/** The log of record with its recall index. Disposing closes both. */
export interface OpenedMemory extends AsyncDisposable {
  log: OpenedEpisodeLog;
  index: RecallIndex;
  indexer: Indexer;
  embedder: Embedder | null;
}

export async function composeMemory(settings: Settings, store: StorePlace): Promise<OpenedMemory> {
  const log = await openLog(settings, store);
  const embedder = await composeEmbedder(settings);
  const place: IndexPlace = store === "memory" ? { kind: "memory" } : configuredIndex(settings);
  const index = await composeIndex(settings, place, embedder);
  return {
    log,
    index,
    indexer: composeIndexer(index, log, embedder),
    embedder,
    async [Symbol.asyncDispose]() {
      await index.close();
      await log.close();
    },
  };
}

async function openLog(settings: Settings, place: StorePlace): Promise<OpenedEpisodeLog> {
  if (place === "memory") return await openEpisodeLog(":memory:");
  if (settings.DATABASE_URL !== undefined) return await openEpisodeLog(settings.DATABASE_URL);
  await mkdir(settings.MNEME_DATA, { recursive: true });
  return await openEpisodeLog(join(settings.MNEME_DATA, "mneme.db"));
}
