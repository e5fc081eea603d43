/**
 * Every constant of ranking and abstention, in one table, the same for all stores and trackers. `rank` was fitted
 * as one linear model over the closest hundred candidates of recorded trackers; see docs/decisions/0030.
 */
export const WEIGHTS = {
  /** Candidates asked of each list. */
  candidates: 100,
  /** Of them, so many are read from the log of record and scored by what is known of them. */
  inspected: 25,
  rank: {
    /** Shares of the best candidate's value. */
    lexical: 2.9,
    title_title: 1.1,
    title_text: 2,
    text_title: 1.6,
    text_text: 1.1,
    /** Times the share of the entry that the query covers. */
    covered: 6.1,
    /** Times ln(1 + age in days): what is said twice is mostly said soon. */
    age: -0.55,
    /** Times the cosine. */
    dense: 8,
    fingerprint: 14,
  },
  /** Logistic: how likely it is that the first candidate speaks of the same thing at all. */
  gate: { offset: -2.2, lexical: 4, covered: 4, lead: 0.25, dense: 3, fingerprint: 5 },
  /** The lead of the first candidate is measured against so many next ones, and counts up to `most`. */
  lead: { over: 10, most: 6 },
  /** How fast likeliness falls with the rank score behind the first. */
  decline: 0.5,
  environment: { match: 1, unknown: 0.8, mismatch: 0.5 },
  /** A memory of no confidence at all still counts for this share. */
  confidenceFloor: 0.6,
  otherRepository: 0.95,
  /** Best score below which nothing is shown. */
  threshold: 0.2,
  /** Behind a first one that is shown, others are shown down to this share of the threshold. */
  companions: 0.2,
} as const;
