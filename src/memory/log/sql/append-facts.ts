import { randomUUID } from "node:crypto";
import { MnemeError } from "../../../errors.js";
import { foldFacts } from "../../fold-facts.js";
import { sameScope, type Scope } from "../../scope.js";
import type { AppendedFact, Attribution, EpisodeFact, FactChange, UndoFact } from "../episode-log.js";
import { takeChanges } from "./change-counter.js";
import { readFacts } from "./read-episodes.js";
import { sameKeyOf, searchTextOf, toEpisode, toFactRow, toScope, type FactRecord } from "./rows.js";
import type { Database } from "./sql-store.js";

/** Facts of these kinds replace the one before: only the last that holds is compared. */
const REPLACING: ReadonlySet<string> = new Set(["status", "gold", "correction"]);

/** Within a write. Gives the id of the fact, or of the one that says the same already. */
export async function appendFact(
  db: Database,
  scope: Scope,
  fact: EpisodeFact,
  attribution: Attribution,
): Promise<string> {
  await assertMayWrite(db, scope, fact);
  const facts = (await readFacts(db, [fact.episode])).get(fact.episode) ?? [];
  const record: FactRecord = { id: randomUUID(), scope, fact, attribution };
  const known = findSame(facts, record);
  if (known !== undefined) return known.id;
  await insertFact(db, record);
  return record.id;
}

/** Within a write. */
export async function undoFact(
  db: Database,
  scope: Scope,
  factId: string,
  attribution: Attribution,
): Promise<boolean> {
  const row = await db.selectFrom("facts").selectAll().where("id", "=", factId).executeTakeFirst();
  if (row === undefined || !sameScope(scope, toScope(row))) return false;
  const facts = (await readFacts(db, [row.episode_id])).get(row.episode_id) ?? [];
  if (!facts.some(({ id, live }) => id === factId && live)) return false;
  const undo: UndoFact = { episode: row.episode_id, kind: "undo", undoes: factId };
  await insertFact(db, { id: randomUUID(), scope, fact: undo, attribution });
  return true;
}

/** Within a write. */
export async function applyChanges(
  db: Database,
  scope: Scope,
  changes: readonly FactChange[],
): Promise<void> {
  for (const change of changes)
    if ("undo" in change) await undoFact(db, scope, change.undo, change.attribution);
  for (const change of changes)
    if ("add" in change) await appendFact(db, scope, change.add, change.attribution);
}

/** Within a write: the fact as it is, and the columns of its episode that are views over facts. */
export async function insertFact(db: Database, record: FactRecord): Promise<void> {
  const change = await takeChanges(db, 1);
  await db.insertInto("facts").values(toFactRow(record, change)).execute();
  await refreshViews(db, record.fact.episode, change);
}

async function refreshViews(db: Database, episodeId: string, change: number): Promise<void> {
  const row = await db
    .selectFrom("episodes")
    .select("body")
    .where("id", "=", episodeId)
    .executeTakeFirstOrThrow();
  const facts = (await readFacts(db, [episodeId])).get(episodeId) ?? [];
  const folded = foldFacts(toEpisode(row), facts, 0, null);
  await db
    .updateTable("episodes")
    .set({
      status: folded.status,
      gold: folded.gold === undefined ? 0 : 1,
      search_text: searchTextOf(folded),
      change,
    })
    .where("id", "=", episodeId)
    .execute();
}

function findSame(facts: readonly AppendedFact[], record: FactRecord): AppendedFact | undefined {
  const live = facts.filter(({ live: holds, fact }) => holds && fact.kind === record.fact.kind);
  const compared = REPLACING.has(record.fact.kind) ? live.slice(-1) : live;
  const key = sameKeyOf(record);
  return compared.find((candidate) => sameKeyOf(candidate) === key);
}

async function assertMayWrite(db: Database, scope: Scope, fact: EpisodeFact): Promise<void> {
  const row = await db
    .selectFrom("episodes")
    .select(["installation", "repository", "visibility"])
    .where("id", "=", fact.episode)
    .where("installation", "=", scope.installation)
    .executeTakeFirst();
  if (row === undefined)
    throw new MnemeError(
      "not_found",
      `no episode ${fact.episode} is in this memory: list them with \`mneme memory list\``,
    );
  if (REPLACING.has(fact.kind) && !sameScope(scope, toScope(row)))
    throw new MnemeError(
      "not_permitted",
      `the ${fact.kind} of episode ${fact.episode} belongs to repository ${row.repository}: change it there`,
    );
}
