import { sql } from "kysely";
import type { AppendedFact, MovedNames, ThreadPlace } from "../episode-log.js";
import { sameScope, type Scope } from "../../scope.js";
import { takeChanges } from "./change-counter.js";
import { sameKeyOf, toAttribution, toScope } from "./rows.js";
import type { Database } from "./sql-store.js";
import type { EpisodeTable, ScopeColumns } from "./tables.js";
import { within } from "./visible.js";

/** Threads that go elsewhere. */
interface Relocation {
  scope: Scope;
  /** All that begins so; "octo/site#" for those of a repository. */
  prefix: string;
  isMeant: (thread: string) => boolean;
  to: (thread: string) => ThreadPlace;
  names: MovedNames;
}

const SAME_NAMES: MovedNames = { comments: new Map(), texts: new Map() };

/**
 * Within a write: what is known of a repository's threads goes by its new name. Ids stay, since they hold the repository's
 * number and not its name; so what is read of a thread later is the same. Gives the number of episodes.
 */
export async function renameThreads(db: Database, scope: Scope, from: string, to: string): Promise<number> {
  const prefix = `${from}#`;
  const renamed = (thread: string): string => `${to}${thread.slice(from.length)}`;
  const ids = await relocate(db, {
    scope,
    prefix,
    isMeant: (thread) => thread.startsWith(prefix),
    to: (thread) => ({ scope, thread: renamed(thread) }),
    names: SAME_NAMES,
  });
  return ids.length;
}

/** Within a write: a thread with all that is known of it goes to another repository. Gives the number of episodes. */
export async function moveThread(
  db: Database,
  from: ThreadPlace,
  to: ThreadPlace,
  names: MovedNames = SAME_NAMES,
): Promise<number> {
  const { scope, thread: prefix } = from;
  const isMeant = (thread: string): boolean => thread === prefix;
  const ids = await relocate(db, { scope, prefix, isMeant, to: () => to, names });
  if (ids.length === 0) return 0;
  // What was said of them there was said by that repository; from now on this one says it.
  const { installation, repository, visibility } = to.scope;
  await db
    .updateTable("facts")
    .set({ installation, repository, ...(visibility === "private" ? { visibility } : {}) })
    .where("episode_id", "in", ids)
    .where(within(scope, "facts"))
    .execute();
  return ids.length;
}

/** Within a write: what is known of a repository is private from now on. Gives the number of episodes that were not. */
export async function makePrivate(db: Database, scope: Scope): Promise<number> {
  const found = await db
    .selectFrom("episodes")
    .select(["id", "body"])
    .where(within(scope, "episodes"))
    .where("visibility", "=", "public")
    .execute();
  const first = found.length === 0 ? 0 : await takeChanges(db, found.length);
  for (const [index, { id, body }] of found.entries())
    await db
      .updateTable("episodes")
      .set({ visibility: "private", body: hide(body, scope), change: first + index })
      .where("id", "=", id)
      .execute();
  const runs = await db
    .selectFrom("runs")
    .select(["id", "body"])
    .where(within(scope, "runs"))
    .where("visibility", "=", "public")
    .execute();
  for (const { id, body } of runs)
    await db
      .updateTable("runs")
      .set({ visibility: "private", body: hide(body, scope) })
      .where(within(scope, "runs"))
      .where("id", "=", id)
      .execute();
  for (const table of ["facts", "experiences", "bookmarks"] as const)
    await db
      .updateTable(table)
      .set({ visibility: "private" })
      .where(within(scope, table))
      .where("visibility", "=", "public")
      .execute();
  return found.length;
}

function hide(body: string, scope: Scope): string {
  const isOwn = (value: object): boolean =>
    "installation" in value &&
    "repository" in value &&
    value.installation === scope.installation &&
    value.repository === scope.repository;
  return rewrite(body, (value) => (isOwn(value) ? { ...value, visibility: "private" } : value));
}

async function relocate(db: Database, relocation: Relocation): Promise<string[]> {
  const ids = await relocateEpisodes(db, relocation);
  await relocateRuns(db, relocation);
  await renameSources(db, relocation);
  return ids;
}

async function relocateEpisodes(db: Database, relocation: Relocation): Promise<string[]> {
  const { scope, prefix, isMeant, names } = relocation;
  const found = await db
    .selectFrom("episodes")
    .select(["id", "thread", "body", "comment_id", "installation", "repository", "visibility"])
    .where(within(scope, "episodes"))
    .where(beginsWith("thread", prefix))
    .execute();
  const meant = found.filter(({ thread }) => isMeant(thread));
  if (meant.length === 0) return [];
  const first = await takeChanges(db, meant.length);
  for (const [index, { id, thread, body, comment_id, ...columns }] of meant.entries())
    await db
      .updateTable("episodes")
      .set({
        ...placed(thread, columns, relocation),
        body: relocateBody(body, relocation),
        comment_id: comment_id === null ? null : (names.comments.get(comment_id) ?? comment_id),
        change: first + index,
      })
      .where("id", "=", id)
      .execute();
  return meant.map(({ id }) => id);
}

async function relocateRuns(db: Database, relocation: Relocation): Promise<void> {
  const { scope, prefix, isMeant, names } = relocation;
  const found = await db
    .selectFrom("runs")
    .select(["id", "thread", "body", "reply_node", "installation", "repository", "visibility"])
    .where(within(scope, "runs"))
    .where(beginsWith("thread", prefix))
    .execute();
  for (const { id, thread, body, reply_node, ...columns } of found) {
    if (thread === null || !isMeant(thread)) continue;
    await db
      .updateTable("runs")
      .set({
        ...placed(thread, columns, relocation),
        body: relocateBody(body, relocation),
        reply_node: reply_node === null ? null : (names.texts.get(reply_node) ?? reply_node),
      })
      .where(within(scope, "runs"))
      .where("id", "=", id)
      .execute();
  }
}

/** What a thread says for or against memories is said in its name, and must not count once more under another. */
async function renameSources(db: Database, relocation: Relocation): Promise<void> {
  const { scope, prefix, names } = relocation;
  const changes = new Map<number, Parameters<typeof renameFact>[0]>();
  for (const text of [prefix, ...names.texts.keys()]) {
    const found = await db
      .selectFrom("facts")
      .select(["change", "body", "author", "at", "why"])
      .where("installation", "=", scope.installation)
      .where("kind", "in", ["evidence", "gold"])
      .where(sql<boolean>`body like ${`%${escapeLike(text)}%`} escape '!'`)
      .execute();
    for (const row of found) changes.set(row.change, row);
  }
  for (const row of changes.values())
    await db.updateTable("facts").set(renameFact(row, relocation)).where("change", "=", row.change).execute();
}

function renameFact(
  { body, ...told }: { change: number; body: string; author: string; at: string; why: string },
  { isMeant, to, names }: Relocation,
): { body: string; same_key: string } {
  const renamed = (source: string): string =>
    source
      .split(" ")
      .map((word) => (isMeant(word) ? to(word).thread : (names.texts.get(word) ?? word)))
      .join(" ");
  const fact = JSON.parse(body) as AppendedFact["fact"];
  if (fact.kind === "evidence") fact.source = renamed(fact.source);
  if (fact.kind === "gold" && fact.gold !== null) fact.gold.permalink = renamed(fact.gold.permalink);
  return { body: JSON.stringify(fact), same_key: sameKeyOf({ fact, attribution: toAttribution(told) }) };
}

/** What was written while it was private stays so, wherever it goes. */
function placed(
  thread: string,
  columns: ScopeColumns,
  { to }: Relocation,
): Pick<EpisodeTable, "thread" | keyof ScopeColumns> {
  const place = to(thread);
  return { ...narrower(toScope(columns), place.scope), thread: place.thread };
}

function narrower(before: Scope, after: Scope): Scope {
  return before.visibility === "private" ? { ...after, visibility: "private" } : after;
}

/** An episode or a run record, with the episodes that it holds of the same threads. */
function relocateBody(body: string, { scope, isMeant, to, names }: Relocation): string {
  return rewrite(
    body,
    (value) => {
      const { comment_id } = value;
      const comment = typeof comment_id === "string" ? names.comments.get(comment_id) : undefined;
      const named = comment === undefined ? value : { ...value, comment_id: comment };
      const { thread } = named;
      if (typeof thread !== "string" || !isMeant(thread)) return named;
      const place = to(thread);
      const before = named["scope"] as Scope | undefined;
      if (before === undefined) return { ...named, thread: place.thread };
      if (!sameScope(before, scope)) return named;
      return { ...named, scope: narrower(before, place.scope), thread: place.thread };
    },
    (text) => names.texts.get(text) ?? text,
  );
}

/** JSON with each object, innermost first, and each text in it as told. */
function rewrite(
  json: string,
  ofObject: (value: Record<string, unknown>) => object,
  ofText: (text: string) => string = (text) => text,
): string {
  const written: unknown = JSON.parse(json, (_, value: unknown) => {
    if (typeof value === "string") return ofText(value);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? ofObject(value as Record<string, unknown>) : value;
  });
  return JSON.stringify(written);
}

function beginsWith(column: "thread", prefix: string): ReturnType<typeof sql<boolean>> {
  return sql<boolean>`${sql.ref(column)} like ${`${escapeLike(prefix)}%`} escape '!'`;
}

function escapeLike(text: string): string {
  return text.replace(/[!%_]/g, "!$&");
}
