import type { Database } from "better-sqlite3";
import { SqliteDatabase } from "../src/sqlite/driver.js";
import MiniSearch from "minisearch";

/** An engine that is measured beside: it holds the same reports and answers the same queries. */
export interface Rival {
  name: string;
  add(reports: readonly { id: number; title: string; text: string }[]): void;
  search(text: string): number;
  close(): void;
}

const LIMIT = 100;

/** SQLite's own full-text search, any of the words, ranked by its bm25(). */
export class PlainFts5 implements Rival {
  readonly name = "plain FTS5";
  private readonly database: Database;

  constructor(path: string) {
    this.database = new SqliteDatabase(path);
    this.database.pragma("journal_mode = WAL");
    this.database.exec(
      "CREATE VIRTUAL TABLE reports USING fts5(title, text, tokenize = \"unicode61 tokenchars '_'\")",
    );
  }

  add(reports: readonly { id: number; title: string; text: string }[]): void {
    const insert = this.database.prepare("INSERT INTO reports (rowid, title, text) VALUES (?, ?, ?)");
    this.database.transaction(() => {
      for (const { id, title, text } of reports) insert.run(id, title, text);
    })();
  }

  search(text: string): number {
    const words = new Set(text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []);
    const match = [...words].map((each) => `"${each}"`).join(" OR ");
    return this.database
      .prepare("SELECT rowid FROM reports WHERE reports MATCH ? ORDER BY bm25(reports, 4, 1) LIMIT ?")
      .all(match, LIMIT).length;
  }

  close(): void {
    this.database.close();
  }
}

/** A well-known in-process engine, all in memory. */
export class InProcess implements Rival {
  readonly name = "minisearch";
  private readonly engine = new MiniSearch({
    fields: ["title", "text"],
    searchOptions: { boost: { title: 4 } },
  });

  add(reports: readonly { id: number; title: string; text: string }[]): void {
    this.engine.addAll(reports);
  }

  search(text: string): number {
    return this.engine.search(text).slice(0, LIMIT).length;
  }

  close(): void {
    this.engine.removeAll();
  }
}
