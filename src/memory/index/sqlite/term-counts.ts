import type { Statement } from "better-sqlite3";
import { groupBy } from "../../../util/group-by.js";
import { type Partition, openBlocks } from "./partitions.js";
import { bucketOf, BUCKETS, bytesOf, rowOf, wordsOf } from "./postings.js";
import type { Statements } from "./statements.js";

/**
 * How many documents of a partition hold a term. Of full blocks it is kept in `counts` (by bucket, pairs of term and number,
 * ascending); of the block that is being filled the postings themselves are counted, so that a batch writes no counts.
 */
export class TermCounts {
  private readonly counts: Statement<[number], Buffer>;
  private readonly postings: Statement<[number], Buffer>;
  private readonly replace: Statement<[number, Buffer]>;
  private readonly drop: Statement<[number]>;

  constructor(statements: Statements) {
    this.counts = statements.value("SELECT data FROM counts WHERE row = ?");
    this.postings = statements.value("SELECT data FROM postings WHERE row = ?");
    this.replace = statements.of("INSERT OR REPLACE INTO counts VALUES (?, ?)");
    this.drop = statements.of("DELETE FROM counts WHERE row = ?");
  }

  /** By term; each bucket is read once. */
  of(partition: Partition, terms: Iterable<number>): Map<number, number> {
    const counted = new Map<number, number>();
    const blocks = openBlocks(partition);
    for (const [bucket, wanted] of groupBy(terms, bucketOf)) {
      const full = this.read(this.counts, partition.id * BUCKETS + bucket);
      const open = blocks.map((block) => this.read(this.postings, rowOf(partition.id, block, bucket)));
      for (const term of wanted) {
        let count = countIn(full, term);
        for (const postings of open) count += occurrences(postings, term);
        counted.set(term, count);
      }
    }
    return counted;
  }

  /** For terms of full blocks. */
  change(partition: Partition, changes: ReadonlyMap<number, number>): void {
    for (const [bucket, terms] of groupBy(changes.keys(), bucketOf)) {
      const ordered = Uint32Array.from(terms).sort();
      this.changeBucket(partition, bucket, ordered, (place) => changes.get(ordered[place] ?? 0) ?? 0);
    }
  }

  /** All postings of one bucket of a block that is full now. */
  addBucket(partition: Partition, bucket: number, postings: Uint32Array): void {
    const terms = postings.filter((_, place) => place % 2 === 0).sort();
    this.changeBucket(partition, bucket, terms, () => 1);
  }

  /** `terms` ascending, equal ones side by side. */
  private changeBucket(
    partition: Partition,
    bucket: number,
    terms: Uint32Array,
    by: (place: number) => number,
  ): void {
    const row = partition.id * BUCKETS + bucket;
    const merged = mergeCounts(this.read(this.counts, row), terms, by);
    if (merged.length > 0) this.replace.run(row, bytesOf(merged));
    else this.drop.run(row);
  }

  private read(statement: Statement<[number], Buffer>, row: number): Uint32Array {
    const data = statement.get(row);
    return data === undefined ? NONE : wordsOf(data);
  }
}

const NONE = new Uint32Array(0);

function occurrences(postings: Uint32Array, term: number): number {
  let count = 0;
  for (let place = 0; place < postings.length; place += 2) if (postings[place] === term) count += 1;
  return count;
}

function countIn(counts: Uint32Array, term: number): number {
  let [low, high] = [0, counts.length / 2];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((counts[2 * middle] ?? 0) < term) low = middle + 1;
    else high = middle;
  }
  return counts[2 * low] === term ? (counts[2 * low + 1] ?? 0) : 0;
}

/** Both ascending; what counts nothing any more is left out. */
function mergeCounts(counts: Uint32Array, terms: Uint32Array, by: (place: number) => number): Uint32Array {
  const merged = new Uint32Array(counts.length + 2 * terms.length);
  let end = 0;
  let [known, changed] = [0, 0];
  while (known < counts.length || changed < terms.length) {
    const term = Math.min(counts[known] ?? Infinity, terms[changed] ?? Infinity);
    let count = 0;
    if (counts[known] === term) {
      count = counts[known + 1] ?? 0;
      known += 2;
    }
    for (; terms[changed] === term; changed += 1) count += by(changed);
    if (count <= 0) continue;
    merged[end] = term;
    merged[end + 1] = count;
    end += 2;
  }
  return merged.slice(0, end);
}
