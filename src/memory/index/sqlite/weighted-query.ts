import { inverseDocumentFrequency, LEXICAL, weightInText } from "../analysis/bm25f.js";
import { isTemplateLine, stripLines } from "../analysis/template-lines.js";
import { analyse, type AnalysedText, type TermVector } from "../analysis/term-vector.js";
import { kindOf } from "../analysis/term-kind.js";
import { averagesOf, type Partition, sum } from "./partitions.js";
import { FREQUENCY_SQL } from "./posting-changes.js";
import type { Statements } from "./statements.js";

export interface SearchedTerm {
  term: number;
  /** Rarity × weight in the query. */
  weight: number;
  /** Postings to read. */
  frequency: number;
}

/** A query as its terms, template lines left out, with their rarity among the readable entries alone. */
export interface WeightedQuery {
  vector: TermVector;
  /** Place by place with `vector.terms`. */
  rarity: Float64Array;
  /** The terms that are searched, heaviest first. */
  searched: SearchedTerm[];
  /** What they weigh together with the ones that no readable entry holds. */
  weight: number;
}

/** Postings read for one query at most: bounds the time where a query holds many common words. */
const POSTING_BUDGET = 600_000;

export function weighQuery(
  statements: Statements,
  partitions: readonly Partition[],
  query: AnalysedText,
): WeightedQuery {
  const { documents } = averagesOf(partitions);
  const count = statements.value<[number, number], number>(FREQUENCY_SQL);
  const frequencyOf = (term: number) => sum(partitions.map(({ id }) => count.get(id, term) ?? 0));
  const text = stripLines(query.text, (line) => isTemplateLine(documents, frequencyOf(line)));
  const vector = analyse({ ...query, text });
  const frequencies = vector.terms.map((term) => (kindOf(term) === "line" ? 0 : frequencyOf(term)));
  const rarity = Float64Array.from(frequencies, (frequency) =>
    inverseDocumentFrequency(documents, frequency),
  );
  const heaviest = heaviestTerms(vector, rarity, frequencies);
  return {
    vector,
    rarity,
    searched: withinBudget(heaviest),
    weight: sum(heaviest.map(({ weight }) => weight)),
  };
}

function heaviestTerms(vector: TermVector, rarity: Float64Array, frequencies: Uint32Array): SearchedTerm[] {
  const all = Array.from(vector.terms, (term, index) => ({
    term,
    frequency: frequencies[index] ?? 0,
    weight: (rarity[index] ?? 0) * weightInText(vector.title[index] ?? 0, vector.text[index] ?? 0),
  }));
  return all
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || a.term - b.term)
    .slice(0, LEXICAL.queryTerms);
}

function withinBudget(terms: readonly SearchedTerm[]): SearchedTerm[] {
  let left = POSTING_BUDGET;
  return terms.filter(({ frequency }) => frequency > 0 && (left -= frequency) >= 0);
}
