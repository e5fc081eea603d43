import type { Statement } from "better-sqlite3";
import { kindOf } from "../analysis/term-kind.js";
import type { TermVector } from "../analysis/term-vector.js";
import { BLOCK_BITS, BLOCK_SIZE, bytesOf, encodePosting, wordsOf } from "./postings.js";
import type { Statements } from "./statements.js";
import type { WordFrequencies } from "./word-frequencies.js";

type Key = [partition: number, term: number, block: number];

/** The statements on one posting list. */
class PostingStore {
  private readonly read: Statement<Key, Buffer>;
  private readonly extend: Statement<[...Key, Buffer]>;
  private readonly replace: Statement<[...Key, Buffer]>;
  private readonly drop: Statement<Key>;
  /** What is bound is copied, so that one piece of memory serves all. */
  private scratch = new Uint32Array(256);

  constructor(statements: Statements) {
    this.read = statements.value("SELECT data FROM postings WHERE partition = ? AND term = ? AND block = ?");
    this.extend = statements.of(
      `INSERT INTO postings VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET data = CAST(data || excluded.data AS BLOB)`,
    );
    this.replace = statements.of("INSERT OR REPLACE INTO postings VALUES (?, ?, ?, ?)");
    this.drop = statements.of("DELETE FROM postings WHERE partition = ? AND term = ? AND block = ?");
  }

  append([partition, term, block]: Key, added: readonly number[]): void {
    this.extend.run(partition, term, block, this.bytes(added));
  }

  remove([partition, term, block]: Key, offsets: ReadonlySet<number>): void {
    const data = this.read.get(partition, term, block);
    const kept = data === undefined ? [] : wordsOf(data).filter((word) => !offsets.has(word >>> 16));
    if (kept.length > 0) this.replace.run(partition, term, block, bytesOf(Uint32Array.from(kept)));
    else this.drop.run(partition, term, block);
  }

  private bytes(postings: readonly number[]): Buffer {
    if (this.scratch.length < postings.length) this.scratch = new Uint32Array(2 * postings.length);
    this.scratch.set(postings);
    return Buffer.from(this.scratch.buffer, 0, 4 * postings.length);
  }
}

/** What changes in one block of one partition. */
interface BlockChanges {
  partition: number;
  block: number;
  /** By term. */
  added: Map<number, number[]>;
  removed: Map<number, Set<number>>;
  /** By the document's place in the block. */
  lengths: Map<number, number>;
}

/** Gathers the posting changes of a batch, so that each posting list is read and written once. */
export class PostingChanges {
  private readonly blocks = new Map<string, BlockChanges>();
  private readonly statements: Statements;

  constructor(statements: Statements) {
    this.statements = statements;
  }

  add(partition: number, ordinal: number, { terms, title, text, titleLength, textLength }: TermVector): void {
    const offset = ordinal & (BLOCK_SIZE - 1);
    const { added, lengths } = this.blockOf(partition, ordinal >>> BLOCK_BITS);
    for (let place = 0; place < terms.length; place += 1) {
      const term = terms[place] ?? 0;
      const posting = encodePosting(offset, title[place] ?? 0, text[place] ?? 0);
      const known = added.get(term);
      if (known === undefined) added.set(term, [posting]);
      else known.push(posting);
    }
    lengths.set(offset, encodeLengths(titleLength, textLength));
  }

  remove(partition: number, ordinal: number, vector: TermVector): void {
    const offset = ordinal & (BLOCK_SIZE - 1);
    const { removed } = this.blockOf(partition, ordinal >>> BLOCK_BITS);
    for (const term of vector.terms) {
      const known = removed.get(term);
      if (known === undefined) removed.set(term, new Set([offset]));
      else known.add(offset);
    }
  }

  /** Writes all of it, and counts it. */
  flush(frequencies: WordFrequencies): void {
    const store = new PostingStore(this.statements);
    for (const changes of this.blocks.values()) {
      const { partition, block, added, removed } = changes;
      for (const [term, offsets] of removed) store.remove([partition, term, block], offsets);
      for (const term of Uint32Array.from(added.keys()).sort())
        store.append([partition, term, block], added.get(term) ?? []);
      this.writeLengths(changes);
    }
    for (const [partition, words] of this.wordChanges())
      for (const [word, by] of words) frequencies.change(partition, word, by);
  }

  /** How many more documents of each partition hold a word than before. */
  private wordChanges(): Map<number, Map<number, number>> {
    const partitions = new Map<number, Map<number, number>>();
    for (const { partition, added, removed } of this.blocks.values()) {
      const words = partitions.get(partition) ?? new Map<number, number>();
      partitions.set(partition, words);
      const change = (term: number, by: number) => {
        if (kindOf(term) === "word") words.set(term, (words.get(term) ?? 0) + by);
      };
      for (const [term, postings] of added) change(term, postings.length);
      for (const [term, offsets] of removed) change(term, -offsets.size);
    }
    return partitions;
  }

  private blockOf(partition: number, block: number): BlockChanges {
    const name = `${partition} ${block}`;
    const known = this.blocks.get(name);
    if (known !== undefined) return known;
    const made = { partition, block, added: new Map(), removed: new Map(), lengths: new Map() };
    this.blocks.set(name, made);
    return made;
  }

  private writeLengths({ partition, block, lengths }: BlockChanges): void {
    if (lengths.size === 0) return;
    const data = this.statements
      .value<[number, number], Buffer>("SELECT data FROM lengths WHERE partition = ? AND block = ?")
      .get(partition, block);
    const words = data === undefined ? new Uint32Array(BLOCK_SIZE) : Uint32Array.from(wordsOf(data));
    for (const [offset, encoded] of lengths) words[offset] = encoded;
    this.statements
      .of("INSERT OR REPLACE INTO lengths VALUES (?, ?, ?)")
      .run(partition, block, bytesOf(words));
  }
}

/** Title length in the upper, text length in the lower 16 bits, each capped. */
function encodeLengths(title: number, text: number): number {
  return ((Math.min(title, 0xffff) << 16) | Math.min(text, 0xffff)) >>> 0;
}
