import { z } from "zod";
import type { Scope } from "../../scope.js";
import type { RunFilter, SpentByRuns } from "../episode-log.js";
import { toColumnText, toScopeColumns } from "./rows.js";
import type { Database } from "./sql-store.js";
import type { RunTable } from "./tables.js";
import { within } from "./visible.js";

/** What the columns of a run are taken from; a document without it is kept, and is no run. */
const Counted = z.object({
  started_at: z.iso.datetime(),
  spent: z.object({ steps: z.number(), wall_ms: z.number(), tokens: z.number(), usd: z.number() }),
});

/** Run records, and other documents by id. All within a read or a write. */
export async function putRun(db: Database, scope: Scope, runId: string, record: unknown): Promise<void> {
  const changing = { ...columnsOf(record), visibility: scope.visibility, body: JSON.stringify(record) };
  await db
    .insertInto("runs")
    .values({ id: runId, ...toScopeColumns(scope), ...changing, ...NOT_WATCHED })
    .onConflict((conflict) => conflict.columns(["installation", "repository", "id"]).doUpdateSet(changing))
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

export async function listRuns(
  db: Database,
  { scope, thread, threads, limit = 100 }: RunFilter,
): Promise<unknown[]> {
  let query = db.selectFrom("runs").select("body").where("started_ms", "is not", null);
  if (scope !== null) query = query.where(within(scope, "runs"));
  if (thread !== undefined) query = query.where("thread", "=", thread);
  if (threads !== undefined) query = query.where("thread", "in", threads.length === 0 ? [""] : threads);
  const rows = await query.orderBy("started_ms", "desc").orderBy("id").limit(limit).execute();
  return rows.map(({ body }) => JSON.parse(body) as unknown);
}

export async function sumSpent(
  db: Database,
  scope: Scope,
  { thread, since_ms }: { thread?: string; since_ms?: number },
): Promise<SpentByRuns> {
  let query = db
    .selectFrom("runs")
    .select(({ fn }) => [
      fn.countAll<number>().as("runs"),
      fn.sum<number | null>("steps").as("steps"),
      fn.sum<number | null>("wall_ms").as("wall_ms"),
      fn.sum<number | null>("tokens").as("tokens"),
      fn.sum<number | null>("usd").as("usd"),
    ])
    .where(within(scope, "runs"))
    .where("started_ms", ">=", since_ms ?? 0);
  if (thread !== undefined) query = query.where("thread", "=", thread);
  const row = await query.executeTakeFirstOrThrow();
  const { runs, steps, wall_ms, tokens, usd } = row;
  return { runs, steps: steps ?? 0, wall_ms: wall_ms ?? 0, tokens: tokens ?? 0, usd: usd ?? 0 };
}

/** Until its reply is posted: see reply-watch.ts. */
const NOT_WATCHED = { reply_node: null, reply_posted: null, reply_due: null };

function columnsOf(
  record: unknown,
): Pick<RunTable, "thread" | "started_ms" | "steps" | "wall_ms" | "tokens" | "usd"> {
  const run = Counted.safeParse(record).data;
  return {
    thread: threadOf(record),
    started_ms: run === undefined ? null : Date.parse(run.started_at),
    steps: run?.spent.steps ?? null,
    wall_ms: run?.spent.wall_ms ?? null,
    tokens: run?.spent.tokens ?? null,
    usd: run?.spent.usd ?? null,
  };
}

function threadOf(record: unknown): string | null {
  if (typeof record !== "object" || record === null || !("thread" in record)) return null;
  return typeof record.thread === "string" ? toColumnText(record.thread) : null;
}
