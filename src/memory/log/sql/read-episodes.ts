import { sql, type RawBuilder, type SelectQueryBuilder, type SqlBool } from "kysely";
import { MnemeError } from "../../../errors.js";
import type { Episode } from "../../episode.js";
import { foldFacts, liveFactIds } from "../../fold-facts.js";
import type { ReadScope, Scope } from "../../scope.js";
import type { AppendedFact, EpisodeFilter } from "../episode-log.js";
import { toEpisode, toFactRecord, type FactRecord } from "./rows.js";
import type { Database } from "./sql-store.js";
import type { Tables } from "./tables.js";
import { visibleTo, within } from "./visible.js";

type Bodies = { id: string; body: string }[];

/** Ids of one `in (…)`. */
const CHUNK = 5_000;

export async function getEpisodes(
  db: Database,
  reader: ReadScope,
  ids: readonly string[],
  now: number,
): Promise<Episode[]> {
  const found = new Map<string, Episode>();
  for (let start = 0; start < ids.length; start += CHUNK) {
    const rows = await db
      .selectFrom("episodes")
      .select(["id", "body"])
      .where("id", "in", ids.slice(start, start + CHUNK))
      .where(visibleTo(reader, "episodes", "check"))
      .execute();
    for (const episode of await foldRows(db, rows, now, reader)) found.set(episode.id, episode);
  }
  return [...new Set(ids)].flatMap((id) => found.get(id) ?? []);
}

/** Those of the ids that the reader may see, in their order. */
export async function visibleIds(db: Database, reader: ReadScope, ids: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  for (let start = 0; start < ids.length; start += CHUNK) {
    const rows = await db
      .selectFrom("episodes")
      .select("id")
      .where("id", "in", ids.slice(start, start + CHUNK))
      .where(visibleTo(reader, "episodes", "check"))
      .execute();
    for (const { id } of rows) found.add(id);
  }
  return [...new Set(ids)].filter((id) => found.has(id));
}

export async function readChain(db: Database, scope: Scope, thread: string, now: number): Promise<Episode[]> {
  const rows = await db
    .selectFrom("episodes")
    .select(["id", "body"])
    .where(within(scope, "episodes"))
    .where("thread", "=", thread)
    .orderBy("seq")
    .orderBy("id")
    .execute();
  return await foldRows(db, rows, now, { scope, share: "repository" });
}

export async function listEpisodes(
  db: Database,
  reader: ReadScope,
  filter: EpisodeFilter,
  now: number,
): Promise<Episode[]> {
  const isNarrow = [filter.thread, filter.threads, filter.fingerprints].some((one) => one !== undefined);
  const visible = visibleTo(reader, "episodes", isNarrow ? "check" : "search");
  const all = db.selectFrom("episodes").where(visible);
  // Ordered by age, threads would be looked for along the installation's whole age.
  const isOfThreads = filter.thread !== undefined || filter.threads !== undefined;
  const mine = within(reader.scope, "episodes", isOfThreads ? "check" : "search");
  const own = filter.own === true ? all.where(mine) : all;
  const found = filtered(own, filter).select(["id", "body"]);
  const ordered =
    filter.oldest_first === true
      ? found.orderBy("created_ms").orderBy("seq").orderBy("id")
      : found.orderBy("created_ms", "desc").orderBy("seq", "desc").orderBy("id", "desc");
  const rows = await ordered
    .limit(filter.limit ?? 100)
    .offset(filter.offset ?? 0)
    .execute();
  return await foldRows(db, rows, now, reader);
}

function filtered<O>(
  query: SelectQueryBuilder<Tables, "episodes", O>,
  filter: EpisodeFilter,
): SelectQueryBuilder<Tables, "episodes", O> {
  let narrowed = query;
  if (filter.id_prefix !== undefined)
    narrowed = narrowed.where(
      sql<SqlBool>`id like ${`${escapeLike(filter.id_prefix.toLowerCase())}%`} escape '!'`,
    );
  if (filter.thread !== undefined) narrowed = narrowed.where("thread", "=", filter.thread);
  if (filter.threads !== undefined) narrowed = narrowed.where(isIn("thread", filter.threads));
  if (filter.kinds !== undefined) narrowed = narrowed.where(isIn("kind", filter.kinds));
  if (filter.statuses !== undefined) narrowed = narrowed.where(isIn("status", filter.statuses));
  if (filter.fingerprints !== undefined) narrowed = narrowed.where(isIn("fingerprint", filter.fingerprints));
  if (filter.gold !== undefined) narrowed = narrowed.where("gold", "=", filter.gold ? 1 : 0);
  if (filter.before !== undefined) narrowed = narrowed.where("created_ms", "<", parseTime(filter.before));
  for (const word of wordsOf(filter.text ?? ""))
    narrowed = narrowed.where(sql<SqlBool>`search_text like ${`%${escapeLike(word)}%`} escape '!'`);
  return narrowed;
}

/** An empty list matches nothing; Postgres refuses `in ()`. */
function isIn(
  column: "thread" | "kind" | "status" | "fingerprint",
  values: readonly string[],
): RawBuilder<SqlBool> {
  return values.length === 0
    ? sql<SqlBool>`1 = 0`
    : sql<SqlBool>`${sql.ref(column)} in (${sql.join(values)})`;
}

function parseTime(iso: string): number {
  const time = Date.parse(iso);
  if (Number.isNaN(time))
    throw new MnemeError("bad_input", `"${iso}" is not a time: write it as 2026-01-31T12:00:00Z`);
  return time;
}

/** At most 16: more make the filter slow and no sharper. */
function wordsOf(text: string): string[] {
  return [
    ...new Set(
      text
        .toLowerCase()
        .split(/\s+/)
        .filter((word) => word !== ""),
    ),
  ].slice(0, 16);
}

function escapeLike(word: string): string {
  return word.replace(/[!%_]/g, "!$&");
}

/** The rows in their order, with their facts folded in. `reader` null sees all links. */
export async function foldRows(
  db: Database,
  rows: Bodies,
  now: number,
  reader: ReadScope | null,
): Promise<Episode[]> {
  const facts = await readFacts(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => foldFacts(toEpisode(row), facts.get(row.id) ?? [], now, reader));
}

/** All facts of the episodes, oldest first, by episode id. */
export async function readFacts(
  db: Database,
  episodeIds: readonly string[],
): Promise<Map<string, AppendedFact[]>> {
  const records = new Map<string, FactRecord[]>();
  for (let start = 0; start < episodeIds.length; start += CHUNK) {
    const rows = await db
      .selectFrom("facts")
      .selectAll()
      .where("episode_id", "in", episodeIds.slice(start, start + CHUNK))
      .orderBy("change")
      .execute();
    for (const row of rows) {
      const known = records.get(row.episode_id);
      if (known === undefined) records.set(row.episode_id, [toFactRecord(row)]);
      else known.push(toFactRecord(row));
    }
  }
  return new Map([...records].map(([id, list]) => [id, withLife(list)]));
}

/** Oldest first, each with whether it still holds. */
export function withLife(records: readonly FactRecord[]): AppendedFact[] {
  const live = liveFactIds(records);
  return records.map((record) => ({ ...record, live: live.has(record.id) }));
}
