import { randomUUID } from "node:crypto";
import { MnemeError } from "../../../errors.js";
import { foldFacts } from "../../fold-facts.js";
import { sameScope, type Scope } from "../../scope.js";
import type { AppendedFact, Attribution, EpisodeFact, FactChange, UndoFact } from "../episode-log.js";
import { takeChanges } from "./change-counter.js";
import { readFacts, withLife } from "./read-episodes.js";
import { sameKeyOf, searchTextOf, toEpisode, toFactRow, toScope, type FactRecord } from "./rows.js";
import type { Database } from "./sql-store.js";
import type { EpisodeTable, ScopeColumns } from "./tables.js";
import { ofInstallation } from "./visible.js";

/** Rows of one statement: 13 values each stays below the parameters that either database takes. */
const CHUNK = 500;

/** Facts of these kinds replace the one before: only the last that holds is compared. */
const REPLACING: ReadonlySet<string> = new Set(["status", "gold", "correction"]);

interface AddedFact {
  fact: EpisodeFact;
  attribution: Attribution;
}

/** Within a write. Gives the id of the fact, or of the one that says the same already. */
export async function appendFact(
  db: Database,
  scope: Scope,
  fact: EpisodeFact,
  attribution: Attribution,
): Promise<string> {
  const [id] = await appendFacts(db, scope, [{ fact, attribution }]);
  return id ?? "";
}

/** Within a write, in a few statements however many there are: each as if it came alone, in this order. */
async function appendFacts(db: Database, scope: Scope, added: readonly AddedFact[]): Promise<string[]> {
  const ids = [...new Set(added.map(({ fact }) => fact.episode))];
  const episodes = await readTargets(db, scope, ids);
  const facts = await readFacts(db, ids);
  const fresh: FactRecord[] = [];
  const given = added.map(({ fact, attribution }) => {
    assertMayWrite(episodes.get(fact.episode), scope, fact);
    const before = facts.get(fact.episode) ?? [];
    const record: FactRecord = { id: randomUUID(), scope, fact, attribution };
    const known = findSame(before, record);
    if (known !== undefined) return known.id;
    fresh.push(record);
    facts.set(fact.episode, withLife([...before, record]));
    return record.id;
  });
  await insertFresh(db, fresh, episodes, facts);
  return given;
}

async function insertFresh(
  db: Database,
  fresh: readonly FactRecord[],
  episodes: ReadonlyMap<string, TargetRow>,
  facts: ReadonlyMap<string, AppendedFact[]>,
): Promise<void> {
  if (fresh.length === 0) return;
  const first = await takeChanges(db, fresh.length);
  const rows = fresh.map((record, index) => toFactRow(record, first + index));
  for (let start = 0; start < rows.length; start += CHUNK)
    await db
      .insertInto("facts")
      .values(rows.slice(start, start + CHUNK))
      .execute();
  const last = new Map(fresh.map((record, index) => [record.fact.episode, first + index]));
  for (const [id, change] of last) {
    const row = episodes.get(id);
    if (row !== undefined) await updateViews(db, row, facts.get(id) ?? [], change);
  }
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
  const added = changes.flatMap((change) =>
    "add" in change ? [{ fact: change.add, attribution: change.attribution }] : [],
  );
  if (added.length > 0) await appendFacts(db, scope, added);
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
    .select(["id", "body"])
    .where("id", "=", episodeId)
    .executeTakeFirstOrThrow();
  const facts = (await readFacts(db, [episodeId])).get(episodeId) ?? [];
  await updateViews(db, row, facts, change);
}

async function updateViews(
  db: Database,
  episode: { id: string; body: string },
  facts: readonly AppendedFact[],
  change: number,
): Promise<void> {
  await db
    .updateTable("episodes")
    .set({ ...viewsOf(episode, facts), change })
    .where("id", "=", episode.id)
    .execute();
}

type Views = Partial<Pick<EpisodeTable, "status" | "gold" | "search_text">>;

/** Facts that were never taken back and are no correction say by themselves what they change: the episode is not read. */
function viewsOf(episode: { id: string; body: string }, facts: readonly AppendedFact[]): Views {
  if (facts.every(({ fact }) => PLAIN.has(fact.kind))) {
    const last = facts.findLast(({ fact }) => fact.kind === "status")?.fact;
    return last?.kind === "status" ? { status: last.status } : {};
  }
  const folded = foldFacts(toEpisode(episode), facts, 0, null);
  return {
    status: folded.status,
    gold: folded.gold === undefined ? 0 : 1,
    search_text: searchTextOf(folded),
  };
}

const PLAIN: ReadonlySet<string> = new Set(["status", "link", "counter", "evidence"]);

function findSame(facts: readonly AppendedFact[], record: FactRecord): AppendedFact | undefined {
  const live = facts.filter(({ live: holds, fact }) => holds && fact.kind === record.fact.kind);
  const compared = REPLACING.has(record.fact.kind) ? live.slice(-1) : live;
  const key = sameKeyOf(record);
  return compared.find((candidate) => sameKeyOf(candidate) === key);
}

type TargetRow = ScopeColumns & { id: string; body: string };

/** Those of the installation, by id. */
async function readTargets(
  db: Database,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, TargetRow>> {
  const found = new Map<string, TargetRow>();
  for (let start = 0; start < ids.length; start += CHUNK) {
    const rows = await db
      .selectFrom("episodes")
      .select(["id", "body", "installation", "repository", "visibility"])
      .where("id", "in", ids.slice(start, start + CHUNK))
      .where(ofInstallation(scope, "episodes"))
      .execute();
    for (const row of rows) found.set(row.id, row);
  }
  return found;
}

function assertMayWrite(row: TargetRow | undefined, scope: Scope, fact: EpisodeFact): void {
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
