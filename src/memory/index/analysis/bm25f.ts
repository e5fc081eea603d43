/** Constants of the lexical score, fixed once for all stores. */
export const LEXICAL = {
  k1: 1.2,
  titleWeight: 2.5,
  textWeight: 1,
  titleNormalisation: 0.5,
  textNormalisation: 0.75,
  /** How fast repetitions within the query stop counting. */
  queryK: 2,
  /** Of a long query only so many terms are searched: those that weigh most. */
  queryTerms: 48,
} as const;

export interface FieldAverages {
  titleLength: number;
  textLength: number;
}

/** 1 / ((1 - b) + b · length / average), per field. */
export function fieldNorms(titleLength: number, textLength: number, average: FieldAverages) {
  const { titleNormalisation: bt, textNormalisation: bx } = LEXICAL;
  return {
    title: LEXICAL.titleWeight / (1 - bt + (bt * titleLength) / Math.max(1, average.titleLength)),
    text: LEXICAL.textWeight / (1 - bx + (bx * textLength) / Math.max(1, average.textLength)),
  };
}

/** Robertson and Sparck Jones, floored above zero so that a word of every entry still counts for a little. */
export function inverseDocumentFrequency(documents: number, frequency: number): number {
  return Math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5));
}

/** Weight of a term that stands `title` and `text` times in the query. */
export function queryWeight(title: number, text: number): number {
  const frequency = LEXICAL.titleWeight * title + LEXICAL.textWeight * text;
  return (frequency * (LEXICAL.queryK + 1)) / (frequency + LEXICAL.queryK);
}
