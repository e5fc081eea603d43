import type { Database } from "better-sqlite3";
import type { IndexEntry, IndexFilter, IndexHit, IndexQuery, RecallIndex } from "../recall-index.js";
import type { ReadScope } from "../../scope.js";
import type { VectorSpace } from "../vector-space.js";
import { guard, limitSize, openDatabase } from "./database.js";
import { searchDensely } from "./dense-search.js";
import { EntryWriter } from "./entry-writer.js";
import { filterCondition, readablePartitions, type SqlCondition } from "./filter-sql.js";
import { keepSpace } from "./held-space.js";
import { HitList } from "./hit-list.js";
import { searchLexically } from "./lexical-search.js";
import { averagesOf, partitionsFor } from "./partitions.js";
import { replaceContents } from "./replace-contents.js";
import { Statements } from "./statements.js";
import { weighQuery } from "./weighted-query.js";

interface SqliteIndexOptions {
  lockTimeoutMs?: number;
  vectors?: VectorSpace | null;
  maxBytes?: number;
}

/** The recall index in one SQLite file: inverted lists, fingerprints and vectors, all kept apart by scope. */
export class SqliteRecallIndex implements RecallIndex {
  readonly name = "sqlite";
  private readonly database: Database;
  private readonly statements: Statements;
  private readonly writer: EntryWriter;
  private readonly path: string;
  private readonly vectors: VectorSpace | null | undefined;

  private constructor(database: Database, path: string, vectors: VectorSpace | null | undefined) {
    this.database = database;
    this.path = path;
    this.vectors = vectors;
    this.statements = new Statements(database);
    this.writer = new EntryWriter(this.statements);
  }

  /**
   * `path` is made where it is missing; ":memory:" keeps the index in memory. A writer waits 5 s for another one.
   * `vectors` is what the embedder gives, null without one; where it is left out, any vectors are taken.
   * `maxBytes` limits the file, as a full disk would; default none.
   */
  static open(
    path: string,
    { lockTimeoutMs = 5000, vectors, maxBytes }: SqliteIndexOptions = {},
  ): SqliteRecallIndex {
    const database = openDatabase(path, lockTimeoutMs);
    try {
      if (maxBytes !== undefined) limitSize(database, maxBytes);
      const index = new SqliteRecallIndex(database, path, vectors);
      guard(path, () => {
        index.checkSpace();
      });
      return index;
    } catch (error) {
      database.close();
      throw error;
    }
  }

  upsert(entries: readonly IndexEntry[]): Promise<void> {
    return this.write(() => this.writer.upsert(entries));
  }

  remove(ids: readonly string[]): Promise<void> {
    return this.write(() => this.writer.remove(ids));
  }

  search(query: IndexQuery): Promise<IndexHit[]> {
    return this.run(() => this.database.transaction(() => this.searchNow(query)).deferred());
  }

  count(reader: ReadScope, filter: IndexFilter): Promise<number> {
    return this.run(() => {
      const condition = filterCondition(filter);
      const partitions = readablePartitions(reader);
      const count = this.statements
        .value<unknown[], number>(
          `SELECT count(*) FROM entries WHERE partition IN (SELECT id FROM partitions WHERE ${partitions.sql})
             AND ${condition.sql}`,
        )
        .get(...partitions.values, ...condition.values);
      return count ?? 0;
    });
  }

  /** Checks the model too: another process may have made the index anew with another one. */
  cursor(): Promise<number> {
    return this.run(() => {
      this.checkSpace();
      return Number(this.statements.value("SELECT value FROM meta WHERE key = 'cursor'").get() ?? 0);
    });
  }

  setCursor(cursor: number): Promise<void> {
    return this.run(() => {
      this.statements.of("INSERT OR REPLACE INTO meta VALUES ('cursor', ?)").run(String(cursor));
    });
  }

  close(): Promise<void> {
    return this.run(() => {
      this.database.pragma("wal_checkpoint(TRUNCATE)");
      this.database.close();
    });
  }

  /** Holds what the index at `path` holds from now on, in one transaction. */
  replaceWith(path: string): Promise<void> {
    return this.run(() => {
      replaceContents(this.database, path);
    });
  }

  private checkSpace(): void {
    if (this.vectors !== undefined) keepSpace(this.database, this.path, this.vectors);
  }

  private searchNow(query: IndexQuery): IndexHit[] {
    const partitions = partitionsFor(this.statements, query.reader);
    const filter = filterCondition(query.filter);
    const ids = partitions.map((partition) => partition.id);
    const weighted = weighQuery(this.statements, partitions, query);
    const hits = new HitList(this.statements, filter, query.vector);
    for (const doc of this.equalFingerprints(query, ids, filter)) {
      const signals = hits.of(doc);
      if (signals !== null) signals.fingerprint = true;
    }
    let rank = 0;
    for (const { doc, score } of searchLexically(this.statements, partitions, weighted.searched)) {
      const signals = hits.of(doc);
      if (signals === null) continue;
      rank += 1;
      signals.lexical = { rank, score: score / weighted.weight };
      if (rank === query.limit) break;
    }
    if (query.vector !== null) {
      const dense = searchDensely(this.statements, ids, filter, query.vector, query.limit);
      dense.forEach(({ doc, score }, index) => {
        const signals = hits.of(doc);
        if (signals !== null) signals.dense = { rank: index + 1, score };
      });
    }
    return hits.describe(weighted, averagesOf(partitions));
  }

  private equalFingerprints(
    query: IndexQuery,
    partitions: readonly number[],
    filter: SqlCondition,
  ): number[] {
    if (query.fingerprints.length === 0) return [];
    return this.statements
      .value<unknown[], number>(
        `SELECT DISTINCT doc FROM fingerprints JOIN entries USING (doc)
         WHERE fingerprint IN (SELECT value FROM json_each(?)) AND partition IN (SELECT value FROM json_each(?))
           AND ${filter.sql} ORDER BY confidence DESC, created_at DESC, doc LIMIT ?`,
      )
      .all(JSON.stringify(query.fingerprints), JSON.stringify(partitions), ...filter.values, query.limit);
  }

  private write(work: () => void): Promise<void> {
    return this.run(() => {
      this.database.transaction(work).immediate();
    });
  }

  private async run<T>(work: () => T): Promise<T> {
    return await Promise.resolve(guard(this.path, work));
  }
}
