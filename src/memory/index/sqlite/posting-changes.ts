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

interface PendingChange {
  key: Key;
  change: BlockChange;
}

/** The statements on one posting list; each gives how many postings it then has. */
class PostingStore {
  private readonly read: Statement<Key, Buffer>;
  private readonly extend: Statement<[...Key, Buffer], number>;
  private readonly replace: Statement<[...Key, Buffer]>;
  private readonly drop: Statement<Key>;

  constructor(database: Database) {
    this.read = database
      .prepare<Key, Buffer>("SELECT data FROM postings WHERE partition = ? AND term = ? AND block = ?")
      .pluck();
    this.extend = database
      .prepare<[...Key, Buffer], number>(
        `INSERT INTO postings VALUES (?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET data = CAST(data || excluded.data AS BLOB) RETURNING length(data) / 4`,
      )
      .pluck();
    this.replace = database.prepare("INSERT OR REPLACE INTO postings VALUES (?, ?, ?, ?)");
    this.drop = database.prepare("DELETE FROM postings WHERE partition = ? AND term = ? AND block = ?");
  }

  append(key: Key, added: readonly number[]): number {
    return this.extend.get(...key, bytesOf(Uint32Array.from(added))) ?? 0;
  }

  rewrite(key: Key, change: BlockChange): number {
    const data = this.read.get(...key);
    const after = applyChange(data === undefined ? new Uint32Array() : wordsOf(data), change);
    if (after.length > 0) this.replace.run(...key, bytesOf(after));
    else this.drop.run(...key);
    return after.length;
  }
}

/** Gathers the posting changes of a batch, so that each posting list is read and written once. */
export class PostingChanges {
  /** By partition and term; nearly always of one block. */
  private readonly changes = new Map<number, PendingChange[]>();
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
      const change = this.changeOf(partition, term, ordinal >>> BLOCK_BITS);
      (change.removed ??= new Set()).add(offset);
    }
  }

  /**
   * Writes all of it; gives how many documents now hold each word that was added, by partition and term. A
   * partition of one block needs no counting: the block says it.
   */
  flush(hasOneBlock: (partition: number) => boolean): DocumentFrequencies {
    const frequencies: DocumentFrequencies = new Map();
    const count = this.database.prepare<[number, number], number>(FREQUENCY_SQL).pluck();
    const store = new PostingStore(this.database);
    const inOrder = [...this.changes.values()]
      .flat()
      .sort((a, b) => a.key[0] - b.key[0] || a.key[1] - b.key[1]);
    for (const { key, change } of inOrder) {
      const inBlock = change.removed === null ? store.append(key, change.added) : store.rewrite(key, change);
      const [partition, term] = key;
      if (change.added.length === 0 || kindOf(term) !== "word") continue;
      const frequency = hasOneBlock(partition) ? inBlock : (count.get(partition, term) ?? 0);
      frequencies.set(frequencyKey(partition, term), frequency);
    }
    this.flushLengths();
    return frequencies;
  }

  private changeOf(partition: number, term: number, block: number): BlockChange {
    const name = frequencyKey(partition, term);
    const known = this.changes.get(name);
    const found = known?.find(({ key }) => key[2] === block);
    if (found !== undefined) return found.change;
    const pending: PendingChange = { key: [partition, term, block], change: { removed: null, added: [] } };
    if (known === undefined) this.changes.set(name, [pending]);
    else known.push(pending);
    return pending.change;
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
