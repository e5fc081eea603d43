import type Database from "better-sqlite3";
import { MnemeError } from "../../errors.js";

const SCHEMA_VERSION = 1;

const TABLES = `
CREATE TABLE jobs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  queue TEXT NOT NULL,
  key TEXT NOT NULL UNIQUE,
  payload TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'failed')),
  run_at INTEGER NOT NULL,
  attempt INTEGER NOT NULL DEFAULT 0,
  last_error TEXT,
  worker TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX jobs_due ON jobs (state, run_at, id);
CREATE UNIQUE INDEX jobs_one_at_work_per_queue ON jobs (queue) WHERE state = 'running';
CREATE TABLE workers (id TEXT PRIMARY KEY, seen_at INTEGER NOT NULL) STRICT;
`;

/** Opens the tables, makes them where they are missing, and refuses those of a newer version. */
export function prepareTables(database: Database.Database): void {
  const version = Number(database.pragma("user_version", { simple: true }));
  if (version > SCHEMA_VERSION)
    throw new MnemeError(
      "storage",
      `${database.name} was written by a newer version (${String(version)}): upgrade mneme, or name another file`,
    );
  if (version === SCHEMA_VERSION) return;
  database
    .transaction(() => {
      database.exec(TABLES);
      database.pragma(`user_version = ${String(SCHEMA_VERSION)}`);
    })
    .immediate();
}
