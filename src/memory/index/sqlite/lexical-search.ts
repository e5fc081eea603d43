import type { Database } from "better-sqlite3";
import { fieldNorms, inverseDocumentFrequency, LEXICAL, queryWeight } from "../analysis/bm25f.js";
import type { TermVector } from "../analysis/term-vector.js";
import { ORDINALS } from "./entry-writer.js";
import { BLOCK_BITS, BLOCK_SIZE, wordsOf } from "./postings.js";

export interface Partition {
  id: number;
  next_ordinal: number;
  documents: number;
  title_length: number;
  text_length: number;
}

interface WeightedTerm {
  term: number;
  /** idf × weight in the query. */
  weight: number;
  /** Postings to read. */
  frequency: number;
}

/** Postings read for one query at most: bounds the time where a query holds many common words. */
const POSTING_BUDGET = 600_000;

export interface LexicalScores {
  /** Document numbers by falling score. */
  ranked(): Generator<{ doc: number; score: number }>;
  /** The score of an entry that holds every searched term often: what `score` can at most come to. */
  ceiling: number;
}

/** BM25F over the given partitions only; their word statistics are the only ones that count. */
export function searchLexically(
  database: Database,
  partitions: readonly Partition[],
  query: TermVector,
): LexicalScores {
  const documents = sum(partitions.map((partition) => partition.documents));
  const average = {
    titleLength: sum(partitions.map((partition) => partition.title_length)) / Math.max(1, documents),
    textLength: sum(partitions.map((partition) => partition.text_length)) / Math.max(1, documents),
  };
  const terms = chooseTerms(database, partitions, query, documents);
  const scores = partitions.map((partition) => {
    const accumulated = new Float32Array(partition.next_ordinal);
    const lengths = readLengths(database, partition);
    accumulate(database, partition, terms, accumulated, (ordinal) => {
      const length = lengths[ordinal] ?? 0;
      return fieldNorms(length >>> 16, length & 0xffff, average);
    });
    return accumulated;
  });
  return {
    ranked: () => rank(partitions, scores),
    ceiling: sum(terms.map(({ weight }) => weight * (LEXICAL.k1 + 1))),
  };
}

function chooseTerms(
  database: Database,
  partitions: readonly Partition[],
  query: TermVector,
  documents: number,
): WeightedTerm[] {
  const postings = database
    .prepare<[number, number], number>(
      "SELECT coalesce(sum(length(data)), 0) / 4 FROM postings WHERE partition = ? AND term = ?",
    )
    .pluck();
  const weighted = Array.from(query.terms, (term, index) => {
    const frequency = sum(partitions.map(({ id }) => postings.get(id, term) ?? 0));
    const inQuery = queryWeight(query.title[index] ?? 0, query.text[index] ?? 0);
    return { term, frequency, weight: inQuery * inverseDocumentFrequency(documents, frequency) };
  });
  const best = weighted.sort((a, b) => b.weight - a.weight || a.term - b.term).slice(0, LEXICAL.queryTerms);
  return withinBudget(best);
}

function withinBudget(terms: readonly WeightedTerm[]): WeightedTerm[] {
  let left = POSTING_BUDGET;
  return terms.filter(({ frequency }) => {
    left -= frequency;
    return left >= 0;
  });
}

function readLengths(database: Database, partition: Partition): Uint32Array {
  const lengths = new Uint32Array(Math.ceil(partition.next_ordinal / BLOCK_SIZE) * BLOCK_SIZE);
  const rows = database
    .prepare<[number], { block: number; data: Buffer }>("SELECT block, data FROM lengths WHERE partition = ?")
    .iterate(partition.id);
  for (const { block, data } of rows) lengths.set(wordsOf(data), block * BLOCK_SIZE);
  return lengths;
}

function accumulate(
  database: Database,
  partition: Partition,
  terms: readonly WeightedTerm[],
  scores: Float32Array,
  normsOf: (ordinal: number) => { title: number; text: number },
): void {
  const read = database.prepare<[number, number], { block: number; data: Buffer }>(
    "SELECT block, data FROM postings WHERE partition = ? AND term = ?",
  );
  for (const { term, weight } of terms) {
    for (const { block, data } of read.iterate(partition.id, term)) {
      for (const word of wordsOf(data)) {
        const ordinal = (block << BLOCK_BITS) | (word >>> 16);
        const norms = normsOf(ordinal);
        const frequency = norms.title * ((word >>> 8) & 0xff) + norms.text * (word & 0xff);
        scores[ordinal] =
          (scores[ordinal] ?? 0) + (weight * (LEXICAL.k1 + 1) * frequency) / (LEXICAL.k1 + frequency);
      }
    }
  }
}

/** Best first, made in growing slices: most searches need only the first. */
function* rank(
  partitions: readonly Partition[],
  scores: readonly Float32Array[],
): Generator<{ doc: number; score: number }> {
  const all: { doc: number; score: number }[] = [];
  scores.forEach((accumulated, index) => {
    const base = (partitions[index]?.id ?? 0) * ORDINALS;
    accumulated.forEach((score, ordinal) => {
      if (score > 0) all.push({ doc: base + ordinal, score });
    });
  });
  all.sort((a, b) => b.score - a.score || a.doc - b.doc);
  yield* all;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
