import type { Database } from "better-sqlite3";
import { MnemeError } from "../../../errors.js";

/** Raised with every change of the tables or of how terms are made: an older index is dropped and filled again. */
export const INDEX_VERSION = 4;

/** "mnem": marks the file as ours. */
const APPLICATION_ID = 0x6d6e656d;

const TABLES = `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE partitions (
    id INTEGER PRIMARY KEY, installation TEXT NOT NULL, visibility TEXT NOT NULL, repository TEXT NOT NULL,
    next_ordinal INTEGER NOT NULL DEFAULT 0, counted_blocks INTEGER NOT NULL DEFAULT 0, documents INTEGER NOT NULL DEFAULT 0,
    title_length INTEGER NOT NULL DEFAULT 0, text_length INTEGER NOT NULL DEFAULT 0,
    UNIQUE (installation, visibility, repository)
  );
  CREATE TABLE entries (
    doc INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, partition INTEGER NOT NULL REFERENCES partitions (id),
    thread TEXT NOT NULL, kind TEXT NOT NULL, status TEXT NOT NULL, source TEXT NOT NULL,
    os_family TEXT, confidence REAL NOT NULL, gold INTEGER NOT NULL, created_at INTEGER NOT NULL,
    error_types TEXT NOT NULL, ecosystems TEXT NOT NULL, terms BLOB NOT NULL, weight REAL NOT NULL,
    vector BLOB
  );
  CREATE TABLE fingerprints (fingerprint TEXT NOT NULL, doc INTEGER NOT NULL, PRIMARY KEY (fingerprint, doc)) WITHOUT ROWID;
  CREATE INDEX fingerprints_by_doc ON fingerprints (doc);
  CREATE TABLE postings (row INTEGER PRIMARY KEY, data BLOB NOT NULL);
  CREATE TABLE counts (row INTEGER PRIMARY KEY, data BLOB NOT NULL);
  CREATE TABLE lengths (partition INTEGER NOT NULL, block INTEGER NOT NULL, data BLOB NOT NULL,
    PRIMARY KEY (partition, block)) WITHOUT ROWID;
`;

/** Makes the tables, or makes them anew where they are of an older version. Refuses a newer one. */
export function prepareSchema(database: Database, path: string): void {
  refuseForeignFile(database, path);
  const version = Number(database.pragma("user_version", { simple: true }));
  if (version === INDEX_VERSION) return;
  if (version > INDEX_VERSION) {
    throw new MnemeError(
      "storage",
      `recall index ${path} was written by a newer mneme (version ${version}, this one knows ${INDEX_VERSION}): update mneme, or delete the file and run "mneme memory reindex"`,
    );
  }
  database
    .transaction(() => {
      for (const name of ["postings", "counts", "lengths", "fingerprints", "entries", "partitions", "meta"]) {
        database.exec(`DROP TABLE IF EXISTS ${name}`);
      }
      database.exec(TABLES);
      database.pragma(`application_id = ${APPLICATION_ID}`);
      database.pragma(`user_version = ${INDEX_VERSION}`);
    })
    .immediate();
}

function refuseForeignFile(database: Database, path: string): void {
  if (Number(database.pragma("application_id", { simple: true })) === APPLICATION_ID) return;
  const tables = database.prepare("SELECT count(*) FROM sqlite_master").pluck().get();
  if (Number(tables) === 0) return;
  throw new MnemeError(
    "storage",
    `${path} is a database of something else, not a recall index: give another path`,
  );
}
