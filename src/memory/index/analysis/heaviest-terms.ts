import { LEXICAL, weightInText } from "./bm25f.js";
import type { TermVector } from "./term-vector.js";

export interface WeighedTerm {
  term: number;
  /** In the query's `terms`. */
  place: number;
  /** Rarity × weight in the query. */
  weight: number;
}

/** The terms of a query that say most, heaviest first; `rarity` goes place by place with its terms. */
export function heaviestTerms(query: TermVector, rarity: ArrayLike<number>): WeighedTerm[] {
  const all = Array.from(query.terms, (term, place) => ({
    term,
    place,
    weight: (rarity[place] ?? 0) * weightInText(query.title[place] ?? 0, query.text[place] ?? 0),
  }));
  return all
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || a.term - b.term)
    .slice(0, LEXICAL.queryTerms);
}
