import type { Statements } from "./statements.js";

/** Postings of a term are 4 bytes each; SQLite tells a blob's length without reading it. */
export const FREQUENCY_SQL =
  "SELECT coalesce(sum(length(data)), 0) / 4 FROM postings WHERE partition = ? AND term = ?";

/** Beyond so many numbers all are let go: about 6 MB. */
const MOST = 100_000;

/**
 * How many documents hold a word, kept from batch to batch: most words of one were in the one before, and to count them
 * takes longer the more there are.
 */
export class WordFrequencies {
  private readonly statements: Statements;
  private readonly partitions = new Map<number, Map<number, number>>();
  private dataVersion = -1;

  constructor(statements: Statements) {
    this.statements = statements;
  }

  /** Before a batch. What another connection wrote meanwhile is not in the numbers. */
  begin(): void {
    const version = this.statements.value<[], number>("PRAGMA data_version").get() ?? -1;
    const held = [...this.partitions.values()].reduce((sum, { size }) => sum + size, 0);
    if (version !== this.dataVersion || held > MOST) this.forget();
    this.dataVersion = version;
  }

  /** After a batch that failed. */
  forget(): void {
    this.partitions.clear();
  }

  of(partition: number, word: number): number {
    return this.partitions.get(partition)?.get(word) ?? this.count(partition, word);
  }

  /** After the postings were written, once a batch: what is not known yet is counted. */
  change(partition: number, word: number, by: number): void {
    const words = this.partitions.get(partition) ?? new Map<number, number>();
    this.partitions.set(partition, words);
    const before = words.get(word);
    words.set(word, before === undefined ? this.count(partition, word) : before + by);
  }

  private count(partition: number, word: number): number {
    return this.statements.value<[number, number], number>(FREQUENCY_SQL).get(partition, word) ?? 0;
  }
}
