import type { Database } from "better-sqlite3";

/** In the order in which they may be filled: entries refer to partitions. */
const TABLES = ["meta", "partitions", "entries", "fingerprints", "postings", "lengths"];

/** Every table takes over what the index file at `path` has in it, all at once or not at all. */
export function replaceContents(database: Database, path: string): void {
  database.prepare("ATTACH DATABASE ? AS built").run(path);
  try {
    database
      .transaction(() => {
        for (const table of TABLES.toReversed()) database.exec(`DELETE FROM main.${table}`);
        for (const table of TABLES) database.exec(`INSERT INTO main.${table} SELECT * FROM built.${table}`);
      })
      .immediate();
  } finally {
    database.exec("DETACH DATABASE built");
  }
}
