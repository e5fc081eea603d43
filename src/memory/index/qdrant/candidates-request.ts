import type { Schemas } from "@qdrant/js-client-rest";
import { weightInText } from "../analysis/bm25f.js";
import type { IndexQuery } from "../recall-index.js";
import { MOST_CANDIDATES } from "./collection-schema.js";
import { isAnyOf, passing } from "./filter.js";
import type { WeightedQuery } from "./weighted-query.js";

type Prefetch = Schemas["Prefetch"];

/** A memory of no confidence still counts for this share. */
const CONFIDENCE_FLOOR = 0.6;
/** Above any sum of reciprocal ranks: what failed in just this way is never cut off. */
const EQUAL_FINGERPRINT = 2;

/**
 * One request for all candidates: the lists with their filters, fused by reciprocal rank, scored by fingerprint and
 * confidence. Null where there is nothing to search for.
 */
export function candidatesRequest(
  query: IndexQuery,
  { vector, searched }: WeightedQuery,
  params: Schemas["SearchParams"],
): Schemas["QueryRequest"] | null {
  const filter = passing(query.reader, query.filter);
  const limit = Math.min(query.limit, MOST_CANDIDATES / 4);
  const lists: Prefetch[] = [];
  if (searched.length > 0) {
    const indices = searched.map(({ term }) => term);
    const values = searched.map(({ place }) =>
      weightInText(vector.title[place] ?? 0, vector.text[place] ?? 0),
    );
    lists.push({ query: { indices, values }, using: "words", filter, params, limit });
  }
  if (query.vector !== null) lists.push({ query: [...query.vector], using: "dense", filter, limit });
  const equal = isAnyOf("fingerprints", query.fingerprints);
  if (query.fingerprints.length > 0) {
    const order = { order_by: { key: "confidence", direction: "desc" as const } };
    lists.push({ query: order, filter: passing(query.reader, query.filter, equal), limit });
  }
  if (lists.length === 0) return null;
  const bonus = query.fingerprints.length > 0 ? [{ mult: [EQUAL_FINGERPRINT, equal] }] : [];
  return {
    prefetch: { prefetch: lists, query: { fusion: "rrf" }, limit: lists.length * limit },
    query: {
      formula: {
        sum: [{ mult: ["$score", { sum: [CONFIDENCE_FLOOR, { mult: [1 - CONFIDENCE_FLOOR, "confidence"] }] }] }, ...bonus], // prettier-ignore
      },
      defaults: { confidence: 0 },
    },
    filter,
    limit: Math.min(2, lists.length) * limit,
    with_payload: ["created_at", "fingerprints", "counts"],
    with_vector: query.vector === null ? false : ["dense"],
  };
}
