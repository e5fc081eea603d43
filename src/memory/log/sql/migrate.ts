import { sql } from "kysely";
import { MnemeError } from "../../../errors.js";
import { MIGRATIONS } from "./migrations.js";
import type { SqlStore } from "./sql-store.js";

/**
 * Brings the tables to this version, in one transaction with the version number. Our own few lines and not kysely's
 * Migrator: that one does not wrap SQLite's schema changes in a transaction, and does not know a newer store.
 */
export async function migrate(store: SqlStore): Promise<void> {
  const found = await readVersion(store);
  if (found > MIGRATIONS.length) throw newerStore(store.name, found);
  if (found === MIGRATIONS.length) return;
  await store.write(async (db) => {
    await sql`create table if not exists log_meta (name text primary key, value bigint not null)`.execute(db);
    const row = await db
      .selectFrom("log_meta")
      .select("value")
      .where("name", "=", "schema_version")
      .executeTakeFirst();
    const version = row?.value ?? 0;
    for (const migration of MIGRATIONS.slice(version)) await migration(db);
    await db
      .insertInto("log_meta")
      .values({ name: "schema_version", value: MIGRATIONS.length })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ value: MIGRATIONS.length }))
      .execute();
  });
}

async function readVersion(store: SqlStore): Promise<number> {
  return await store.read(async (db) => {
    const tables = await db.introspection.getTables();
    if (!tables.some(({ name }) => name === "log_meta")) return 0;
    const row = await db
      .selectFrom("log_meta")
      .select("value")
      .where("name", "=", "schema_version")
      .executeTakeFirst();
    return row?.value ?? 0;
  });
}

function newerStore(name: string, found: number): MnemeError {
  return new MnemeError(
    "storage",
    `${name} was written by a newer mneme (store version ${found}, this one knows ${MIGRATIONS.length}): ` +
      `update mneme, or name another store`,
  );
}
