import { z } from "zod";
import type { Bookmarks, ThreadPlace } from "../memory/log/episode-log.js";
import { Scope } from "../memory/scope.js";
import { threadKey } from "../thread/thread.js";

const BOOKMARK = "origins";

/** By the number here: where it was opened. */
const Origins = z.record(z.string(), z.object({ scope: Scope, thread: z.string() }));
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
): Promise<ThreadPlace | null> {
  return (await readOrigins(log, scope))[String(number)] ?? null;
}

/** Numbers of the threads that were transferred to a repository. */
export async function arrivedThreads(
  log: Pick<Bookmarks, "bookmark">,
  scope: Scope,
): Promise<ReadonlySet<number>> {
  return new Set(Object.keys(await readOrigins(log, scope)).map(Number));
}

/** Within a transaction: a thread that was transferred twice is still from where it was opened. */
export async function noteOrigin(log: Bookmarks, from: Place, to: Place): Promise<void> {
  const origin = (await originOf(log, from)) ?? { scope: from.scope, thread: threadKey(from) };
  const origins = { ...(await readOrigins(log, to.scope)), [String(to.number)]: origin };
  await log.saveBookmark(to.scope, BOOKMARK, origins);
}

async function readOrigins(log: Pick<Bookmarks, "bookmark">, scope: Scope): Promise<Origins> {
  return Origins.safeParse(await log.bookmark(scope, BOOKMARK)).data ?? {};
}
