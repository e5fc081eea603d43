import type { Database, Statement } from "better-sqlite3";
import { kindOf } from "../analysis/term-kind.js";
import type { TermVector } from "../analysis/term-vector.js";
import {
  applyChange,
  BLOCK_BITS,
  BLOCK_SIZE,
  type BlockChange,
  bytesOf,
  encodePosting,
  wordsOf,
} from "./postings.js";

/** Postings of a term are 4 bytes each; SQLite tells a blob's length without reading it. */
export const FREQUENCY_SQL =
  "SELECT coalesce(sum(length(data)), 0) / 4 FROM postings WHERE partition = ? AND term = ?";

export type DocumentFrequencies = Map<number, number>;

export function frequencyKey(partition: number, term: number): number {
  return partition * 2 ** 32 + term;
}

type Key = [partition: number, term: number, block: number];

/** Gathers the posting changes of a batch, so that each posting list is read and written once. */
export class PostingChanges {
  private readonly changes = new Map<string, { key: Key; change: BlockChange }>();
  private readonly lengths = new Map<
    string,
    { partition: number; block: number; set: Map<number, number> }
  >();
  private readonly database: Database;

  constructor(database: Database) {
    this.database = database;
  }

  add(partition: number, ordinal: number, vector: TermVector): void {
    const offset = ordinal & (BLOCK_SIZE - 1);
    vector.terms.forEach((term, index) => {
      const posting = encodePosting(offset, vector.title[index] ?? 0, vector.text[index] ?? 0);
      this.changeOf(partition, term, ordinal >>> BLOCK_BITS).added.push(posting);
    });
    this.setLength(partition, ordinal, encodeLengths(vector.titleLength, vector.textLength));
  }

  remove(partition: number, ordinal: number, vector: TermVector): void {
    const offset = ordinal & (BLOCK_SIZE - 1);
    for (const term of vector.terms) {
      this.changeOf(partition, term, ordinal >>> BLOCK_BITS).removed.add(offset);
    }
  }

  /** Writes all of it; gives how many documents now hold each word that was added, by partition and term. */
  flush(): DocumentFrequencies {
    const frequencies: DocumentFrequencies = new Map();
    const count = this.database.prepare<[number, number], number>(FREQUENCY_SQL).pluck();
    const read = this.database
      .prepare<Key, Buffer>("SELECT data FROM postings WHERE partition = ? AND term = ? AND block = ?")
      .pluck();
    const write = this.database.prepare("INSERT OR REPLACE INTO postings VALUES (?, ?, ?, ?)");
    const drop = this.database.prepare("DELETE FROM postings WHERE partition = ? AND term = ? AND block = ?");
    const inOrder = [...this.changes.values()].sort((a, b) => a.key[0] - b.key[0] || a.key[1] - b.key[1]);
    for (const { key, change } of inOrder) {
      const data = read.get(...key);
      const after = applyChange(data === undefined ? new Uint32Array() : wordsOf(data), change);
      if (after.length > 0) write.run(...key, bytesOf(after));
      else drop.run(...key);
      const [partition, term] = key;
      if (change.added.length > 0 && kindOf(term) === "word") {
        frequencies.set(frequencyKey(partition, term), count.get(partition, term) ?? 0);
      }
    }
    this.flushLengths();
    return frequencies;
  }

  private changeOf(partition: number, term: number, block: number): BlockChange {
    const name = `${partition} ${term} ${block}`;
    let entry = this.changes.get(name);
    if (entry === undefined) {
      entry = { key: [partition, term, block], change: { removed: new Set(), added: [] } };
      this.changes.set(name, entry);
    }
    return entry.change;
  }

  private setLength(partition: number, ordinal: number, encoded: number): void {
    const block = ordinal >>> BLOCK_BITS;
    const name = `${partition} ${block}`;
    const entry = this.lengths.get(name) ?? { partition, block, set: new Map<number, number>() };
    entry.set.set(ordinal & (BLOCK_SIZE - 1), encoded);
    this.lengths.set(name, entry);
  }

  private flushLengths(): void {
    const read: Statement<[number, number], Buffer> = this.database
      .prepare<[number, number], Buffer>("SELECT data FROM lengths WHERE partition = ? AND block = ?")
      .pluck();
    const write = this.database.prepare("INSERT OR REPLACE INTO lengths VALUES (?, ?, ?)");
    for (const { partition, block, set } of this.lengths.values()) {
      const data = read.get(partition, block);
      const words = data === undefined ? new Uint32Array(BLOCK_SIZE) : Uint32Array.from(wordsOf(data));
      for (const [offset, encoded] of set) words[offset] = encoded;
      write.run(partition, block, bytesOf(words));
    }
  }
}

/** Title length in the upper, text length in the lower 16 bits, each capped. */
function encodeLengths(title: number, text: number): number {
  return ((Math.min(title, 0xffff) << 16) | Math.min(text, 0xffff)) >>> 0;
}
