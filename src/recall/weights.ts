/**
 * Every constant of ranking and abstention, in one table, the same for all stores and trackers. `rank` was fitted
 * as one linear model over the closest hundred candidates of recorded trackers; see docs/decisions/0030.
 */
export const WEIGHTS = {
  /** Candidates asked of each list. */
  candidates: 100,
  /** Of them, so many are read from the log of record and scored by what is known of them. */
  inspected: 25,
  /** By words alone, and with vectors. The fields are shares of the best candidate's value. */
  rank: {
    words: {
      lexical: 2.9,
      title_title: 1.1,
      title_text: 2,
      text_title: 1.6,
      text_text: 1.1,
      covered: 6.1,
      cosine: 0,
    },
    vectors: {
      lexical: 2.4,
      title_title: 0.4,
      title_text: 1.6,
      text_title: 1.3,
      text_text: 0.1,
      covered: 4.2,
      cosine: 11,
    },
  },
  /** Times ln(1 + age in days): what is said twice is mostly said soon. */
  age: -0.56,
  fingerprint: 14,
  /** Logistic: how likely it is that the first candidate speaks of the same thing at all. */
  gate: {
    words: { offset: -1.28, lexical: 1.8, lead: 0.32, cosine: 0 },
    vectors: { offset: -2.27, lexical: 1.07, lead: 0.335, cosine: 1.6 },
    fingerprint: 4,
  },
  /** The lead of the first candidate is over the mean of so many next ones; it counts in full only among so many. */
  lead: { over: 10, among: 60, most: 9 },
  /** How fast likeliness falls with the rank score behind the first. */
  decline: 0.5,
  environment: { match: 1, unknown: 0.8, mismatch: 0.5 },
  /** A memory of no confidence at all still counts for this share. */
  confidenceFloor: 0.6,
  otherRepository: 0.95,
  /** Best score below which nothing is shown. */
  threshold: 0.24,
  /** The same for who asks in so many words: below it, not even a hint is shown. */
  hint: 0.12,
  /** Behind a first one that is shown, others are shown down to this share of the threshold. */
  companions: 0.2,
} as const;
