import { WEIGHTS } from "../recall/weights.js";
import type { Ranking } from "./recall.js";
import type { TrackerQuery } from "./recall-data.js";

/** Names of section 13 of the contract. */
export interface RecallFigures {
  n: number;
  recall_at_1: number;
  recall_at_5: number;
  recall_at_10: number;
  mrr: number;
}

export function figuresOf(
  queries: readonly TrackerQuery[],
  rankings: readonly (readonly string[])[],
): RecallFigures {
  const ranks = queries.map(
    ({ targets }, index) => (rankings[index] ?? []).findIndex((id) => targets.has(id)) + 1,
  );
  const within = (depth: number) => ranks.filter((rank) => rank > 0 && rank <= depth).length / ranks.length;
  const reciprocal = ranks.reduce((sum, rank) => sum + (rank > 0 ? 1 / rank : 0), 0);
  return {
    n: ranks.length,
    recall_at_1: round(within(1)),
    recall_at_5: round(within(5)),
    recall_at_10: round(within(10)),
    mrr: round(reciprocal / ranks.length),
  };
}

/** The value below which a share of the values lies (nearest rank). */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? 0;
}

export interface AbstentionPoint {
  threshold: number;
  /** Of the recalls that are right among the first five, the share that is still shown. */
  kept: number;
  /** Of the issues whose related ones are not in memory, the share for which nothing is shown. */
  silent: number;
}

/** What each threshold would have shown; both runs were made without one. */
export function abstentionCurve(
  queries: readonly TrackerQuery[],
  rankings: readonly Ranking[],
  bereft: readonly Ranking[],
): AbstentionPoint[] {
  const right = queries.flatMap(({ targets }, index) => {
    const found = rankings[index]?.found.slice(0, 5) ?? [];
    const hit = found.find(({ id }) => targets.has(id));
    return hit === undefined ? [] : [{ first: found[0]?.score ?? 0, hit: hit.score }];
  });
  const firsts = bereft.map(({ found }) => found[0]?.score ?? 0);
  const thresholds = Array.from({ length: 40 }, (_, step) => percentile(firsts, (step + 1) / 40));
  return [...new Set([...thresholds, WEIGHTS.threshold])]
    .sort((a, b) => a - b)
    .map((threshold) => ({
      threshold: round(threshold),
      kept: round(right.filter((each) => isShown(each, threshold)).length / Math.max(1, right.length)),
      silent: round(firsts.filter((score) => score < threshold).length / Math.max(1, firsts.length)),
    }));
}

function isShown({ first, hit }: { first: number; hit: number }, threshold: number): boolean {
  return first >= threshold && hit >= threshold * WEIGHTS.companions;
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
