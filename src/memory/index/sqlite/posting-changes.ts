import type { Statement } from "better-sqlite3";
import type { TermVector } from "../analysis/term-vector.js";
import { lastBlock, type Partition } from "./partitions.js";
import {
  BLOCK_BITS,
  BLOCK_SIZE,
  bucketOf,
  BUCKETS,
  bytesOf,
  encodePosting,
  rowOf,
  wordsOf,
} from "./postings.js";
import type { Statements } from "./statements.js";
import { TermCounts } from "./term-counts.js";

/** What changes in one block of one partition; documents by their place in it. */
interface BlockChanges {
  partition: Partition;
  block: number;
  added: Map<number, TermVector>;
  removed: Map<number, TermVector>;
}

/** Gathers the posting changes of a batch, so that each row is read and written once. */
export class PostingChanges {
  private readonly blocks = new Map<string, BlockChanges>();
  private readonly statements: Statements;
  private readonly counts: TermCounts;
  private readonly read: Statement<[number], Buffer>;
  private readonly extend: Statement<[number, Buffer]>;
  private readonly replace: Statement<[number, Buffer]>;
  private readonly drop: Statement<[number]>;

  constructor(statements: Statements) {
    this.statements = statements;
    this.counts = new TermCounts(statements);
    this.read = statements.value("SELECT data FROM postings WHERE row = ?");
    this.extend = statements.of(
      `INSERT INTO postings VALUES (?, ?)
       ON CONFLICT DO UPDATE SET data = CAST(data || excluded.data AS BLOB)`,
    );
    this.replace = statements.of("INSERT OR REPLACE INTO postings VALUES (?, ?)");
    this.drop = statements.of("DELETE FROM postings WHERE row = ?");
  }

  /** Once a document and batch; one that is there was removed in the batch before. */
  add(partition: Partition, ordinal: number, vector: TermVector): void {
    this.blockOf(partition, ordinal >>> BLOCK_BITS).added.set(ordinal & (BLOCK_SIZE - 1), vector);
  }

  remove(partition: Partition, ordinal: number, vector: TermVector): void {
    this.blockOf(partition, ordinal >>> BLOCK_BITS).removed.set(ordinal & (BLOCK_SIZE - 1), vector);
  }

  /** Writes all of it; blocks that are full from now on are counted. */
  flush(): void {
    const partitions = new Set<Partition>();
    for (const changes of this.blocks.values()) {
      this.removePostings(changes);
      this.addPostings(changes);
      this.writeLengths(changes);
      const { partition, block } = changes;
      if (block < partition.counted_blocks) this.counts.change(partition, countChanges(changes));
      partitions.add(partition);
    }
    for (const partition of partitions) this.countFullBlocks(partition);
  }

  private removePostings({ partition, block, removed }: BlockChanges): void {
    const buckets = new Set([...removed.values()].flatMap(({ terms }) => Array.from(terms, bucketOf)));
    for (const bucket of buckets) {
      const row = rowOf(partition.id, block, bucket);
      const data = this.read.get(row);
      if (data === undefined) continue;
      const kept = withoutDocuments(wordsOf(data), removed);
      if (kept.length > 0) this.replace.run(row, bytesOf(kept));
      else this.drop.run(row);
    }
  }

  private addPostings({ partition, block, added }: BlockChanges): void {
    if (added.size === 0) return;
    const { postings, ends } = inBuckets(added);
    let start = 0;
    for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
      const end = ends[bucket] ?? start;
      if (end > start)
        this.extend.run(rowOf(partition.id, block, bucket), bytesOf(postings.subarray(2 * start, 2 * end)));
      start = end;
    }
  }

  private countFullBlocks(partition: Partition): void {
    for (; partition.counted_blocks < lastBlock(partition); partition.counted_blocks += 1) {
      for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
        const data = this.read.get(rowOf(partition.id, partition.counted_blocks, bucket));
        if (data !== undefined) this.counts.addBucket(partition, bucket, wordsOf(data));
      }
    }
  }

  private blockOf(partition: Partition, block: number): BlockChanges {
    const name = `${partition.id} ${block}`;
    const known = this.blocks.get(name);
    if (known !== undefined) return known;
    const made = { partition, block, added: new Map(), removed: new Map() };
    this.blocks.set(name, made);
    return made;
  }

  private writeLengths({ partition, block, added }: BlockChanges): void {
    if (added.size === 0) return;
    const data = this.statements
      .value<[number, number], Buffer>("SELECT data FROM lengths WHERE partition = ? AND block = ?")
      .get(partition.id, block);
    const words = data === undefined ? new Uint32Array(BLOCK_SIZE) : Uint32Array.from(wordsOf(data));
    for (const [offset, { titleLength, textLength }] of added)
      words[offset] = encodeLengths(titleLength, textLength);
    this.statements
      .of("INSERT OR REPLACE INTO lengths VALUES (?, ?, ?)")
      .run(partition.id, block, bytesOf(words));
  }
}

/** The postings of the documents bucket by bucket; each bucket's `end` is the beginning of the next one. */
function inBuckets(documents: ReadonlyMap<number, TermVector>): { postings: Uint32Array; ends: Uint32Array } {
  const ends = new Uint32Array(BUCKETS);
  let all = 0;
  for (const { terms } of documents.values()) {
    all += terms.length;
    for (const term of terms) ends[bucketOf(term)] = (ends[bucketOf(term)] ?? 0) + 1;
  }
  let start = 0;
  for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
    const size = ends[bucket] ?? 0;
    ends[bucket] = start;
    start += size;
  }
  const postings = new Uint32Array(2 * all);
  for (const [offset, { terms, title, text }] of documents) {
    for (let place = 0; place < terms.length; place += 1) {
      const term = terms[place] ?? 0;
      const position = ends[bucketOf(term)] ?? 0;
      ends[bucketOf(term)] = position + 1;
      postings[2 * position] = term;
      postings[2 * position + 1] = encodePosting(offset, title[place] ?? 0, text[place] ?? 0);
    }
  }
  return { postings, ends };
}

function withoutDocuments(postings: Uint32Array, documents: ReadonlyMap<number, unknown>): Uint32Array {
  return postings.filter((_, place) => !documents.has((postings[place | 1] ?? 0) >>> 16));
}

/** How many more documents hold each term than before; terms that as many hold are left out. */
function countChanges({ added, removed }: BlockChanges): Map<number, number> {
  const changes = new Map<number, number>();
  const count = (documents: ReadonlyMap<number, TermVector>, by: 1 | -1) => {
    for (const { terms } of documents.values())
      for (const term of terms) changes.set(term, (changes.get(term) ?? 0) + by);
  };
  count(removed, -1);
  count(added, 1);
  for (const [term, by] of changes) if (by === 0) changes.delete(term);
  return changes;
}

/** Title length in the upper, text length in the lower 16 bits, each capped. */
function encodeLengths(title: number, text: number): number {
  return ((Math.min(title, 0xffff) << 16) | Math.min(text, 0xffff)) >>> 0;
}
