import type { IndexHit } from "../memory/index/recall-index.js";
import { WEIGHTS } from "./weights.js";

export interface Fused extends IndexHit {
  /** How likely the candidate speaks of the same thing, from its signals alone, in (0, 1). */
  relevance: number;
  parts: { fingerprint: number; lexical: number; dense: number };
}

/** One ranking of the candidate lists: by relevance, ties by reciprocal rank over the lists. */
export function fuse(hits: readonly IndexHit[]): Fused[] {
  return hits
    .map((hit) => ({ ...hit, ...relevanceOf(hit) }))
    .sort(
      (a, b) => b.relevance - a.relevance || reciprocalRank(b) - reciprocalRank(a) || (a.id < b.id ? -1 : 1),
    );
}

function relevanceOf(hit: IndexHit): Pick<Fused, "relevance" | "parts"> {
  const parts = {
    fingerprint: hit.fingerprint ? WEIGHTS.fingerprint : 0,
    lexical: hit.lexical === null ? 0 : logistic(WEIGHTS.lexical, hit.lexical.score),
    dense: hit.dense === null ? 0 : logistic(WEIGHTS.dense, hit.dense.score),
  };
  const missed = (1 - parts.fingerprint) * (1 - parts.lexical) * (1 - parts.dense);
  return { relevance: 1 - missed, parts };
}

function reciprocalRank(hit: IndexHit): number {
  const ranks = [hit.fingerprint ? 1 : null, hit.lexical?.rank ?? null, hit.dense?.rank ?? null];
  return ranks.reduce<number>((sum, rank) => sum + (rank === null ? 0 : 1 / (WEIGHTS.fusionK + rank)), 0);
}

function logistic({ offset, slope }: { offset: number; slope: number }, value: number): number {
  return 1 / (1 + Math.exp(-(offset + slope * value)));
}
