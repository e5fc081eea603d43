import type { Database, Statement } from "better-sqlite3";
import { analyse, type TermVector } from "../analysis/term-vector.js";
import type { IndexEntry } from "../recall-index.js";
import type { Scope } from "../../scope.js";
import { PostingChanges } from "./posting-changes.js";
import { decodeTerms, encodeTerms } from "./stored-terms.js";

/** Documents are numbered within their partition, so that a partition's postings lie close together. */
export const ORDINALS = 2 ** 26;

interface StoredEntry {
  doc: number;
  partition: number;
  terms: Buffer;
}

/** Writes and removes entries. Every public method expects to run inside one immediate transaction. */
export class EntryWriter {
  private readonly database: Database;
  private readonly find: Statement<[string], StoredEntry>;
  private readonly insert: Statement;

  constructor(database: Database) {
    this.database = database;
    this.find = database.prepare("SELECT doc, partition, terms FROM entries WHERE id = ?");
    this.insert = database.prepare(
      `INSERT INTO entries (doc, id, partition, thread, kind, status, source, os_family, confidence, gold,
         created_at, error_types, ecosystems, terms, vector)
       VALUES (@doc, @id, @partition, @thread, @kind, @status, @source, @os_family, @confidence, @gold,
         @created_at, @error_types, @ecosystems, @terms, @vector)`,
    );
  }

  upsert(entries: readonly IndexEntry[]): void {
    const changes = new PostingChanges(this.database);
    const latest = new Map(entries.map((entry) => [entry.id, entry]));
    for (const entry of latest.values()) this.write(entry, changes);
    changes.flush();
  }

  remove(ids: readonly string[]): void {
    const changes = new PostingChanges(this.database);
    for (const id of new Set(ids)) {
      const stored = this.find.get(id);
      if (stored !== undefined) this.erase(stored, changes);
    }
    changes.flush();
  }

  private write(entry: IndexEntry, changes: PostingChanges): void {
    const partition = this.partitionOf(entry.scope);
    const stored = this.find.get(entry.id);
    if (stored !== undefined) this.erase(stored, changes);
    const doc = stored?.partition === partition ? stored.doc : this.nextDocument(partition);
    const vector = analyse(entry);
    this.insertEntry(doc, partition, entry, vector);
    for (const fingerprint of new Set(entry.fingerprints)) {
      this.database.prepare("INSERT INTO fingerprints VALUES (?, ?)").run(fingerprint, doc);
    }
    this.countDocument(partition, vector, 1);
    changes.add(partition, doc % ORDINALS, vector);
  }

  private insertEntry(doc: number, partition: number, entry: IndexEntry, vector: TermVector): void {
    this.insert.run({
      doc,
      id: entry.id,
      partition,
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
      vector: entry.vector === null ? null : Buffer.from(new Float32Array(entry.vector).buffer),
    });
  }

  private erase(stored: StoredEntry, changes: PostingChanges): void {
    const vector = decodeTerms(stored.terms);
    changes.remove(stored.partition, stored.doc % ORDINALS, vector);
    this.countDocument(stored.partition, vector, -1);
    this.database.prepare("DELETE FROM fingerprints WHERE doc = ?").run(stored.doc);
    this.database.prepare("DELETE FROM entries WHERE doc = ?").run(stored.doc);
  }

  private partitionOf(scope: Scope): number {
    const repository = scope.visibility === "public" ? "" : scope.repository;
    const id = this.database
      .prepare<[string, string, string], number>(
        `INSERT INTO partitions (installation, visibility, repository) VALUES (?, ?, ?)
         ON CONFLICT DO UPDATE SET id = id RETURNING id`,
      )
      .pluck()
      .get(scope.installation, scope.visibility, repository);
    return id ?? 0;
  }

  private nextDocument(partition: number): number {
    const ordinal = this.database
      .prepare<[number], number>(
        "UPDATE partitions SET next_ordinal = next_ordinal + 1 WHERE id = ? RETURNING next_ordinal - 1",
      )
      .pluck()
      .get(partition);
    return partition * ORDINALS + (ordinal ?? 0);
  }

  private countDocument(partition: number, vector: TermVector, sign: 1 | -1): void {
    this.database
      .prepare(
        `UPDATE partitions SET documents = documents + ?, title_length = title_length + ?,
           text_length = text_length + ? WHERE id = ?`,
      )
      .run(sign, sign * vector.titleLength, sign * vector.textLength, partition);
  }
}
