import { isMnemeError } from "../../errors.js";
import type { ReadThread } from "../../learning/learn-from-thread.js";
import type { Bookmarks } from "../../memory/log/episode-log.js";
import type { Scope } from "../../memory/scope.js";
import { ahead } from "./ahead.js";
import {
  afterPage,
  type BackfillState,
  beginBackfill,
  pauseForShare,
  readBackfillState,
} from "./backfill-state.js";
import type { IssuePage, IssueSource } from "./issue-source.js";
import type { BackfillProgress } from "./progress.js";
import type { PageReader, ReadPage } from "./read-threads.js";

export interface BackfillDeps {
  source: IssueSource;
  bookmarks: Pick<Bookmarks, "bookmark">;
  /** The episodes of a page's threads; while one page is read the one before is learnt. */
  read: PageReader;
  /** Remembers the closed threads of a page and how far that came, both or neither. */
  learn: (read: readonly ReadThread[], scope: Scope, state: BackfillState) => Promise<void>;
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
  let wait_ms = 0;
  const issuesBefore = state.issues;
  // GitHub answers, texts are read, and what was read is learnt, each for a page of its own at the same time.
  const asked = ahead(askForPages(deps, options, state));
  for await (const { page, read, failed, wait } of ahead(readPages(asked, deps.read, scope))) {
    wait_ms = wait;
    if (page === null) break;
    state = afterPage(state, page, failed, toIso(now()));
    await deps.learn(read, scope, state);
    options.onProgress?.({
      repo,
      issues: state.issues,
      total: state.total,
      issues_now: state.issues - issuesBefore,
      seconds_now: (now() - began) / 1000,
    });
    if (options.signal.aborted) break;
  }
  await deps.catchUp();
  return { repo, done: state.completed_at !== null, wait_ms, state, roles_known };
}

interface AskedPage {
  /** Null where a rate limit stands before it. */
  page: IssuePage | null;
  /** Milliseconds until the next one may be asked for. */
  wait: number;
}

/** Until the last page, the most that may be read at once, or a limit. */
async function* askForPages(
  { source, now }: BackfillDeps,
  { share, pages = Number.POSITIVE_INFINITY, signal }: BackfillOptions,
  begun: BackfillState,
): AsyncGenerator<AskedPage, void> {
  let state = begun;
  for (let count = 1; count <= pages && !signal.aborted; count += 1) {
    const page = await askForPage(source, state);
    if (typeof page === "number") {
      yield { page: null, wait: page };
      return;
    }
    state = afterPage(state, page, [], toIso(now()));
    const wait = page.next === null ? 0 : pauseForShare(state, page, share, now());
    yield { page, wait };
    if (page.next === null || wait > 0) return;
  }
}

/** The page, or milliseconds to wait where a rate limit stands before it. */
async function askForPage(source: IssueSource, { after, since }: BackfillState): Promise<IssuePage | number> {
  try {
    return await source.page({ after, since });
  } catch (error) {
    if (isMnemeError(error, "rate_limited")) return error.retryAfterMs ?? 60_000;
    throw error;
  }
}

async function* readPages(
  asked: AsyncIterable<AskedPage>,
  read: PageReader,
  scope: Scope,
): AsyncGenerator<AskedPage & ReadPage, void> {
  for await (const { page, wait } of asked)
    yield { page, wait, ...(page === null ? { read: [], failed: [] } : await read(page.threads, scope)) };
}

function toIso(ms: number): string {
  return new Date(ms).toISOString();
}
