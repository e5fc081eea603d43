import type { Experience } from "../../experience.js";
import type { ReadScope } from "../../scope.js";
import type { ArchiveRecord, ImportCounts } from "../episode-log.js";
import { appendEpisodes } from "./append-episodes.js";
import { insertFact } from "./append-facts.js";
import { putExperience } from "./documents.js";
import { toEpisode, toFactRecord, toScope } from "./rows.js";
import type { Database, Store } from "./sql-store.js";
import { visibleTo } from "./visible.js";

/** Rows a page: between pages others may use the connection. */
const PAGE = 500;

/** `reader` null: everything, for the operator's backup. */
export async function* exportAll(store: Store, reader: ReadScope | null): AsyncGenerator<ArchiveRecord> {
  yield* pages((after) => store.read(async (db) => await episodePage(db, reader, after)));
  yield* pages((after) => store.read(async (db) => await factPage(db, reader, after)));
  for (const row of await store.read(async (db) => await experienceRows(db, reader)))
    yield { type: "experience", scope: toScope(row), experience: JSON.parse(row.body) as Experience };
}

interface Page {
  records: ArchiveRecord[];
  last: number;
}

async function* pages(next: (after: number) => Promise<Page>): AsyncGenerator<ArchiveRecord> {
  let after = 0;
  for (;;) {
    const page = await next(after);
    yield* page.records;
    if (page.records.length < PAGE) return;
    after = page.last;
  }
}

async function episodePage(db: Database, reader: ReadScope | null, after: number): Promise<Page> {
  let query = db.selectFrom("episodes").select(["body", "change"]).where("change", ">", after);
  if (reader !== null) query = query.where(visibleTo(reader, "episodes"));
  const rows = await query.orderBy("change").limit(PAGE).execute();
  return {
    records: rows.map((row) => ({ type: "episode", episode: toEpisode(row) })),
    last: rows.at(-1)?.change ?? after,
  };
}

async function factPage(db: Database, reader: ReadScope | null, after: number): Promise<Page> {
  let query = db
    .selectFrom("facts")
    .innerJoin("episodes", "episodes.id", "facts.episode_id")
    .selectAll("facts")
    .where("facts.change", ">", after);
  if (reader !== null) query = query.where(visibleTo(reader, "facts")).where(visibleTo(reader, "episodes"));
  const rows = await query.orderBy("facts.change").limit(PAGE).execute();
  return {
    records: rows.map((row) => ({ type: "fact", fact: toFactRecord(row) })),
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

/** Within a write. The facts keep their ids and their order. */
export async function importAll(db: Database, records: readonly ArchiveRecord[]): Promise<ImportCounts> {
  const episodes = records.flatMap((record) => (record.type === "episode" ? [record.episode] : []));
  const { added } = await appendEpisodes(db, episodes, true);
  const counts: ImportCounts = { episodes: added, facts: 0, experiences: 0 };
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
  return counts;
}

async function isKnown(db: Database, table: "facts" | "experiences", id: string): Promise<boolean> {
  return (await db.selectFrom(table).select("id").where("id", "=", id).executeTakeFirst()) !== undefined;
}
