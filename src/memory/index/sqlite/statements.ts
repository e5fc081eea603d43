import type { Database, Statement } from "better-sqlite3";

/** Filters make statements of many shapes; beyond so many all are let go and made again as they are needed. */
const MOST = 256;

/** The statements of one database, each prepared once: to prepare one takes longer than most of them run. */
export class Statements {
  private readonly database: Database;
  private readonly rows = new Map<string, Statement>();
  private readonly values = new Map<string, Statement>();

  constructor(database: Database) {
    this.database = database;
  }

  /** Gives rows as objects. */
  of<Bound extends unknown[], Row>(sql: string): Statement<Bound, Row> {
    return known(this.rows, sql, () => this.database.prepare(sql)) as Statement<Bound, Row>;
  }

  /** Gives the first column of each row alone. */
  value<Bound extends unknown[], Value>(sql: string): Statement<Bound, Value> {
    return known(this.values, sql, () => this.database.prepare(sql).pluck()) as Statement<Bound, Value>;
  }
}

function known(statements: Map<string, Statement>, sql: string, prepare: () => Statement): Statement {
  const found = statements.get(sql);
  if (found !== undefined) return found;
  if (statements.size >= MOST) statements.clear();
  const made = prepare();
  statements.set(sql, made);
  return made;
}
