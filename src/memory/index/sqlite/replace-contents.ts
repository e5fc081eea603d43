import type { Database } from "better-sqlite3";

/** In the order in which they were made: rows refer to rows of earlier ones only. */
const TABLES_SQL =
  "SELECT name FROM built.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid";

/** Every table takes over what the index file at `path` has in it, all at once or not at all. */
export function replaceContents(database: Database, path: string): void {
  database.prepare("ATTACH DATABASE ? AS built").run(path);
  try {
    const tables = database.prepare<[], string>(TABLES_SQL).pluck().all();
    database
      .transaction(() => {
        for (const table of tables.toReversed()) database.exec(`DELETE FROM main.${table}`);
        for (const table of tables) database.exec(`INSERT INTO main.${table} SELECT * FROM built.${table}`);
      })
      .immediate();
  } finally {
    database.exec("DETACH DATABASE built");
  }
}
