import type { Schemas } from "@qdrant/js-client-rest";
import { MnemeError } from "../../../errors.js";
import { refuseOtherSpace, type VectorSpace } from "../vector-space.js";

/** Raised with every change of points or of how terms are made: an older collection is replaced and filled again. */
export const COLLECTION_VERSION = 1;

/** Most that one search asks for; strict mode refuses more. */
export const MOST_CANDIDATES = 2000;

/** Every field that is filtered by, ranked by, or ordered by. The tenant's points are stored together. */
export const PAYLOAD_INDEXES: Record<string, NonNullable<Schemas["CreateFieldIndex"]["field_schema"]>> = {
  installation: { type: "keyword", is_tenant: true },
  repository: "keyword",
  visibility: "keyword",
  thread: "keyword",
  kind: "keyword",
  status: "keyword",
  source: "keyword",
  error_types: "keyword",
  ecosystems: "keyword",
  fingerprints: "keyword",
  os_family: "keyword",
  gold: "bool",
  confidence: "float",
  created_at: "integer",
};

/** `words`: BM25F by term. `terms`: 1 for each term, which tells how rare it is. `dense`: the embedding, cosine. */
export function collectionFor(vectors: VectorSpace | null): Schemas["CreateCollection"] {
  return {
    vectors: vectors === null ? {} : { dense: { size: vectors.dimensions, distance: "Cosine" } },
    sparse_vectors: { words: { modifier: "idf" }, terms: { modifier: "idf" } },
    // A graph for each tenant, and none over all: nothing is ever searched across installations.
    hnsw_config: { m: 0, payload_m: 16 },
    strict_mode_config: {
      enabled: true,
      unindexed_filtering_retrieve: false,
      unindexed_filtering_update: false,
      max_query_limit: MOST_CANDIDATES,
    },
    metadata: { mneme_index: COLLECTION_VERSION, model: vectors?.model ?? null },
  };
}

/** Whether a collection is of this version; an older one is to be replaced. Refuses all others. */
export function isCurrent(
  name: string,
  info: Schemas["CollectionInfo"],
  vectors: VectorSpace | null,
): boolean {
  if (versionOf(name, info) < COLLECTION_VERSION) return false;
  refuseOtherSpace(`Qdrant's collection "${name}"`, spaceOf(info.config), vectors);
  return true;
}

/** Its version. Throws MnemeError where it is not ours, or newer than we know. */
export function versionOf(name: string, { config }: Schemas["CollectionInfo"]): number {
  const version = config.metadata?.["mneme_index"];
  if (typeof version !== "number") {
    throw new MnemeError(
      "bad_config",
      `Qdrant's collection "${name}" is of something else, not a recall index: set QDRANT_COLLECTION to another name`,
    );
  }
  if (version > COLLECTION_VERSION) {
    throw new MnemeError(
      "storage",
      `Qdrant's collection "${name}" was written by a newer mneme (version ${version}, this one knows ${COLLECTION_VERSION}): update mneme, or set QDRANT_COLLECTION to another name`,
    );
  }
  return version;
}

function spaceOf({ params, metadata }: Schemas["CollectionConfig"]): VectorSpace | null {
  const model = metadata?.["model"];
  const dense = (params.vectors as Record<string, Schemas["VectorParams"]> | undefined)?.["dense"];
  return typeof model === "string" && dense !== undefined ? { model, dimensions: dense.size } : null;
}
