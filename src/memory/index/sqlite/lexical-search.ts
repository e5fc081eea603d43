import { type FieldAverages, fieldNorms, LEXICAL } from "../analysis/bm25f.js";
import { averagesOf, lastBlock, ORDINALS, type Partition } from "./partitions.js";
import { BLOCK_BITS, BLOCK_SIZE, bucketOf, rowOf, wordsOf } from "./postings.js";
import type { Statements } from "./statements.js";
import type { SearchedTerm } from "./weighted-query.js";

export interface Ranked {
  doc: number;
  score: number;
}

const FIRST_SLICE = 256;

/** BM25F over the given partitions only: documents by falling score, made as they are taken. */
export function searchLexically(
  statements: Statements,
  partitions: readonly Partition[],
  terms: readonly SearchedTerm[],
): Generator<Ranked> {
  const norms = normTables(averagesOf(partitions));
  const scores = partitions.map((partition) => {
    const accumulated = new Float32Array(partition.next_ordinal);
    const lengths = readLengths(statements, partition);
    for (const term of terms) addTerm(statements, partition, term, { lengths, ...norms }, accumulated);
    return accumulated;
  });
  return rank(partitions, scores);
}

/** Norms of fields of up to so many words are made once a search; a title that is longer counts as this long. */
const LONGEST = { title: 255, text: 1023 } as const;

interface Norms {
  average: FieldAverages;
  /** By document: the title's length in the upper, the text's in the lower 16 bits. */
  lengths: Uint32Array;
  /** By length. */
  title: Float32Array;
  text: Float32Array;
}

function normTables(average: FieldAverages): Omit<Norms, "lengths"> {
  const title = Float32Array.from({ length: LONGEST.title + 1 }, (_, n) => fieldNorms(n, 0, average).title);
  const text = Float32Array.from({ length: LONGEST.text + 1 }, (_, n) => fieldNorms(0, n, average).text);
  return { average, title, text };
}

function readLengths(statements: Statements, { id, next_ordinal }: Partition): Uint32Array {
  const lengths = new Uint32Array(Math.ceil(next_ordinal / BLOCK_SIZE) * BLOCK_SIZE);
  const rows = statements
    .of<[number], { block: number; data: Buffer }>("SELECT block, data FROM lengths WHERE partition = ?")
    .all(id);
  for (const { block, data } of rows) lengths.set(wordsOf(data), block * BLOCK_SIZE);
  return lengths;
}

function addTerm(
  statements: Statements,
  partition: Partition,
  { term, weight }: SearchedTerm,
  norms: Norms,
  scores: Float32Array,
): void {
  const read = statements.value<[number], Buffer>("SELECT data FROM postings WHERE row = ?");
  for (let block = 0; block <= lastBlock(partition); block += 1) {
    const data = read.get(rowOf(partition.id, block, bucketOf(term)));
    if (data === undefined) continue;
    const base = block << BLOCK_BITS;
    const postings = wordsOf(data);
    for (let place = 0; place < postings.length; place += 2) {
      if (postings[place] !== term) continue;
      const word = postings[place + 1] ?? 0;
      const ordinal = base | (word >>> 16);
      const length = norms.lengths[ordinal] ?? 0;
      const title = (norms.title[Math.min(LONGEST.title, length >>> 16)] ?? 0) * ((word >>> 8) & 0xff);
      const frequency = title + textNorm(length & 0xffff, norms) * (word & 0xff);
      scores[ordinal] = (scores[ordinal] ?? 0) + (weight * frequency) / (frequency + LEXICAL.k1);
    }
  }
}

function textNorm(length: number, { text, average }: Norms): number {
  return text[length] ?? fieldNorms(0, length, average).text;
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
    for (let ordinal = 0; ordinal < accumulated.length; ordinal += 1) {
      const score = accumulated[ordinal] ?? 0;
      if (score <= least || score > last.score) continue;
      const candidate = { doc: base + ordinal, score };
      if (byRank(last, candidate) >= 0) continue;
      kept.push(candidate);
      if (kept.length < 2 * size) continue;
      kept.sort(byRank).length = size;
      least = kept.at(-1)?.score ?? 0;
    }
  });
  return kept.sort(byRank).slice(0, size);
}

function byRank(a: Ranked, b: Ranked): number {
  return b.score - a.score || a.doc - b.doc;
}
