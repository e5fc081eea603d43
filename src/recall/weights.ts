/** Every constant of the re-scoring, in one table; chosen on recorded trackers, the same for all stores. */
export const WEIGHTS = {
  /** Reciprocal rank fusion: 1 / (k + rank). */
  fusionK: 60,
  /** Candidates asked of each list. */
  candidates: 60,
  /** Relevance of an equal fingerprint. */
  fingerprint: 0.97,
  /** Logistic over the share of the query that is covered. */
  lexical: { offset: -2.2, slope: 9 },
  /** Logistic over the cosine. */
  dense: { offset: -7, slope: 10 },
  environment: { match: 1, unknown: 0.8, mismatch: 0.5 },
  /** A memory of no confidence at all still counts for this share. */
  confidenceFloor: 0.6,
  /** Age at which recency is worth half of what it can add. */
  recencyHalfLifeDays: 365,
  recencyShare: 0.05,
  otherRepository: 0.95,
  /** Below it nothing is shown. */
  threshold: 0.25,
} as const;
