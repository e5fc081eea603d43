/** Constants of the lexical score, fixed once for all stores. */
export const LEXICAL = {
  k1: 1.5,
  titleWeight: 4,
  titleNormalisation: 0.5,
  textNormalisation: 0.8,
  /** How fast repetitions within the query stop counting. */
  queryK: 4,
  /** Of a long query only so many terms are searched: those that weigh most. */
  queryTerms: 48,
} as const;

export interface FieldAverages {
  titleLength: number;
  textLength: number;
}

/** Weight over 1 - b + b · length / average, per field. */
export function fieldNorms(titleLength: number, textLength: number, average: FieldAverages) {
  const { titleNormalisation: bt, textNormalisation: bx } = LEXICAL;
  return {
    title: LEXICAL.titleWeight / (1 - bt + (bt * titleLength) / Math.max(1, average.titleLength)),
    text: 1 / (1 - bx + (bx * textLength) / Math.max(1, average.textLength)),
  };
}

/** Robertson and Sparck Jones, above zero also for a word of every entry. */
export function inverseDocumentFrequency(documents: number, frequency: number): number {
  return Math.log(1 + Math.max(0, documents - frequency + 0.5) / (frequency + 0.5));
}

/** How much a term of these counts says of the text that it stands in, before its rarity. */
export function weightInText(title: number, text: number): number {
  const frequency = LEXICAL.titleWeight * title + text;
  return (frequency * (LEXICAL.queryK + 1)) / (frequency + LEXICAL.queryK);
}

export function saturate(frequency: number, k: number): number {
  return frequency / (frequency + k);
}
