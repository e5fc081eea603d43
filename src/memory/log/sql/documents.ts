import type { Experience } from "../../experience.js";
import type { ReadScope, Scope } from "../../scope.js";
import { toColumnText, toScopeColumns } from "./rows.js";
import type { Database } from "./sql-store.js";
import { visibleTo } from "./visible.js";

/** Experiences: each one JSON document by id. All within a read or a write. */
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
