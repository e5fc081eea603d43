import type { Database } from "better-sqlite3";
import { fieldNorms, LEXICAL } from "../analysis/bm25f.js";
import { averagesOf, ORDINALS, type Partition } from "./partitions.js";
import { BLOCK_BITS, BLOCK_SIZE, wordsOf } from "./postings.js";
import type { SearchedTerm } from "./weighted-query.js";

export interface Ranked {
  doc: number;
  score: number;
}

const FIRST_SLICE = 256;

/** BM25F over the given partitions only: documents by falling score, made as they are taken. */
export function searchLexically(
  database: Database,
  partitions: readonly Partition[],
  terms: readonly SearchedTerm[],
): Generator<Ranked> {
  const average = averagesOf(partitions);
  const scores = partitions.map((partition) => {
    const accumulated = new Float32Array(partition.next_ordinal);
    const norms = readNorms(database, partition, average);
    for (const term of terms) addTerm(database, partition, term, norms, accumulated);
    return accumulated;
  });
  return rank(partitions, scores);
}

interface Norms {
  title: Float32Array;
  text: Float32Array;
}

function readNorms(database: Database, partition: Partition, average: ReturnType<typeof averagesOf>): Norms {
  const size = partition.next_ordinal;
  const norms: Norms = { title: new Float32Array(size), text: new Float32Array(size) };
  const rows = database
    .prepare<[number], { block: number; data: Buffer }>("SELECT block, data FROM lengths WHERE partition = ?")
    .iterate(partition.id);
  for (const { block, data } of rows) {
    const base = block * BLOCK_SIZE;
    const used = wordsOf(data).subarray(0, partition.next_ordinal - base);
    used.forEach((length, offset) => {
      const { title, text } = fieldNorms(length >>> 16, length & 0xffff, average);
      norms.title[base + offset] = title;
      norms.text[base + offset] = text;
    });
  }
  return norms;
}

function addTerm(
  database: Database,
  partition: Partition,
  { term, weight }: SearchedTerm,
  norms: Norms,
  scores: Float32Array,
): void {
  const blocks = database
    .prepare<[number, number], { block: number; data: Buffer }>(
      "SELECT block, data FROM postings WHERE partition = ? AND term = ?",
    )
    .iterate(partition.id, term);
  for (const { block, data } of blocks) {
    const base = block << BLOCK_BITS;
    for (const word of wordsOf(data)) {
      const ordinal = base | (word >>> 16);
      const title = (norms.title[ordinal] ?? 0) * ((word >>> 8) & 0xff);
      const frequency = title + (norms.text[ordinal] ?? 0) * (word & 0xff);
      scores[ordinal] = (scores[ordinal] ?? 0) + (weight * frequency) / (frequency + LEXICAL.k1);
    }
  }
}

/** In slices that grow: most searches need only the first one, and to sort everything would take longest of all. */
function* rank(partitions: readonly Partition[], scores: readonly Float32Array[]): Generator<Ranked> {
  let last: Ranked = { doc: -1, score: Infinity };
  for (let size = FIRST_SLICE; ; size *= 8) {
    const slice = bestBehind(last, size, partitions, scores);
    yield* slice;
    const end = slice.at(-1);
    if (end === undefined || slice.length < size) return;
    last = end;
  }
}

function bestBehind(
  last: Ranked,
  size: number,
  partitions: readonly Partition[],
  scores: readonly Float32Array[],
): Ranked[] {
  const kept: Ranked[] = [];
  let least = 0;
  scores.forEach((accumulated, index) => {
    const base = (partitions[index]?.id ?? 0) * ORDINALS;
    accumulated.forEach((score, ordinal) => {
      if (score <= least || score > last.score) return;
      const candidate = { doc: base + ordinal, score };
      if (byRank(last, candidate) >= 0) return;
      kept.push(candidate);
      if (kept.length < 2 * size) return;
      kept.sort(byRank).length = size;
      least = kept.at(-1)?.score ?? 0;
    });
  });
  return kept.sort(byRank).slice(0, size);
}

function byRank(a: Ranked, b: Ranked): number {
  return b.score - a.score || a.doc - b.doc;
}
