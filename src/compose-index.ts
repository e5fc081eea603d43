import { join, resolve } from "node:path";
import { mkdir } from "node:fs/promises";
import type { Settings } from "./config/settings.js";
import type { Embedder } from "./embedding/embedder.js";
import { isMnemeError, MnemeError } from "./errors.js";
import { linkNearDuplicates } from "./learning/link-near-duplicates.js";
import { abstract } from "./memory/abstraction.js";
import { Indexer } from "./memory/index/catch-up.js";
import type { IndexBuilding, RecallIndex } from "./memory/index/recall-index.js";
import { buildSqliteBeside } from "./memory/index/sqlite/build-beside.js";
import { SqliteRecallIndex } from "./memory/index/sqlite/sqlite-recall-index.js";
import type { VectorSpace } from "./memory/index/vector-space.js";
import type { EpisodeLog, FactHistory } from "./memory/log/episode-log.js";
import { toIndexEntry } from "./recall/index-entry.js";

/** Where an index is: on the Qdrant server that the settings name, or in a file. */
export type DurablePlace = { kind: "qdrant"; url: string } | { kind: "file"; path: string };
/** Or in this process only. */
export type IndexPlace = DurablePlace | { kind: "memory" };

/** Where the settings want it. */
export function configuredIndex(settings: Settings): DurablePlace {
  if (settings.QDRANT_URL !== undefined) return { kind: "qdrant", url: settings.QDRANT_URL };
  return { kind: "file", path: join(settings.MNEME_DATA, "index.db") };
}

/** A server that is away is no error: the index is then behind, and catches up. One that cannot be used as it is, is. */
export async function composeIndex(
  settings: Settings,
  place: IndexPlace,
  embedder: Embedder | null,
): Promise<RecallIndex> {
  const vectors = spaceOf(embedder);
  if (place.kind !== "qdrant") {
    return SqliteRecallIndex.open(place.kind === "memory" ? ":memory:" : place.path, { vectors });
  }
  const { QdrantRecallIndex } = await import("./memory/index/qdrant/qdrant-recall-index.js");
  const index = QdrantRecallIndex.connect(qdrantOptions(settings, place.url, vectors));
  try {
    await index.prepare();
  } catch (error) {
    if (!isMnemeError(error, "unavailable")) throw error;
  }
  return index;
}

/** An empty index beside the one in use; both are as the settings say. */
export async function composeBuilding(
  settings: Settings,
  place: DurablePlace,
  embedder: Embedder | null,
): Promise<IndexBuilding> {
  const vectors = spaceOf(embedder);
  if (place.kind === "qdrant") {
    const { buildQdrantBeside } = await import("./memory/index/qdrant/build-beside.js");
    return await buildQdrantBeside(qdrantOptions(settings, place.url, vectors));
  }
  await mkdir(settings.MNEME_DATA, { recursive: true });
  return await buildSqliteBeside(place.path, vectors);
}

export function composeIndexer(
  index: RecallIndex,
  log: EpisodeLog & FactHistory,
  embedder: Embedder | null,
): Indexer {
  return new Indexer({
    index,
    log,
    embedder,
    toEntry: (episode) => toIndexEntry(episode, abstract),
    onIndexed: async (indexed) => await linkNearDuplicates(indexed, index, log),
  });
}

/** The embedding model that the settings name; null where they name none: recall is then lexical and by signature. */
export async function composeEmbedder(settings: Settings): Promise<Embedder | null> {
  const {
    MNEME_EMBEDDING_FOLDER: folder,
    MNEME_EMBEDDING_DOWNLOAD: name,
    MNEME_EMBEDDING_BASE_URL: baseUrl,
  } = settings;
  if (folder !== undefined || name !== undefined) {
    const { LocalEmbedder } = await import("./embedding/local/local-embedder.js");
    if (folder !== undefined) return await LocalEmbedder.open({ folder });
    if (name !== undefined)
      return await LocalEmbedder.open({ name, cache: resolve(settings.MNEME_DATA, "models") });
  }
  if (baseUrl === undefined) return null;
  if (settings.MNEME_EMBEDDING_MODEL === undefined) {
    throw new MnemeError(
      "bad_config",
      "environment: MNEME_EMBEDDING_BASE_URL is set without MNEME_EMBEDDING_MODEL; name the model",
    );
  }
  const { OpenAiEmbedder } = await import("./embedding/openai/openai-embedder.js");
  return await OpenAiEmbedder.open({
    baseUrl,
    apiKey: settings.MNEME_EMBEDDING_API_KEY,
    model: settings.MNEME_EMBEDDING_MODEL,
  });
}

function spaceOf(embedder: Embedder | null): VectorSpace | null {
  return embedder === null ? null : { model: embedder.model, dimensions: embedder.dimensions };
}

function qdrantOptions(settings: Settings, url: string, vectors: VectorSpace | null) {
  return { url, apiKey: settings.QDRANT_API_KEY, collection: settings.QDRANT_COLLECTION, vectors };
}
