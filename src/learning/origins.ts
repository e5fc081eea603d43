import { z } from "zod";
import type { Bookmarks } from "../memory/log/episode-log.js";
import { Scope } from "../memory/scope.js";
import { threadKey } from "../thread/thread.js";

const BOOKMARK = "origins";

/** Where a thread was opened that is elsewhere now. */
const ThreadOrigin = z.object({
  scope: Scope,
  thread: z.string(),
  /** By the ids that its comments have now: those they had there. */
  comments: z.record(z.string(), z.string()),
});
export type ThreadOrigin = z.infer<typeof ThreadOrigin>;

/** By the number here. */
const Origins = z.record(z.string(), ThreadOrigin);
type Origins = z.infer<typeof Origins>;

interface Place {
  scope: Scope;
  repo: string;
  number: number;
}

/**
 * Where a thread was opened that was transferred here later; null for most. Its episodes keep the ids that they were given
 * there, so that what is read of it here is what is known of it already.
 */
export async function originOf(
  log: Pick<Bookmarks, "bookmark">,
  { scope, number }: Omit<Place, "repo">,
): Promise<ThreadOrigin | null> {
  return (await readOrigins(log, scope))[String(number)] ?? null;
}

/** Numbers of the threads that were transferred to a repository. */
export async function arrivedThreads(
  log: Pick<Bookmarks, "bookmark">,
  scope: Scope,
): Promise<ReadonlySet<number>> {
  return new Set(Object.keys(await readOrigins(log, scope)).map(Number));
}

/**
 * Within a transaction: a thread that was transferred twice is still from where it was opened.
 *
 * @param comments by the ids that they had at `from`: those they have at `to`
 */
export async function noteOrigin(
  log: Bookmarks,
  { from, to }: { from: Place; to: Place },
  comments: ReadonlyMap<string, string>,
): Promise<void> {
  const before = await originOf(log, from);
  const named = [...comments].map(([was, is]) => [is, before?.comments[was] ?? was] as const);
  const { scope, thread } = before ?? { scope: from.scope, thread: threadKey(from) };
  const origin: ThreadOrigin = { scope, thread, comments: Object.fromEntries(named) };
  const origins = { ...(await readOrigins(log, to.scope)), [String(to.number)]: origin };
  await log.saveBookmark(to.scope, BOOKMARK, origins);
}

async function readOrigins(log: Pick<Bookmarks, "bookmark">, scope: Scope): Promise<Origins> {
  return Origins.safeParse(await log.bookmark(scope, BOOKMARK)).data ?? {};
}
