import { sql } from "kysely";
import type { AppendedFact, ThreadPlace } from "../episode-log.js";
import type { Scope } from "../../scope.js";
import { takeChanges } from "./change-counter.js";
import { sameKeyOf, toAttribution, toScopeColumns } from "./rows.js";
import type { Database } from "./sql-store.js";
import type { EpisodeTable } from "./tables.js";
import { within } from "./visible.js";

/** Threads that go elsewhere. */
interface Relocation {
  scope: Scope;
  /** All that begins so; "octo/site#" for those of a repository. */
  prefix: string;
  isMeant: (thread: string) => boolean;
  to: (thread: string) => ThreadPlace;
}

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
  });
  return ids.length;
}

/** Within a write: a thread with all that is known of it goes to another repository. Gives the number of episodes. */
export async function moveThread(db: Database, from: ThreadPlace, to: ThreadPlace): Promise<number> {
  const { scope, thread: prefix } = from;
  const ids = await relocate(db, { scope, prefix, isMeant: (thread) => thread === prefix, to: () => to });
  if (ids.length === 0) return 0;
  // What was said of them there was said by that repository; from now on this one says it.
  await db
    .updateTable("facts")
    .set(toScopeColumns(to.scope))
    .where("episode_id", "in", ids)
    .where(within(scope, "facts"))
    .execute();
  return ids.length;
}

async function relocate(db: Database, relocation: Relocation): Promise<string[]> {
  const ids = await relocateEpisodes(db, relocation);
  await relocateRuns(db, relocation);
  await renameSources(db, relocation);
  return ids;
}

async function relocateEpisodes(db: Database, { scope, prefix, isMeant, to }: Relocation): Promise<string[]> {
  const found = await db
    .selectFrom("episodes")
    .select(["id", "thread", "body"])
    .where(within(scope, "episodes"))
    .where(beginsWith("thread", prefix))
    .execute();
  const meant = found.filter(({ thread }) => isMeant(thread));
  if (meant.length === 0) return [];
  const first = await takeChanges(db, meant.length);
  for (const [index, { id, thread, body }] of meant.entries())
    await db
      .updateTable("episodes")
      .set({ ...placed(body, to(thread)), change: first + index })
      .where("id", "=", id)
      .execute();
  return meant.map(({ id }) => id);
}

async function relocateRuns(db: Database, { scope, prefix, isMeant, to }: Relocation): Promise<void> {
  const found = await db
    .selectFrom("runs")
    .select(["id", "thread", "body"])
    .where(within(scope, "runs"))
    .where(beginsWith("thread", prefix))
    .execute();
  for (const { id, thread, body } of found) {
    if (thread === null || !isMeant(thread)) continue;
    await db
      .updateTable("runs")
      .set(placed(body, to(thread)))
      .where(within(scope, "runs"))
      .where("id", "=", id)
      .execute();
  }
}

/** What a thread says for or against memories is said in its name, and must not count once more under another. */
async function renameSources(db: Database, { scope, prefix, isMeant, to }: Relocation): Promise<void> {
  const found = await db
    .selectFrom("facts")
    .select(["change", "body", "author", "at", "why"])
    .where("installation", "=", scope.installation)
    .where("kind", "=", "evidence")
    .where(sql<boolean>`body like ${`%${escapeLike(prefix)}%`} escape '!'`)
    .execute();
  for (const { change, body, ...told } of found) {
    const fact = JSON.parse(body) as AppendedFact["fact"];
    if (fact.kind !== "evidence") continue;
    const source = fact.source
      .split(" ")
      .map((word) => (isMeant(word) ? to(word).thread : word))
      .join(" ");
    const renamed = { ...fact, source };
    const same_key = sameKeyOf({ fact: renamed, attribution: toAttribution(told) });
    await db
      .updateTable("facts")
      .set({ body: JSON.stringify(renamed), same_key })
      .where("change", "=", change)
      .execute();
  }
}

function placed(
  body: string,
  { scope, thread }: ThreadPlace,
): Pick<EpisodeTable, "thread" | "body" | "installation" | "repository" | "visibility"> {
  const written = JSON.parse(body) as object;
  const moved = { ...written, ...("scope" in written ? { scope } : {}), thread };
  return { ...toScopeColumns(scope), thread, body: JSON.stringify(moved) };
}

function beginsWith(column: "thread", prefix: string): ReturnType<typeof sql<boolean>> {
  return sql<boolean>`${sql.ref(column)} like ${`${escapeLike(prefix)}%`} escape '!'`;
}

function escapeLike(text: string): string {
  return text.replace(/[!%_]/g, "!$&");
}
