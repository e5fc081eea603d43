import { sql } from "kysely";
import type { Scope } from "../../scope.js";
import { takeChanges } from "./change-counter.js";
import type { Database } from "./sql-store.js";
import { within } from "./visible.js";

/**
 * Within a write: what is known of a repository's threads goes by its new name. Ids stay, since they hold the repository's
 * number and not its name; so what is read of a thread later is the same. Gives the number of episodes.
 */
export async function renameThreads(db: Database, scope: Scope, from: string, to: string): Promise<number> {
  const isOld = sql<boolean>`thread like ${`${from.replace(/[!%_]/g, "!$&")}#%`} escape '!'`;
  const toNew = (thread: string): string => `${to}${thread.slice(from.length)}`;
  const episodes = await db
    .selectFrom("episodes")
    .select(["id", "thread", "body"])
    .where(within(scope, "episodes"))
    .where(isOld)
    .execute();
  if (episodes.length > 0) {
    const first = await takeChanges(db, episodes.length);
    for (const [index, { id, thread, body }] of episodes.entries())
      await db
        .updateTable("episodes")
        .set({ thread: toNew(thread), body: withThread(body, toNew(thread)), change: first + index })
        .where("id", "=", id)
        .execute();
  }
  const runs = await db
    .selectFrom("runs")
    .select(["id", "thread", "body"])
    .where(within(scope, "runs"))
    .where(isOld)
    .execute();
  for (const { id, thread, body } of runs)
    await db
      .updateTable("runs")
      .set({ thread: toNew(thread ?? ""), body: withThread(body, toNew(thread ?? "")) })
      .where(within(scope, "runs"))
      .where("id", "=", id)
      .execute();
  return episodes.length;
}

function withThread(body: string, thread: string): string {
  return JSON.stringify({ ...(JSON.parse(body) as object), thread });
}
