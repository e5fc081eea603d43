import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import {
  composeEmbedder,
  composeIndex,
  composeIndexer,
  configuredIndex,
  type DurablePlace,
} from "../../../compose-index.js";
import { readSettings, type Settings } from "../../../config/settings.js";
import type { Embedder } from "../../../embedding/embedder.js";
import { isMnemeError } from "../../../errors.js";
import type { CatchUp } from "../../../memory/index/catch-up.js";
import type { RecallIndex } from "../../../memory/index/recall-index.js";
import type { OpenedEpisodeLog } from "../../../memory/log/sql/open-episode-log.js";
import { configuredStore, isPostgres, type MemoryOptions } from "./open-memory.js";

/** The index of the store that the command is about. An index is of one log: another store has its own, in a file. */
export function indexPlaceOf(options: MemoryOptions, settings: Settings): DurablePlace {
  const { store } = options;
  if (store === undefined || store === configuredStore(settings)) return configuredIndex(settings);
  if (isPostgres(store)) {
    const name = createHash("sha256").update(store).digest("hex").slice(0, 12);
    return { kind: "file", path: join(settings.MNEME_DATA, `index-${name}.db`) };
  }
  const isUsual = basename(store) === "mneme.db";
  return { kind: "file", path: isUsual ? join(dirname(store), "index.db") : `${store}.index` };
}

export interface OpenedIndex {
  index: RecallIndex;
  embedder: Embedder | null;
  caughtUp: CatchUp;
}

/** Opens the recall index, brings it up to the log, and closes it after the work. */
export async function useIndex<T>(
  log: OpenedEpisodeLog,
  options: MemoryOptions,
  work: (opened: OpenedIndex) => Promise<T>,
): Promise<T> {
  const settings = readSettings();
  const embedder = await composeEmbedder(settings);
  const index = await composeIndex(settings, indexPlaceOf(options, settings), embedder);
  try {
    const caughtUp = await composeIndexer(index, log, embedder).catchUp();
    return await work({ index, embedder, caughtUp });
  } finally {
    await index.close();
  }
}

/**
 * What was erased from the log leaves the index at once, where there is one. Why it has not, else null: it does
 * when the index catches up.
 */
export async function eraseFromIndex(log: OpenedEpisodeLog, options: MemoryOptions): Promise<string | null> {
  const place = indexPlaceOf(options, readSettings());
  if (place.kind === "file" && !existsSync(place.path)) return null;
  try {
    return await useIndex(log, options, ({ caughtUp }) => Promise.resolve(caughtUp.behind));
  } catch (error) {
    if (isMnemeError(error)) return error.message;
    throw error;
  }
}
