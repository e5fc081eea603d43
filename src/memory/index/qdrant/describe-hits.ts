import type { Schemas } from "@qdrant/js-client-rest";
import { z } from "zod";
import { toUnit } from "../../../embedding/unit-vector.js";
import { type FieldAverages, weightInText } from "../analysis/bm25f.js";
import { measureOverlap } from "../analysis/overlap.js";
import { decodeTerms } from "../analysis/stored-terms.js";
import type { TermVector } from "../analysis/term-vector.js";
import { kindOf } from "../analysis/term-kind.js";
import type { IndexHit, IndexQuery } from "../recall-index.js";
import { AVERAGES, weightsInEntry } from "./points.js";
import type { WeightedQuery } from "./weighted-query.js";

const Candidate = z.object({
  id: z.string(),
  payload: z.object({
    created_at: z.number(),
    fingerprints: z.array(z.string()),
    counts: z.string(),
  }),
  vector: z.looseObject({ dense: z.array(z.number()).optional() }).nullish(),
});

/** The server ranks, and says by one number why: what each list said of a candidate is worked out from its terms. */
export function describeHits(
  points: readonly Schemas["ScoredPoint"][],
  query: IndexQuery,
  weighted: WeightedQuery,
): IndexHit[] {
  const asked = new Set(query.fingerprints);
  const candidates = points.map((point) => {
    const { payload, ...rest } = Candidate.parse(point);
    return { ...rest, ...payload, terms: decodeTerms(Buffer.from(payload.counts, "base64")) };
  });
  const averages = averagesOf(candidates.map(({ terms }) => terms));
  const shares = shareOfQuery(weighted, averages);
  const usual = usualRarity(weighted);
  const direction = query.vector === null ? null : toUnit(query.vector);
  const found = candidates.map(({ id, created_at, fingerprints, vector, terms }) => {
    const dense = vector?.dense ?? null;
    const weight = ownWeight(terms, weighted, usual);
    return {
      id,
      created_at,
      fingerprint: fingerprints.some((value) => asked.has(value)),
      share: shares(terms),
      cosine: dense === null || direction === null ? null : dot(direction, dense),
      overlap: measureOverlap(weighted.vector, weighted.rarity, terms, weight, averages),
    };
  });
  const lexical = rankBy(found, ({ share }) => (share > 0 ? share : null), query.limit);
  const dense = rankBy(found, ({ cosine }) => cosine, query.limit);
  return found
    .map(({ id, created_at, fingerprint, cosine, overlap }) => ({
      id,
      created_at,
      fingerprint,
      lexical: lexical.get(id) ?? null,
      dense: dense.get(id) ?? null,
      cosine,
      overlap,
    }))
    .filter((hit) => hit.fingerprint || hit.lexical !== null || hit.dense !== null);
}

/** So many entries of usual length are counted in, so that a few odd candidates change little. */
const PRIOR = 10;

/** Lengths of the candidates stand for those of all that the reader may see. */
function averagesOf(candidates: readonly TermVector[]): FieldAverages {
  const mean = (usual: number, lengths: number[]) =>
    lengths.reduce((sum, length) => sum + length, usual * PRIOR) / (lengths.length + PRIOR);
  return {
    titleLength: mean(AVERAGES.titleLength, candidates.map(({ titleLength }) => titleLength)), // prettier-ignore
    textLength: mean(AVERAGES.textLength, candidates.map(({ textLength }) => textLength)), // prettier-ignore
  };
}

/** The cosine: the server keeps vectors at length 1. */
function dot(a: Float32Array, b: readonly number[]): number {
  return a.reduce((sum, value, place) => sum + value * (b[place] ?? 0), 0);
}

/** How much of the query's weight an entry covers, in [0, 1]: BM25F over the weight of all searched terms. */
function shareOfQuery({ searched }: WeightedQuery, averages: FieldAverages): (entry: TermVector) => number {
  const weights = new Map(searched.map(({ term, weight }) => [term, weight]));
  const total = searched.reduce((sum, { weight }) => sum + weight, 0);
  return (entry) => {
    const inEntry = weightsInEntry(entry, averages);
    let score = 0;
    entry.terms.forEach((term, place) => (score += (weights.get(term) ?? 0) * (inEntry[place] ?? 0)));
    return total > 0 ? score / total : 0;
  };
}

/** Rarity of a word of which nothing is known: as that of the words of the query. */
function usualRarity({ vector, rarity }: WeightedQuery): number {
  let weight = 0;
  let weighted = 0;
  vector.terms.forEach((term, place) => {
    if (kindOf(term) !== "word" || rarity[place] === 0) return;
    const inQuery = weightInText(vector.title[place] ?? 0, vector.text[place] ?? 0);
    weight += inQuery;
    weighted += inQuery * (rarity[place] ?? 0);
  });
  return weight > 0 ? weighted / weight : 0;
}

function ownWeight(entry: TermVector, { vector, rarity }: WeightedQuery, usual: number): number {
  const known = new Map(Array.from(vector.terms, (term, place) => [term, rarity[place] ?? 0]));
  let sum = 0;
  entry.terms.forEach((term, place) => {
    if (kindOf(term) !== "word") return;
    sum += (known.get(term) ?? usual) * weightInText(entry.title[place] ?? 0, entry.text[place] ?? 0);
  });
  return sum;
}

function rankBy<T extends { id: string }>(
  found: readonly T[],
  scoreOf: (hit: T) => number | null,
  limit: number,
): Map<string, { rank: number; score: number }> {
  const scored = found.flatMap((hit) => {
    const score = scoreOf(hit);
    return score === null ? [] : [{ id: hit.id, score }];
  });
  scored.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
  return new Map(scored.slice(0, limit).map(({ id, score }, place) => [id, { rank: place + 1, score }]));
}
