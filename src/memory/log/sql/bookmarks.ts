import type { Scope } from "../../scope.js";
import { toScopeColumns } from "./rows.js";
import type { Database } from "./sql-store.js";
import { within } from "./visible.js";

/** How far something came: one JSON value a name. All within a read or a write. */
export async function getBookmark(db: Database, scope: Scope, name: string): Promise<unknown> {
  const row = await db
    .selectFrom("bookmarks")
    .select("body")
    .where(within(scope, "bookmarks"))
    .where("name", "=", name)
    .executeTakeFirst();
  return row === undefined ? null : (JSON.parse(row.body) as unknown);
}

export async function putBookmark(db: Database, scope: Scope, name: string, value: unknown): Promise<void> {
  const row = { ...toScopeColumns(scope), name, body: JSON.stringify(value) };
  await db
    .insertInto("bookmarks")
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(["installation", "repository", "name"])
        .doUpdateSet({ body: row.body, visibility: row.visibility }),
    )
    .execute();
}
