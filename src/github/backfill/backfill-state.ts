import { z } from "zod";
import { MnemeError } from "../../errors.js";
import type { Bookmarks } from "../../memory/log/episode-log.js";
import type { Scope } from "../../memory/scope.js";
import type { IssuePage } from "./issue-source.js";

/** Name of the bookmark that says how far the backfill of a repository came. */
const BOOKMARK = "backfill";

/** How far the backfill of one repository came: what a bookmark of the log holds. */
const BackfillState = z.object({
  version: z.literal(1),
  /** Where the next page begins; null: at the beginning. */
  after: z.string().nullable(),
  /** Only what changed since is read (ISO time); null: everything. */
  since: z.string().nullable(),
  started_at: z.iso.datetime(),
  completed_at: z.iso.datetime().nullable(),
  /** Issues remembered so far, and all that there are. */
  issues: z.number().int().nonnegative(),
  total: z.number().int().nonnegative(),
  calls: z.number().int().nonnegative(),
  /** Issues that could not be remembered, by number. */
  skipped: z.array(z.number()),
  /** What was spent of the forge's limit in its current window, which ends then (ms since the epoch). */
  window: z.object({ resets_at: z.number(), points: z.number() }).nullable(),
});
export type BackfillState = z.infer<typeof BackfillState>;

/** Null before the first page. Throws MnemeError("storage") for what another version wrote. */
export async function readBackfillState(
  bookmarks: Pick<Bookmarks, "bookmark">,
  scope: Scope,
): Promise<BackfillState | null> {
  const value = await bookmarks.bookmark(scope, BOOKMARK);
  if (value === null) return null;
  const parsed = BackfillState.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new MnemeError(
    "storage",
    "the backfill's bookmark was written by another version: start it anew with --from-start",
    { cause: parsed.error },
  );
}

export async function saveBackfillState(
  bookmarks: Pick<Bookmarks, "saveBookmark">,
  scope: Scope,
  state: BackfillState,
): Promise<void> {
  await bookmarks.saveBookmark(scope, BOOKMARK, state);
}

/** Goes on where the one before was interrupted; after a completed one, with what changed since that began. */
export function beginBackfill(before: BackfillState | null, now: string): BackfillState {
  if (before !== null && before.completed_at === null) return before;
  return {
    version: 1,
    after: null,
    since: before?.started_at ?? null,
    started_at: now,
    completed_at: null,
    issues: 0,
    total: 0,
    calls: 0,
    skipped: [],
    window: before?.window ?? null,
  };
}

export function afterPage(
  state: BackfillState,
  page: IssuePage,
  skipped: readonly number[],
  now: string,
): BackfillState {
  return {
    ...state,
    after: page.next,
    completed_at: page.next === null ? now : null,
    issues: state.issues + page.threads.length - skipped.length,
    total: page.total,
    calls: state.calls + page.calls,
    skipped: [...state.skipped, ...skipped],
    window: windowAfter(state.window, page),
  };
}

function windowAfter(window: BackfillState["window"], { points, quota }: IssuePage): BackfillState["window"] {
  if (quota === null) return window;
  const isSame = window?.resets_at === quota.resets_at;
  return { resets_at: quota.resets_at, points: points + (isSame ? window.points : 0) };
}

/**
 * Milliseconds until another page may be asked for: 0 while what was spent in the forge's window, and as much as the
 * last page took, stays within the share.
 */
export function pauseForShare(
  { window }: BackfillState,
  page: IssuePage,
  share: number,
  now: number,
): number {
  if (window === null || page.quota === null || window.resets_at <= now) return 0;
  return window.points + page.points > page.quota.limit * share ? window.resets_at - now : 0;
}
