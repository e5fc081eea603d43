import { sql } from "kysely";
import { z } from "zod";
import type { Scope } from "../../scope.js";
import type { ReplyWatch, WatchedReply } from "../episode-log.js";
import { nextLook } from "../reply-schedule.js";
import { toScope } from "./rows.js";
import type { Database } from "./sql-store.js";
import { within } from "./visible.js";

const Posted = z.object({
  finished_at: z.iso.datetime(),
  reply: z.object({ node_id: z.string().min(1) }),
});

/** Within a write: a finished run's posted reply is watched, once; a record that is saved again changes nothing. */
export async function watchReply(db: Database, scope: Scope, runId: string, record: unknown): Promise<void> {
  const posted = Posted.safeParse(record);
  if (!posted.success) return;
  const at = Date.parse(posted.data.finished_at);
  await db
    .updateTable("runs")
    .set({ reply_node: posted.data.reply.node_id, reply_posted: at, reply_due: nextLook(at, at) })
    .where(within(scope, "runs"))
    .where("id", "=", runId)
    .where("reply_node", "is", null)
    .execute();
}

export async function dueReplies(
  db: Database,
  now: number,
  { limit, early }: { limit: number; early: number },
): Promise<WatchedReply[]> {
  const rows = await db
    .selectFrom("runs")
    .select(["installation", "repository", "visibility", "id", "reply_node", "reply_posted", "reply_due"])
    .where(
      early === 0 ? sql`reply_due` : sql`reply_due - (reply_due - reply_posted) * ${sql.lit(early)}`,
      "<=",
      now,
    )
    .orderBy("reply_due")
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    scope: toScope(row),
    run_id: row.id,
    node_id: row.reply_node ?? "",
    posted_at: row.reply_posted ?? 0,
    due_at: row.reply_due ?? 0,
  }));
}

/** Within a write. */
export async function scheduleReplies(
  db: Database,
  next: Parameters<ReplyWatch["scheduleReplies"]>[0],
): Promise<void> {
  for (const { scope, run_id, due_at } of next)
    await db
      .updateTable("runs")
      .set({ reply_due: due_at })
      .where(within(scope, "runs"))
      .where("id", "=", run_id)
      .execute();
}
