import { sql } from "kysely";
import type { Database } from "./sql-store.js";

type Migration = (db: Database) => Promise<void>;

/** In order; the position (1-based) is the schema version. A released one is never edited. */
export const MIGRATIONS: readonly Migration[] = [
  createTables,
  tellRunsApart,
  createBookmarks,
  watchReplies,
  orderCases,
];

async function createTables(db: Database): Promise<void> {
  await db.schema
    .createTable("episodes")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("installation", "text", (column) => column.notNull())
    .addColumn("repository", "text", (column) => column.notNull())
    .addColumn("visibility", "text", (column) => column.notNull())
    .addColumn("thread", "text", (column) => column.notNull())
    .addColumn("seq", "integer", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("comment_id", "text")
    .addColumn("fingerprint", "text")
    .addColumn("search_text", "text", (column) => column.notNull())
    .addColumn("created_ms", "bigint", (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("gold", "integer", (column) => column.notNull())
    .addColumn("change", "bigint", (column) => column.notNull().unique())
    .execute();
  await createIndex(db, "episodes_thread", "episodes", ["thread", "installation", "repository", "seq"]);
  await createIndex(db, "episodes_age", "episodes", ["installation", "created_ms"]);
  await createIndex(db, "episodes_fingerprint", "episodes", ["fingerprint"]);

  await db.schema
    .createTable("facts")
    .addColumn("change", "bigint", (column) => column.primaryKey())
    .addColumn("id", "text", (column) => column.notNull().unique())
    .addColumn("episode_id", "text", (column) =>
      column.notNull().references("episodes.id").onDelete("cascade"),
    )
    .addColumn("installation", "text", (column) => column.notNull())
    .addColumn("repository", "text", (column) => column.notNull())
    .addColumn("visibility", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("same_key", "text", (column) => column.notNull())
    .addColumn("undoes", "text")
    .addColumn("body", "text", (column) => column.notNull())
    .addColumn("author", "text", (column) => column.notNull())
    .addColumn("at", "text", (column) => column.notNull())
    .addColumn("why", "text", (column) => column.notNull())
    .execute();
  await createIndex(db, "facts_episode", "facts", ["episode_id", "change"]);

  await db.schema
    .createTable("erasures")
    .addColumn("episode_id", "text", (column) => column.primaryKey())
    .addColumn("change", "bigint", (column) => column.notNull().unique())
    .addColumn("installation", "text", (column) => column.notNull())
    .addColumn("repository", "text", (column) => column.notNull())
    .addColumn("visibility", "text", (column) => column.notNull())
    .addColumn("forgotten", "integer", (column) => column.notNull())
    .addColumn("target", "text", (column) => column.notNull())
    .addColumn("author", "text", (column) => column.notNull())
    .addColumn("at", "text", (column) => column.notNull())
    .addColumn("why", "text", (column) => column.notNull())
    .execute();

  await db.schema
    .createTable("experiences")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("installation", "text", (column) => column.notNull())
    .addColumn("repository", "text", (column) => column.notNull())
    .addColumn("visibility", "text", (column) => column.notNull())
    .addColumn("signature", "text", (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .execute();
  await createIndex(db, "experiences_signature", "experiences", ["installation", "signature"]);

  await db.schema
    .createTable("runs")
    .addColumn("id", "text", (column) => column.notNull())
    .addColumn("installation", "text", (column) => column.notNull())
    .addColumn("repository", "text", (column) => column.notNull())
    .addColumn("visibility", "text", (column) => column.notNull())
    .addColumn("thread", "text")
    .addColumn("body", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("runs_key", ["installation", "repository", "id"])
    .execute();

  await sql`insert into log_meta (name, value) values ('change', 0)`.execute(db);
}

/** When a run began and what it spent: budgets of a thread and of a repository's day add them up. */
async function tellRunsApart(db: Database): Promise<void> {
  const table = db.schema.alterTable("runs");
  await table.addColumn("started_ms", "bigint").execute();
  await table.addColumn("steps", "integer").execute();
  await table.addColumn("wall_ms", "double precision").execute();
  await table.addColumn("tokens", "integer").execute();
  await table.addColumn("usd", "double precision").execute();
  await createIndex(db, "runs_age", "runs", ["installation", "repository", "started_ms"]);
}

async function createBookmarks(db: Database): Promise<void> {
  await db.schema
    .createTable("bookmarks")
    .addColumn("installation", "text", (column) => column.notNull())
    .addColumn("repository", "text", (column) => column.notNull())
    .addColumn("visibility", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("bookmarks_key", ["installation", "repository", "name"])
    .execute();
}

async function createIndex(db: Database, name: string, table: string, columns: string[]): Promise<void> {
  await db.schema.createIndex(name).on(table).columns(columns).execute();
}

async function watchReplies(db: Database): Promise<void> {
  await db.schema.alterTable("runs").addColumn("reply_node", "text").execute();
  await db.schema.alterTable("runs").addColumn("reply_posted", "bigint").execute();
  await db.schema.alterTable("runs").addColumn("reply_due", "bigint").execute();
  await createIndex(db, "runs_thread", "runs", ["thread", "installation", "repository"]);
  await createIndex(db, "runs_reply_due", "runs", ["reply_due"]);
}

/** The newest and the oldest cases of a fault are found without reading them all. */
async function orderCases(db: Database): Promise<void> {
  const columns = ["fingerprint", "installation", "repository", "created_ms"];
  await createIndex(db, "episodes_cases", "episodes", columns);
  await db.schema.dropIndex("episodes_fingerprint").execute();
}
