import type { Experience } from "../../experience.js";
import type { ReadScope, Scope } from "../../scope.js";
import { toColumnText, toScopeColumns } from "./rows.js";
import type { Database } from "./sql-store.js";
import { visibleTo, within } from "./visible.js";

/** Experiences and run records: each one JSON document by id. All within a read or a write. */
export async function putExperience(db: Database, scope: Scope, experience: Experience): Promise<void> {
  const row = {
    id: experience.id,
    ...toScopeColumns(scope),
    signature: toColumnText(experience.signature),
    body: JSON.stringify(experience),
  };
  await db
    .insertInto("experiences")
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column("id")
        .doUpdateSet({ signature: row.signature, body: row.body, visibility: row.visibility }),
    )
    .execute();
}

export async function listExperiences(
  db: Database,
  reader: ReadScope,
  signature: string | undefined,
): Promise<Experience[]> {
  let query = db.selectFrom("experiences").select("body").where(visibleTo(reader, "experiences"));
  if (signature !== undefined) query = query.where("signature", "=", signature);
  const rows = await query.orderBy("id").execute();
  return rows.map(({ body }) => JSON.parse(body) as Experience);
}

export async function putRun(db: Database, scope: Scope, runId: string, record: unknown): Promise<void> {
  const row = {
    id: runId,
    ...toScopeColumns(scope),
    thread: threadOf(record),
    body: JSON.stringify(record),
  };
  await db
    .insertInto("runs")
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(["installation", "repository", "id"])
        .doUpdateSet({ thread: row.thread, body: row.body, visibility: row.visibility }),
    )
    .execute();
}

export async function getRun(db: Database, scope: Scope, runId: string): Promise<unknown> {
  const row = await db
    .selectFrom("runs")
    .select("body")
    .where(within(scope, "runs"))
    .where("id", "=", runId)
    .executeTakeFirst();
  return row === undefined ? null : (JSON.parse(row.body) as unknown);
}

function threadOf(record: unknown): string | null {
  if (typeof record !== "object" || record === null || !("thread" in record)) return null;
  return typeof record.thread === "string" ? toColumnText(record.thread) : null;
}
