import { sql } from "kysely";
import type { Database } from "./sql-store.js";

/** Takes `count` numbers, within a write; gives the first. Numbers of a transaction that fails are given again. */
export async function takeChanges(db: Database, count: number): Promise<number> {
  const { value } = await db
    .updateTable("log_meta")
    .set({ value: sql<number>`value + ${sql.lit(count)}` })
    .where("name", "=", "change")
    .returning("value")
    .executeTakeFirstOrThrow();
  return value - count + 1;
}

/** The number that was given last; 0 before the first. */
export async function lastChange(db: Database): Promise<number> {
  const { value } = await db
    .selectFrom("log_meta")
    .select("value")
    .where("name", "=", "change")
    .executeTakeFirstOrThrow();
  return value;
}
