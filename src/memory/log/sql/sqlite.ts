import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type BetterSqlite3 from "better-sqlite3";
import { Kysely, SqliteDialect } from "kysely";
import { SqliteDatabase } from "../../../sqlite/driver.js";
import { explainSqliteError } from "./sqlite-errors.js";
import { SqlStore } from "./sql-store.js";
import type { Tables } from "./tables.js";

export interface SqliteOptions {
  /** How long a write waits for another process. Default 5,000. */
  busyTimeoutMs?: number;
  /** The file may not grow beyond it. Default no limit. */
  maxBytes?: number;
}

const MEMORY = ":memory:";

/**
 * Opens the file, making it and its folder where they are missing.
 *
 * WAL with synchronous=FULL: a reply must never cite an episode that a power cut takes away, and the log is written in
 * few, small transactions, so one flush for each is cheap. `secure_delete` overwrites what is erased.
 */
export function openSqliteStore(path: string, options: SqliteOptions): SqlStore {
  try {
    if (path !== MEMORY) mkdirSync(dirname(path), { recursive: true });
    const file = new SqliteDatabase(path, { timeout: options.busyTimeoutMs ?? 5_000 });
    try {
      configure(file, options);
    } catch (error) {
      file.close();
      throw error;
    }
    return new SqlStore({
      db: new Kysely<Tables>({ dialect: new SqliteDialect({ database: withStatementCache(file) }) }),
      name: path,
      begin: ["begin immediate"],
      explain: (error) => explainSqliteError(error, path),
      scrub: async () => {
        await Promise.resolve(file.pragma("wal_checkpoint(TRUNCATE)"));
      },
    });
  } catch (error) {
    throw explainSqliteError(error, path);
  }
}

function configure(file: BetterSqlite3.Database, options: SqliteOptions): void {
  // Only where it is not set yet: on a file that may not be written to, setting it is an error.
  if (file.pragma("journal_mode", { simple: true }) !== "wal") file.pragma("journal_mode = WAL");
  file.pragma("synchronous = FULL");
  file.pragma("foreign_keys = ON");
  file.pragma("secure_delete = ON");
  file.pragma("cache_size = -16384");
  // Indexes with random keys touch the same pages again and again: they go into the file once in several batches.
  file.pragma("wal_autocheckpoint = 4096");
  if (options.maxBytes !== undefined) {
    const pageSize = Number(file.pragma("page_size", { simple: true }));
    file.pragma(`max_page_count = ${Math.max(1, Math.floor(options.maxBytes / pageSize))}`);
  }
}

/** Kysely prepares each query anew: keeping the prepared ones halves the cost of small reads and writes. */
function withStatementCache(file: BetterSqlite3.Database): {
  prepare(sql: string): BetterSqlite3.Statement;
  close(): void;
} {
  const limit = 256;
  const cache = new Map<string, BetterSqlite3.Statement>();
  return {
    prepare(sql) {
      const known = cache.get(sql);
      if (known !== undefined) return known;
      const statement = file.prepare(sql);
      if (cache.size >= limit) cache.clear();
      cache.set(sql, statement);
      return statement;
    },
    close() {
      cache.clear();
      file.close();
    },
  };
}
