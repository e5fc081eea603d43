import type { Statement } from "better-sqlite3";
import { inverseDocumentFrequency } from "../analysis/bm25f.js";
import { ownWeight } from "../analysis/overlap.js";
import { decodeTerms, encodeTerms } from "../analysis/stored-terms.js";
import { analyse, type TermVector } from "../analysis/term-vector.js";
import type { IndexEntry } from "../recall-index.js";
import { kindOf } from "../analysis/term-kind.js";
import { countDocument, ORDINALS, type Partition, PartitionBook } from "./partitions.js";
import { PostingChanges } from "./posting-changes.js";
import type { Statements } from "./statements.js";
import { TermCounts } from "./term-counts.js";
import { groupBy } from "../../../util/group-by.js";

interface StoredEntry {
  doc: number;
  partition: number;
  terms: Buffer;
}

interface Prepared {
  entry: IndexEntry;
  partition: Partition;
  doc: number;
  vector: TermVector;
}

interface Batch {
  changes: PostingChanges;
  partitions: PartitionBook;
}

/** Writes and removes entries. Every public method expects to run inside one immediate transaction. */
export class EntryWriter {
  private readonly statements: Statements;
  private readonly counts: TermCounts;
  private readonly find: Statement<[string], StoredEntry>;
  private readonly insert: Statement;
  private readonly insertFingerprint: Statement<[string, number]>;
  private readonly dropEntry: Statement<[number]>;
  private readonly dropFingerprints: Statement<[number]>;

  constructor(statements: Statements) {
    this.statements = statements;
    this.counts = new TermCounts(statements);
    this.find = statements.of("SELECT doc, partition, terms FROM entries WHERE id = ?");
    this.insert = statements.of(
      `INSERT INTO entries (doc, id, partition, thread, kind, status, source, os_family, confidence, gold,
         created_at, error_types, ecosystems, terms, weight, vector)
       VALUES (@doc, @id, @partition, @thread, @kind, @status, @source, @os_family, @confidence, @gold,
         @created_at, @error_types, @ecosystems, @terms, @weight, @vector)`,
    );
    this.insertFingerprint = statements.of("INSERT INTO fingerprints VALUES (?, ?)");
    this.dropEntry = statements.of("DELETE FROM entries WHERE doc = ?");
    this.dropFingerprints = statements.of("DELETE FROM fingerprints WHERE doc = ?");
  }

  upsert(entries: readonly IndexEntry[]): void {
    const batch = this.begin();
    const latest = new Map(entries.map((entry) => [entry.id, entry]));
    const prepared = [...latest.values()].map((entry) => this.prepare(entry, batch));
    this.flush(batch);
    const frequencies = this.frequenciesIn(prepared);
    for (const each of prepared) this.write(each, weigh(each, frequencies));
  }

  remove(ids: readonly string[]): void {
    const batch = this.begin();
    for (const id of new Set(ids)) {
      const stored = this.find.get(id);
      if (stored !== undefined) this.erase(stored, batch);
    }
    this.flush(batch);
  }

  private begin(): Batch {
    return { changes: new PostingChanges(this.statements), partitions: new PartitionBook(this.statements) };
  }

  private prepare(entry: IndexEntry, batch: Batch): Prepared {
    const partition = batch.partitions.of(entry.scope);
    const stored = this.find.get(entry.id);
    if (stored !== undefined) this.erase(stored, batch);
    const isSamePlace = stored?.partition === partition.id;
    const doc = isSamePlace ? stored.doc : partition.id * ORDINALS + partition.next_ordinal++;
    const vector = analyse(entry);
    countDocument(partition, vector, 1);
    batch.changes.add(partition, doc % ORDINALS, vector);
    return { entry, partition, doc, vector };
  }

  private write({ entry, partition, doc, vector }: Prepared, weight: number): void {
    this.insert.run({
      doc,
      id: entry.id,
      partition: partition.id,
      thread: entry.thread,
      kind: entry.kind,
      status: entry.status,
      source: entry.source,
      os_family: entry.os_family,
      confidence: entry.confidence,
      gold: entry.gold ? 1 : 0,
      created_at: entry.created_at,
      error_types: JSON.stringify(entry.error_types),
      ecosystems: JSON.stringify(entry.ecosystems),
      terms: encodeTerms(vector),
      weight,
      vector: entry.vector === null ? null : Buffer.from(new Float32Array(entry.vector).buffer),
    });
    for (const fingerprint of new Set(entry.fingerprints)) this.insertFingerprint.run(fingerprint, doc);
  }

  private erase(stored: StoredEntry, batch: Batch): void {
    const vector = decodeTerms(stored.terms);
    const partition = batch.partitions.byNumber(stored.partition);
    batch.changes.remove(partition, stored.doc % ORDINALS, vector);
    countDocument(partition, vector, -1);
    this.dropFingerprints.run(stored.doc);
    this.dropEntry.run(stored.doc);
  }

  private flush({ partitions, changes }: Batch): void {
    changes.flush();
    partitions.flush();
  }

  /** How many documents of its partition hold each word of a batch that was written. */
  private frequenciesIn(prepared: readonly Prepared[]): Map<Partition, Map<number, number>> {
    const byPartition = groupBy(prepared, ({ partition }) => partition);
    return new Map(
      [...byPartition].map(([partition, own]) => [partition, this.counts.of(partition, wordsIn(own))]),
    );
  }
}

function wordsIn(prepared: readonly Prepared[]): Set<number> {
  const words = new Set<number>();
  for (const { vector } of prepared)
    for (const term of vector.terms) if (kindOf(term) === "word") words.add(term);
  return words;
}

/** By the rarity of words as of now: later changes of it are small, and weigh on all entries alike. */
function weigh({ partition, vector }: Prepared, frequencies: Map<Partition, Map<number, number>>): number {
  const ofPartition = frequencies.get(partition);
  return ownWeight(vector, (term) =>
    inverseDocumentFrequency(partition.documents, ofPartition?.get(term) ?? 0),
  );
}
