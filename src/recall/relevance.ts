import { NO_OVERLAP, type Overlap } from "../memory/index/analysis/overlap.js";
import type { IndexHit } from "../memory/index/recall-index.js";
import { WEIGHTS } from "./weights.js";

const DAY = 24 * 60 * 60 * 1000;

export interface Relevant extends IndexHit {
  /** How likely the candidate speaks of the same thing, in (0, 1). */
  relevance: number;
}

/**
 * The candidate lists fused into one ranking, best first: a linear score orders the candidates, and a logistic says
 * how much the first one is to be believed; the others follow from their distance to it.
 */
export function rankCandidates(hits: readonly IndexHit[], now: number): Relevant[] {
  const best = bestOf(hits);
  const scored = hits
    .map((hit) => ({ hit, score: rankScore(hit, best, now) }))
    .sort((a, b) => b.score - a.score || (a.hit.id < b.hit.id ? -1 : 1));
  const first = scored[0];
  if (first === undefined) return [];
  const belief = believe(first.hit, leadOf(scored.map(({ score }) => score)));
  return scored.map(({ hit, score }) => ({
    ...hit,
    relevance: belief * Math.exp(WEIGHTS.decline * (score - first.score)),
  }));
}

type Best = Omit<Overlap, "covered"> & { lexical: number };

function bestOf(hits: readonly IndexHit[]): Best {
  const best: Best = { lexical: 0, title_title: 0, title_text: 0, text_title: 0, text_text: 0 };
  for (const { lexical, overlap } of hits) {
    best.lexical = Math.max(best.lexical, lexical?.score ?? 0);
    for (const field of FIELDS) best[field] = Math.max(best[field], overlap?.[field] ?? 0);
  }
  return best;
}

const FIELDS = ["title_title", "title_text", "text_title", "text_text"] as const;

function rankScore(hit: IndexHit, best: Best, now: number): number {
  const rank = hit.cosine === null ? WEIGHTS.rank.words : WEIGHTS.rank.vectors;
  const overlap = hit.overlap ?? NO_OVERLAP;
  const days = Math.max(0, now - hit.created_at) / DAY;
  const fields = FIELDS.reduce((sum, field) => sum + rank[field] * share(overlap[field], best[field]), 0);
  return (
    rank.lexical * share(hit.lexical?.score ?? 0, best.lexical) +
    fields +
    rank.covered * overlap.covered +
    rank.cosine * (hit.cosine ?? 0) +
    WEIGHTS.age * Math.log1p(days) +
    (hit.fingerprint ? WEIGHTS.fingerprint : 0)
  );
}

function share(value: number, best: number): number {
  return best > 0 ? value / best : 0;
}

/** How far the first stands out from the next ones; among few candidates that says little. */
function leadOf(scores: readonly number[]): number {
  const [first = 0, ...others] = scores;
  const next = others.slice(0, WEIGHTS.lead.over);
  if (next.length === 0) return 0;
  const mean = next.reduce((sum, score) => sum + score, 0) / next.length;
  return Math.min(WEIGHTS.lead.most, first - mean) * Math.min(1, scores.length / WEIGHTS.lead.among);
}

function believe(hit: IndexHit, lead: number): number {
  const gate = hit.cosine === null ? WEIGHTS.gate.words : WEIGHTS.gate.vectors;
  return logistic(
    gate.offset +
      gate.lexical * (hit.lexical?.score ?? 0) +
      gate.lead * lead +
      gate.cosine * (hit.cosine ?? 0) +
      (hit.fingerprint ? WEIGHTS.gate.fingerprint : 0),
  );
}

function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value));
}
