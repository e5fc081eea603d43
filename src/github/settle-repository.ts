import type { Job } from "../jobs/queue.js";
import type { Log } from "../log.js";
import type { Bookmarks, EpisodeLog, Relocation } from "../memory/log/episode-log.js";
import type { createArrivalHandler } from "./backfill/backfill-on-arrival.js";
import type { PresentPlaces } from "./forge.js";
import { GONE_BOOKMARK } from "./end-what-is-gone.js";
import { AT_WORK_MS, LAG_MS, lookAgain, type LookAgainDeps } from "./look-again.js";
import type { Notice } from "./notices.js";
import { NAME_BOOKMARK, takeName } from "./present-name.js";

type RepositoryNotice = Extract<Notice, { kind: "repository" }>;

export interface SettleRepositoryDeps extends LookAgainDeps {
  forge: Pick<PresentPlaces, "repositoryNow">;
  memory: Relocation & Bookmarks & Pick<EpisodeLog, "erase">;
  /** What happened in a repository before; null where the operator wants none of it. */
  onArrival: ReturnType<typeof createArrivalHandler> | null;
  log: Pick<Log, "info">;
}

/**
 * Memory of a repository becomes as GitHub tells the repository now, whatever the event says: under its present name,
 * read by nobody else if it is private, erased if the app is there no more, and filled with its past if it was added. So
 * events that come late, twice or in another order end alike.
 */
export async function settleRepository(
  notice: RepositoryNotice,
  { job, signal }: { job: Pick<Job, "key">; signal: AbortSignal },
  deps: SettleRepositoryDeps,
): Promise<void> {
  const found = await findRepository(notice, deps);
  deps.log.info({ ...notice, found }, "repository changed");
  if (found !== null) await follow(notice, found, deps);
  else if (notice.change === "gone") await forget(notice, deps);
  await lookAgain(notice, { job, wait: waitFor(notice, found) }, deps);
  if (found !== null && notice.change === "added") {
    const scope = { ...notice.scope, visibility: visibilityOf(found) };
    await deps.onArrival?.({ ...notice, scope, repo: found.repo }, job, signal);
  }
}

type Found = NonNullable<Awaited<ReturnType<PresentPlaces["repositoryNow"]>>>;

/** By the name that the event tells, or the one that memory knows: either may be taken by another repository by now. */
async function findRepository(
  { scope, repo }: RepositoryNotice,
  { forge, memory }: SettleRepositoryDeps,
): Promise<Found | null> {
  const known = await memory.bookmark(scope, NAME_BOOKMARK);
  for (const name of new Set(typeof known === "string" ? [repo, known] : [repo])) {
    const found = await forge.repositoryNow(
      { installation: scope.installation, repo: name },
      scope.repository,
    );
    if (found !== null) return found;
  }
  return null;
}

async function follow(
  { scope, repo, former, change }: RepositoryNotice,
  found: Found,
  deps: SettleRepositoryDeps,
): Promise<void> {
  const { memory } = deps;
  if ((await memory.bookmark(scope, GONE_BOOKMARK)) === true)
    await memory.saveBookmark(scope, GONE_BOOKMARK, false);
  const known = await memory.bookmark(scope, NAME_BOOKMARK);
  const names = new Set([known, former, repo].filter((name) => typeof name === "string"));
  names.delete(found.repo);
  for (const from of names) await takeName(scope, { from, to: found.repo }, deps);
  if (found.is_private) await memory.makePrivate(scope);
  if (change === "added") await memory.saveBookmark(scope, NAME_BOOKMARK, found.repo);
}

async function forget(
  { scope, by, why }: RepositoryNotice,
  { memory, now, log }: SettleRepositoryDeps,
): Promise<void> {
  const erased = await memory.erase(scope, { repository: true }, { by, at: now().toISOString(), why });
  await memory.saveBookmark(scope, GONE_BOOKMARK, true);
  log.info({ scope, why, erased }, "memory erased");
}

/** Milliseconds until GitHub is to be asked once more; 0: it need not be. */
function waitFor({ change, scope }: RepositoryNotice, found: Found | null): number {
  if (change === "gone") return AT_WORK_MS;
  if (found === null) return LAG_MS;
  if (change !== "visibility") return 0;
  if (visibilityOf(found) !== scope.visibility) return LAG_MS;
  return found.is_private ? AT_WORK_MS : 0;
}

function visibilityOf({ is_private }: Found): "public" | "private" {
  return is_private ? "private" : "public";
}
