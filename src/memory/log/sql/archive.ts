import type { Experience } from "../../experience.js";
import type { ReadScope } from "../../scope.js";
import type { ArchiveRecord, ForgottenRecord, ImportCounts } from "../episode-log.js";
import { appendEpisodes } from "./append-episodes.js";
import { lastChange } from "./change-counter.js";
import { insertFact } from "./append-facts.js";
import { putExperience } from "./documents.js";
import { forgetElsewhere } from "./erase.js";
import { toAttribution, toEpisode, toFactRecord, toScope } from "./rows.js";
import type { Database, Store } from "./sql-store.js";
import { visibleTo } from "./visible.js";
import { redactValue } from "../../redaction/redact-value.js";

/** Rows a page: between pages others may use the connection. */
const PAGE = 500;

/**
 * `reader` null: everything, for the operator's backup. Others may write meanwhile: facts that are written later than the
 * first episode is read are left out, so that each is of an episode that is in the archive.
 */
export async function* exportAll(store: Store, reader: ReadScope | null): AsyncGenerator<ArchiveRecord> {
  const last = await store.read(lastChange);
  yield* pages("", (after) => store.read(async (db) => await episodePage(db, reader, after)));
  yield* pages(0, (after) => store.read(async (db) => await factPage(db, reader, { after, last })));
  for (const row of await store.read(async (db) => await experienceRows(db, reader)))
    yield { type: "experience", scope: toScope(row), experience: JSON.parse(row.body) as Experience };
  yield* pages(0, (after) => store.read(async (db) => await forgottenPage(db, reader, after)));
}

interface Page<Key> {
  records: ArchiveRecord[];
  last: Key;
}

async function* pages<Key>(
  start: Key,
  next: (after: Key) => Promise<Page<Key>>,
): AsyncGenerator<ArchiveRecord> {
  let after = start;
  for (;;) {
    const page = await next(after);
    yield* page.records;
    if (page.records.length < PAGE) return;
    after = page.last;
  }
}

/** By id, and not by the last change: what is changed meanwhile would come once more. */
async function episodePage(db: Database, reader: ReadScope | null, after: string): Promise<Page<string>> {
  let query = db.selectFrom("episodes").select(["body", "id"]).where("id", ">", after);
  if (reader !== null) query = query.where(visibleTo(reader, "episodes"));
  const rows = await query.orderBy("id").limit(PAGE).execute();
  return {
    records: rows.map((row) => ({ type: "episode", episode: toEpisode(row) })),
    last: rows.at(-1)?.id ?? after,
  };
}

async function factPage(
  db: Database,
  reader: ReadScope | null,
  { after, last }: { after: number; last: number },
): Promise<Page<number>> {
  let query = db
    .selectFrom("facts")
    .innerJoin("episodes", "episodes.id", "facts.episode_id")
    .selectAll("facts")
    .where("facts.change", ">", after)
    .where("facts.change", "<=", last);
  if (reader !== null) query = query.where(visibleTo(reader, "facts")).where(visibleTo(reader, "episodes"));
  const rows = await query.orderBy("facts.change").limit(PAGE).execute();
  return {
    records: rows.map((row) => ({ type: "fact", fact: toFactRecord(row) })),
    last: rows.at(-1)?.change ?? after,
  };
}

async function forgottenPage(db: Database, reader: ReadScope | null, after: number): Promise<Page<number>> {
  let query = db.selectFrom("erasures").selectAll().where("forgotten", "=", 1).where("change", ">", after);
  if (reader !== null) query = query.where(visibleTo(reader, "erasures"));
  const rows = await query.orderBy("change").limit(PAGE).execute();
  return {
    records: rows.map((row) => ({
      type: "forgotten",
      scope: toScope(row),
      episode_id: row.episode_id,
      attribution: toAttribution(row),
    })),
    last: rows.at(-1)?.change ?? after,
  };
}

async function experienceRows(db: Database, reader: ReadScope | null) {
  const query = db
    .selectFrom("experiences")
    .select(["installation", "repository", "visibility", "body"])
    .orderBy("id");
  return await (reader === null ? query : query.where(visibleTo(reader, "experiences"))).execute();
}

/** Within a write. The facts keep their ids and their order; what was forgotten comes last, whatever stands where. */
export async function importAll(
  db: Database,
  records: Iterable<ArchiveRecord> | AsyncIterable<ArchiveRecord>,
): Promise<ImportCounts> {
  const counts: ImportCounts = { episodes: 0, facts: 0, experiences: 0, forgotten: 0 };
  const forgotten: ForgottenRecord[] = [];
  for await (const page of inPages(records)) {
    const redacted = redactValue(page);
    await importPage(db, redacted, counts);
    forgotten.push(...redacted.filter((record) => record.type === "forgotten"));
  }
  for (const { scope, episode_id, attribution } of forgotten)
    if (await forgetElsewhere(db, scope, episode_id, attribution)) counts.forgotten += 1;
  return counts;
}

async function* inPages<T>(items: Iterable<T> | AsyncIterable<T>): AsyncGenerator<T[]> {
  let page: T[] = [];
  for await (const item of items) {
    page.push(item);
    if (page.length < PAGE) continue;
    yield page;
    page = [];
  }
  yield page;
}

async function importPage(
  db: Database,
  records: readonly ArchiveRecord[],
  counts: ImportCounts,
): Promise<void> {
  const episodes = records.flatMap((record) => (record.type === "episode" ? [record.episode] : []));
  counts.episodes += (await appendEpisodes(db, episodes, true)).added;
  for (const record of records) {
    if (record.type === "fact") {
      if (await isKnown(db, "facts", record.fact.id)) continue;
      await insertFact(db, record.fact);
      counts.facts += 1;
    } else if (record.type === "experience") {
      if (await isKnown(db, "experiences", record.experience.id)) continue;
      await putExperience(db, record.scope, record.experience);
      counts.experiences += 1;
    }
  }
}

async function isKnown(db: Database, table: "facts" | "experiences", id: string): Promise<boolean> {
  return (await db.selectFrom(table).select("id").where("id", "=", id).executeTakeFirst()) !== undefined;
}
