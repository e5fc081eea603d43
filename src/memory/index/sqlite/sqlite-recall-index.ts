import type { Database } from "better-sqlite3";
import type { IndexEntry, IndexFilter, IndexHit, IndexQuery, RecallIndex } from "../recall-index.js";
import type { ReadScope } from "../../scope.js";
import { guard, openDatabase } from "./database.js";
import { searchDensely } from "./dense-search.js";
import { EntryWriter } from "./entry-writer.js";
import { filterCondition, readablePartitions, type SqlCondition } from "./filter-sql.js";
import { HitList } from "./hit-list.js";
import { type Ranked, searchLexically } from "./lexical-search.js";
import { averagesOf, partitionsFor } from "./partitions.js";
import { weighQuery } from "./weighted-query.js";

/** The recall index in one SQLite file: inverted lists, fingerprints and vectors, all kept apart by scope. */
export class SqliteRecallIndex implements RecallIndex {
  readonly name = "sqlite";
  private readonly database: Database;
  private readonly writer: EntryWriter;
  private readonly path: string;

  private constructor(database: Database, path: string) {
    this.database = database;
    this.path = path;
    this.writer = new EntryWriter(database);
  }

  /** `path` is made where it is missing; ":memory:" keeps the index in memory. A writer waits 5 s for another one. */
  static open(path: string, options: { lockTimeoutMs?: number } = {}): SqliteRecallIndex {
    return new SqliteRecallIndex(openDatabase(path, options.lockTimeoutMs ?? 5000), path);
  }

  upsert(entries: readonly IndexEntry[]): Promise<void> {
    return this.run(() => this.database.transaction(() => this.writer.upsert(entries)).immediate());
  }

  remove(ids: readonly string[]): Promise<void> {
    return this.run(() => this.database.transaction(() => this.writer.remove(ids)).immediate());
  }

  search(query: IndexQuery): Promise<IndexHit[]> {
    return this.run(() => this.database.transaction(() => this.searchNow(query)).deferred());
  }

  count(reader: ReadScope, filter: IndexFilter): Promise<number> {
    return this.run(() => {
      const condition = filterCondition(filter);
      const partitions = readablePartitions(reader);
      const count = this.database
        .prepare<unknown[], number>(
          `SELECT count(*) FROM entries WHERE partition IN (SELECT id FROM partitions WHERE ${partitions.sql})
             AND ${condition.sql}`,
        )
        .pluck()
        .get(...partitions.values, ...condition.values);
      return count ?? 0;
    });
  }

  cursor(): Promise<number> {
    return this.run(() =>
      Number(this.database.prepare("SELECT value FROM meta WHERE key = 'cursor'").pluck().get() ?? 0),
    );
  }

  setCursor(cursor: number): Promise<void> {
    return this.run(() => {
      this.database.prepare("INSERT OR REPLACE INTO meta VALUES ('cursor', ?)").run(String(cursor));
    });
  }

  close(): Promise<void> {
    return this.run(() => {
      this.database.pragma("wal_checkpoint(TRUNCATE)");
      this.database.close();
    });
  }

  private searchNow(query: IndexQuery): IndexHit[] {
    const partitions = partitionsFor(this.database, query.reader);
    const filter = filterCondition(query.filter);
    const ids = partitions.map((partition) => partition.id);
    const weighted = weighQuery(this.database, partitions, query);
    const hits = new HitList();
    for (const doc of this.equalFingerprints(query, ids, filter)) hits.of(doc).fingerprint = true;
    const ranked = searchLexically(this.database, partitions, weighted.searched);
    this.firstPassing(ranked, filter, query.limit).forEach(({ doc, score }, index) => {
      hits.of(doc).lexical = { rank: index + 1, score: score / weighted.weight };
    });
    if (query.vector !== null) {
      const dense = searchDensely(this.database, ids, filter, query.vector, query.limit);
      dense.forEach(({ doc, score }, index) => (hits.of(doc).dense = { rank: index + 1, score }));
    }
    return hits.describe(this.database, weighted, averagesOf(partitions), query.vector);
  }

  private equalFingerprints(
    query: IndexQuery,
    partitions: readonly number[],
    filter: SqlCondition,
  ): number[] {
    if (query.fingerprints.length === 0) return [];
    return this.database
      .prepare<unknown[], number>(
        `SELECT DISTINCT doc FROM fingerprints JOIN entries USING (doc)
         WHERE fingerprint IN (SELECT value FROM json_each(?)) AND partition IN (SELECT value FROM json_each(?))
           AND ${filter.sql} ORDER BY confidence DESC, created_at DESC, doc LIMIT ?`,
      )
      .pluck()
      .all(JSON.stringify(query.fingerprints), JSON.stringify(partitions), ...filter.values, query.limit);
  }

  /** The filter is asked of ever larger slices of the ranking, until enough entries have passed. */
  private firstPassing(ranked: Iterator<Ranked>, filter: SqlCondition, limit: number): Ranked[] {
    const passing = this.database
      .prepare<unknown[], number>(
        `SELECT doc FROM entries WHERE doc IN (SELECT value FROM json_each(?)) AND ${filter.sql}`,
      )
      .pluck();
    const passed: Ranked[] = [];
    for (let size = limit * 2; passed.length < limit; size *= 4) {
      const slice = take(ranked, size);
      if (slice.length === 0) break;
      const docs = new Set(passing.all(JSON.stringify(slice.map(({ doc }) => doc)), ...filter.values));
      passed.push(...slice.filter(({ doc }) => docs.has(doc)));
    }
    return passed.slice(0, limit);
  }

  private async run<T>(work: () => T): Promise<T> {
    return await Promise.resolve(guard(this.path, work));
  }
}

function take<T>(iterator: Iterator<T>, count: number): T[] {
  const taken: T[] = [];
  while (taken.length < count) {
    const next = iterator.next();
    if (next.done === true) break;
    taken.push(next.value);
  }
  return taken;
}
