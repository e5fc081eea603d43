import { isMnemeError } from "../../errors.js";
import type { Bookmarks } from "../../memory/log/episode-log.js";
import type { Scope } from "../../memory/scope.js";
import type { Thread } from "../../thread/thread.js";
import {
  afterPage,
  type BackfillState,
  beginBackfill,
  pauseForShare,
  readBackfillState,
} from "./backfill-state.js";
import type { IssuePage, IssueSource } from "./issue-source.js";
import type { BackfillProgress } from "./progress.js";

export interface BackfillDeps {
  source: IssueSource;
  bookmarks: Pick<Bookmarks, "bookmark">;
  /**
   * Remembers the closed threads of a page and how far that came, both or neither. `howFar` is given the numbers of
   * those that it could not remember; what it says is given back.
   */
  learn: (
    threads: readonly Thread[],
    scope: Scope,
    howFar: (failed: readonly number[]) => BackfillState,
  ) => Promise<BackfillState>;
  /** Brings the recall index up to the log. */
  catchUp: () => Promise<void>;
  /** Milliseconds since the epoch. */
  now: () => number;
}

export interface BackfillOptions {
  /** So much of the forge's rate limit is for us: 0 < share ≤ 1. */
  share: number;
  /** At most so many pages, then it stops and says that there is more. Default: no limit. */
  pages?: number;
  /** Reads everything again, whatever was read before. Default false. */
  fromStart?: boolean;
  onProgress?: (progress: BackfillProgress) => void;
  signal: AbortSignal;
}

export interface BackfillResult {
  repo: string;
  /** False: there is more, after `wait_ms`. */
  done: boolean;
  wait_ms: number;
  state: BackfillState;
  roles_known: boolean;
}

/**
 * Turns the closed issues of a repository into memory, page by page. How far it came is kept in the log with the page
 * itself: killed at any moment and called again it goes on with the page it was at, of which nothing is there yet.
 */
export async function backfill(deps: BackfillDeps, options: BackfillOptions): Promise<BackfillResult> {
  const { source, bookmarks, now } = deps;
  const began = now();
  const { scope, repo, roles_known } = await source.describe();
  const begun = options.fromStart === true ? null : await readBackfillState(bookmarks, scope);
  let state = beginBackfill(begun, toIso(began));
  const issuesBefore = state.issues;
  let next = ask(source, state);
  for (let pages = 1; ; pages += 1) {
    const page = await takePage(next);
    if (typeof page === "number") {
      await deps.catchUp();
      return { repo, done: false, wait_ms: page, state, roles_known };
    }
    const isLast = page.next === null;
    const wait = pauseForShare(afterPage(state, page, [], ""), page, options.share, now());
    const stops = isLast || wait > 0 || pages === options.pages || options.signal.aborted;
    // The forge answers while the threads at hand are read.
    if (!stops) next = ask(source, { ...state, after: page.next });
    const before = state;
    state = await deps.learn(page.threads, scope, (failed) => afterPage(before, page, failed, toIso(now())));
    options.onProgress?.({
      repo,
      issues: state.issues,
      total: state.total,
      issues_now: state.issues - issuesBefore,
      seconds_now: (now() - began) / 1000,
    });
    if (stops) {
      await deps.catchUp();
      return { repo, done: isLast, wait_ms: isLast ? 0 : wait, state, roles_known };
    }
  }
}

/** Started early and awaited late: its failure is kept until then. */
function ask(source: IssueSource, { after, since }: BackfillState): Promise<IssuePage | { error: unknown }> {
  return source.page({ after, since }).catch((error: unknown) => ({ error }));
}

/** The page, or milliseconds to wait where a rate limit stands before it. */
async function takePage(asked: Promise<IssuePage | { error: unknown }>): Promise<IssuePage | number> {
  const answer = await asked;
  if (!("error" in answer)) return answer;
  const { error } = answer;
  if (isMnemeError(error, "rate_limited")) return error.retryAfterMs ?? 60_000;
  throw error;
}

function toIso(ms: number): string {
  return new Date(ms).toISOString();
}
