import type { Schemas } from "@qdrant/js-client-rest";
import { MnemeError } from "../../../errors.js";
import { fieldNorms, type FieldAverages, LEXICAL, saturate } from "../analysis/bm25f.js";
import { encodeTerms } from "../analysis/stored-terms.js";
import { analyse, type TermVector } from "../analysis/term-vector.js";
import { kindOf } from "../analysis/term-kind.js";
import type { IndexEntry } from "../recall-index.js";

/**
 * Words of a title and of a text by which the server weighs. They are fixed, where SQLite takes those of the readable
 * entries: what a server was given is not weighed anew when others come. Two trackers had 6 and 70, and 8 and 92.
 */
export const AVERAGES: FieldAverages = { titleLength: 7, textLength: 80 };

/** What an entry is in Qdrant. Its texts are not kept there: only its terms, as numbers. */
export function toPoint(entry: IndexEntry, dimensions: number | null): Schemas["PointStruct"] {
  const terms = analyse(entry);
  const dense = denseOf(entry, dimensions);
  return {
    id: entry.id,
    vector: { ...sparseOf(terms), ...(dense === null ? {} : { dense }) },
    payload: {
      ...entry.scope,
      thread: entry.thread,
      kind: entry.kind,
      status: entry.status,
      source: entry.source,
      fingerprints: entry.fingerprints,
      error_types: entry.error_types,
      ecosystems: entry.ecosystems,
      ...(entry.os_family === null ? {} : { os_family: entry.os_family }),
      confidence: entry.confidence,
      gold: entry.gold,
      created_at: entry.created_at,
      counts: encodeTerms(terms).toString("base64"),
    },
  };
}

/** How much each term of an entry weighs in it, place by place, before the term's rarity. */
export function weightsInEntry(
  { title, text, titleLength, textLength, terms }: TermVector,
  averages: FieldAverages,
): Float64Array {
  const norms = fieldNorms(titleLength, textLength, averages);
  return Float64Array.from(terms, (_, place) =>
    saturate(norms.title * (title[place] ?? 0) + norms.text * (text[place] ?? 0), LEXICAL.k1),
  );
}

function sparseOf(vector: TermVector): Record<string, Schemas["SparseVector"]> {
  const weights = weightsInEntry(vector, AVERAGES);
  const searched = [...weights.keys()].filter((place) => kindOf(vector.terms[place] ?? 0) !== "line");
  return {
    words: {
      indices: searched.map((place) => vector.terms[place] ?? 0),
      values: searched.map((place) => weights[place] ?? 0),
    },
    terms: { indices: [...vector.terms], values: [...vector.terms].map(() => 1) },
  };
}

/** A vector of zeros is near nothing and left out: Qdrant would rank it. */
function denseOf({ id, vector }: IndexEntry, dimensions: number | null): number[] | null {
  if (vector === null || vector.every((value) => value === 0)) return null;
  if (vector.length !== dimensions) {
    throw new MnemeError(
      "bad_config",
      `entry ${id} has a vector of ${vector.length} dimensions, Qdrant's collection takes ${dimensions ?? "none"}: run "mneme memory reindex" for the new model`,
    );
  }
  if (!vector.every(Number.isFinite)) {
    throw new MnemeError("invalid_output", `entry ${id} has a vector with values that are no numbers`);
  }
  return [...vector];
}
