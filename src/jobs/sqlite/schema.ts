import type Database from "better-sqlite3";
import { MnemeError } from "../../errors.js";

/** In order; a file's version is how many of them it has seen. */
const MIGRATIONS = [
  `
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
`,
  `
ALTER TABLE jobs ADD COLUMN cut_offs INTEGER NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN blame REAL NOT NULL DEFAULT 0;
`,
  "ALTER TABLE workers ADD COLUMN works INTEGER NOT NULL DEFAULT 0",
];

/** Brings the tables up to this version, makes them where they are missing, and refuses those of a newer one. */
export function prepareTables(database: Database.Database): void {
  const versionOf = (): number => Number(database.pragma("user_version", { simple: true }));
  if (versionOf() > MIGRATIONS.length)
    throw new MnemeError(
      "storage",
      `${database.name} was written by a newer version (${String(versionOf())}): upgrade mneme, or name another file`,
    );
  if (versionOf() === MIGRATIONS.length) return;
  database
    .transaction(() => {
      // Another process may have done it meanwhile.
      for (const migration of MIGRATIONS.slice(versionOf())) database.exec(migration);
      database.pragma(`user_version = ${String(MIGRATIONS.length)}`);
    })
    .immediate();
}
