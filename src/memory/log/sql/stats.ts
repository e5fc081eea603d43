import type { ReadScope, Scope } from "../../scope.js";
import type { Database } from "./sql-store.js";
import { visibleTo } from "./visible.js";

/** Counts of what the reader may see; "kind.<kind>" and "status.<status>" where there are any. */
export async function countAll(db: Database, reader: ReadScope): Promise<Record<string, number>> {
  const visible = visibleTo(reader, "episodes");
  const totals = await db
    .selectFrom("episodes")
    .select(({ fn }) => [
      fn.countAll<number>().as("episodes"),
      fn.count<number>("thread").distinct().as("threads"),
      fn.sum<number | null>("gold").as("gold"),
    ])
    .where(visible)
    .executeTakeFirstOrThrow();
  const counted: Record<string, number> = {
    episodes: totals.episodes,
    threads: totals.threads,
    gold: totals.gold ?? 0,
  };
  for (const table of ["facts", "experiences", "runs", "erasures"] as const) {
    const row = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as("n"))
      .where(visibleTo(reader, table))
      .executeTakeFirstOrThrow();
    counted[table] = row.n;
  }
  for (const column of ["kind", "status"] as const) {
    const rows = await db
      .selectFrom("episodes")
      .select(({ fn }) => [column, fn.countAll<number>().as("n")])
      .where(visible)
      .groupBy(column)
      .orderBy(column)
      .execute();
    for (const row of rows) counted[`${column}.${row[column]}`] = row.n;
  }
  return counted;
}

export async function listTenants(db: Database): Promise<{ scope: Scope; episodes: number }[]> {
  const rows = await db
    .selectFrom("episodes")
    .select(({ fn }) => [
      "installation",
      "repository",
      fn.max<"public" | "private">("visibility").as("visibility"),
      fn.countAll<number>().as("episodes"),
    ])
    .groupBy(["installation", "repository"])
    .execute();
  return rows
    .map(({ episodes, ...scope }) => ({ scope, episodes }))
    .sort((a, b) => b.episodes - a.episodes || (a.scope.repository < b.scope.repository ? -1 : 1));
}
