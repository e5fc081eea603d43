import { sql } from "kysely";
import { MnemeError } from "../../../errors.js";
import type { Experience } from "../../experience.js";
import type { Scope } from "../../scope.js";
import type { Attribution, EraseTarget } from "../episode-log.js";
import { takeChanges } from "./change-counter.js";
import { toColumnText, toScopeColumns } from "./rows.js";
import type { Database } from "./sql-store.js";
import { within } from "./visible.js";

const CHUNK = 500;

/**
 * Within a write: removes episodes with their facts, what run records say of them, and their part in experiences.
 * What stays is a tombstone with the id, so that an index learns of it. Gives the number of episodes.
 */
export async function eraseEpisodes(
  db: Database,
  scope: Scope,
  target: EraseTarget,
  attribution: Attribution,
): Promise<number> {
  const ids = await selectTargets(db, scope, target);
  for (let start = 0; start < ids.length; start += CHUNK) {
    const chunk = ids.slice(start, start + CHUNK);
    await buryChunk(db, scope, chunk, target, attribution);
  }
  if ("repository" in target || "installation" in target) await eraseTenant(db, scope, target);
  else if (ids.length > 0 || "thread" in target) await eraseTraces(db, scope, ids, target);
  return ids.length;
}

/**
 * Within a write: an archive says that the episode was forgotten where it comes from. It is erased, or, where it is not
 * here, kept away from now on. False where it was forgotten here already, or is another repository's.
 */
export async function forgetElsewhere(
  db: Database,
  scope: Scope,
  id: string,
  attribution: Attribution,
): Promise<boolean> {
  const there = await db
    .selectFrom("episodes")
    .select(["installation", "repository"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (there !== undefined) {
    if (there.installation !== scope.installation || there.repository !== scope.repository) return false;
    await eraseEpisodes(db, scope, { episode: id }, attribution);
    return true;
  }
  const buried = await db
    .selectFrom("erasures")
    .select("forgotten")
    .where("episode_id", "=", id)
    .executeTakeFirst();
  if (buried?.forgotten === 1) return false;
  if (buried !== undefined) await db.deleteFrom("erasures").where("episode_id", "=", id).execute();
  await buryChunk(db, scope, [id], { episode: id }, attribution);
  return true;
}

async function selectTargets(db: Database, scope: Scope, target: EraseTarget): Promise<string[]> {
  if ("misread" in target && target.misread.length === 0) return [];
  let query = db.selectFrom("episodes").select("id").where("installation", "=", scope.installation);
  if (!("installation" in target)) query = query.where("repository", "=", scope.repository);
  if ("episode" in target) query = query.where("id", "=", target.episode);
  if ("misread" in target) query = query.where("id", "in", target.misread);
  if ("thread" in target) {
    query = query.where("thread", "=", target.thread);
    if (target.comment_id === null) query = query.where("comment_id", "is", null);
    else if (target.comment_id !== undefined) query = query.where("comment_id", "=", target.comment_id);
  }
  const rows = await query.execute();
  if (rows.length === 0 && "episode" in target)
    throw new MnemeError(
      "not_found",
      `no episode ${target.episode} is in this memory: list them with \`mneme memory list\``,
    );
  return rows.map(({ id }) => id);
}

async function buryChunk(
  db: Database,
  scope: Scope,
  ids: readonly string[],
  target: EraseTarget,
  attribution: Attribution,
): Promise<void> {
  const first = await takeChanges(db, ids.length);
  await db
    .insertInto("erasures")
    .values(
      ids.map((id, index) => ({
        episode_id: id,
        change: first + index,
        ...toScopeColumns(scope),
        forgotten: "episode" in target ? 1 : 0,
        target: toColumnText(JSON.stringify(target)),
        author: toColumnText(attribution.by),
        at: attribution.at,
        why: toColumnText(attribution.why),
      })),
    )
    .execute();
  await db.deleteFrom("facts").where("episode_id", "in", ids).execute();
  await db.deleteFrom("episodes").where("id", "in", ids).execute();
}

async function eraseTenant(db: Database, scope: Scope, target: EraseTarget): Promise<void> {
  const whole = "installation" in target;
  for (const table of ["experiences", "runs", "bookmarks"] as const) {
    const tenant = db.deleteFrom(table).where("installation", "=", scope.installation);
    await (whole ? tenant : tenant.where("repository", "=", scope.repository)).execute();
  }
}

/** Runs that showed the episode hold its text; experiences hold it as evidence. */
async function eraseTraces(
  db: Database,
  scope: Scope,
  ids: readonly string[],
  target: EraseTarget,
): Promise<void> {
  if ("thread" in target && target.comment_id === undefined)
    await db.deleteFrom("runs").where(within(scope, "runs")).where("thread", "=", target.thread).execute();
  for (const id of ids)
    await db
      .deleteFrom("runs")
      .where("installation", "=", scope.installation)
      .where(sql<boolean>`body like ${`%${id}%`}`)
      .execute();
  const gone = new Set(ids);
  const rows = await db
    .selectFrom("experiences")
    .select(["id", "body"])
    .where("installation", "=", scope.installation)
    .execute();
  for (const row of rows) {
    const experience = JSON.parse(row.body) as Experience;
    const evidence = experience.evidence.filter((id) => !gone.has(id));
    if (evidence.length === experience.evidence.length) continue;
    if (evidence.length === 0) await db.deleteFrom("experiences").where("id", "=", row.id).execute();
    else
      await db
        .updateTable("experiences")
        .set({ body: JSON.stringify({ ...experience, evidence }) })
        .where("id", "=", row.id)
        .execute();
  }
}
