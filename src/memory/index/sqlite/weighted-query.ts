import { inverseDocumentFrequency } from "../analysis/bm25f.js";
import { heaviestTerms } from "../analysis/heaviest-terms.js";
import { isTemplateLine, stripLines } from "../analysis/template-lines.js";
import { analyse, type AnalysedText, type TermVector } from "../analysis/term-vector.js";
import { kindOf } from "../analysis/term-kind.js";
import { averagesOf, type Partition, sum } from "./partitions.js";
import type { Statements } from "./statements.js";
import { TermCounts } from "./term-counts.js";

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
  const counts = new TermCounts(statements);
  const whole = analyse(query);
  const counted = partitions.map((partition) => counts.of(partition, whole.terms));
  const frequencyOf = (term: number) => sum(counted.map((terms) => terms.get(term) ?? 0));
  const text = stripLines(query.text, (line) => isTemplateLine(documents, frequencyOf(line)));
  const vector = text === query.text ? whole : analyse({ ...query, text });
  const frequencies = vector.terms.map((term) => (kindOf(term) === "line" ? 0 : frequencyOf(term)));
  const rarity = Float64Array.from(frequencies, (frequency) =>
    inverseDocumentFrequency(documents, frequency),
  );
  const heaviest = heaviestTerms(vector, rarity).map(({ place, ...term }) => ({
    ...term,
    frequency: frequencies[place] ?? 0,
  }));
  return {
    vector,
    rarity,
    searched: withinBudget(heaviest),
    weight: sum(heaviest.map(({ weight }) => weight)),
  };
}

function withinBudget(terms: readonly SearchedTerm[]): SearchedTerm[] {
  let left = POSTING_BUDGET;
  return terms.filter(({ frequency }) => frequency > 0 && (left -= frequency) >= 0);
}
