import type { EpisodeSource } from "./episode.js";

/** Every number of the belief model stands here and nowhere else. */
export const CONFIDENCE = {
  /** What an episode is worth before anything confirms or contradicts it, by where it comes from. */
  priorMean: {
    sandbox_verified: 0.95,
    sandbox: 0.85,
    maintainer: 0.75,
    reporter: 0.55,
    participant: 0.45,
    inference: 0.35,
    import: 0.5,
  },
  /** Pseudo-observations behind the prior. */
  priorStrength: 2,
  /** Added to alpha (for) or beta (against) by one piece of evidence. */
  weight: {
    confirmed: { alpha: 1, beta: 0 },
    contradicted: { alpha: 0, beta: 1 },
    rejected: { alpha: 0, beta: 4 },
    reporter_up: { alpha: 1, beta: 0 },
    reporter_down: { alpha: 0, beta: 1 },
  },
  goldAlpha: 4,
  halfLifeMs: 180 * 24 * 60 * 60 * 1000,
} as const satisfies {
  priorMean: Record<EpisodeSource, number>;
  weight: Record<string, { alpha: number; beta: number }>;
  priorStrength: number;
  goldAlpha: number;
  halfLifeMs: number;
};

export type EvidenceWeight = keyof typeof CONFIDENCE.weight;

/** One observed outcome. `at`: milliseconds since the epoch. */
export interface Evidence {
  weight: EvidenceWeight;
  at: number;
}

/** A Beta distribution over "this memory holds". */
export interface Belief {
  alpha: number;
  beta: number;
}

export function priorOf(source: EpisodeSource): Belief {
  const mean = CONFIDENCE.priorMean[source];
  return { alpha: mean * CONFIDENCE.priorStrength, beta: (1 - mean) * CONFIDENCE.priorStrength };
}

/**
 * Prior plus evidence. What speaks for a memory fades from the time that something last spoke for it, what speaks
 * against it from the time that something last spoke against it: a new confirmation can so never lower the mean.
 * Gold does not fade. Evidence from after `now` counts whole.
 */
export function beliefOf(
  source: EpisodeSource,
  evidence: readonly Evidence[],
  gold: boolean,
  now: number,
): Belief {
  const { alpha, beta } = priorOf(source);
  return {
    alpha: alpha + fadedSum(evidence, "alpha", now) + (gold ? CONFIDENCE.goldAlpha : 0),
    beta: beta + fadedSum(evidence, "beta", now),
  };
}

function fadedSum(evidence: readonly Evidence[], side: "alpha" | "beta", now: number): number {
  let sum = 0;
  let last = -Infinity;
  for (const { weight, at } of evidence) {
    const added = CONFIDENCE.weight[weight][side];
    if (added === 0) continue;
    sum += added;
    last = Math.max(last, at);
  }
  if (sum === 0) return 0;
  return sum * 0.5 ** (Math.max(0, now - last) / CONFIDENCE.halfLifeMs);
}

export function meanOf({ alpha, beta }: Belief): number {
  return alpha / (alpha + beta);
}

/** The posterior mean, in (0, 1). */
export function confidenceOf(
  source: EpisodeSource,
  evidence: readonly Evidence[],
  gold: boolean,
  now: number,
): number {
  return meanOf(beliefOf(source, evidence, gold, now));
}
