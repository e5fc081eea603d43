import { z } from "zod";
import { isMnemeError, messageOf } from "../errors.js";
import type { Log } from "../log.js";
import type { Bookmarks } from "../memory/log/episode-log.js";
import type { Scope } from "../memory/scope.js";
import { KEPT_MS, MissedDeliveries, type SentDelivery } from "./missed-deliveries.js";

/** Port: GitHub's log of the deliveries to this app. Throws what a forge throws. */
export interface DeliveryLog {
  /** A page of at most 100, newest first: the newest (null), or the one after the page that gave this `next`. Null: there is no older one. */
  page(next: string | null): Promise<{ deliveries: SentDelivery[]; next: string | null }>;
  /** Has one sent again; its guid stays. */
  redeliver(id: string): Promise<void>;
}

/** What is kept of the app itself, and of no repository. */
const APP_SCOPE: Scope = { installation: "0", repository: "app", visibility: "private" };
/** Up to when nothing is missing, in milliseconds since the epoch: stays when a process ends, and is shared by all. */
const MARK = "missed-deliveries";

/** One that is on its way may not be in the log yet. */
const OVERLAP_MS = 10 * 60 * 1000;
/** GitHub counts five points for such a request, and takes 900 a minute. */
const BETWEEN_REQUESTS_MS = 340;
/** Pages read at one look at most: what is older is read at the next ones. */
const MOST_PAGES = 50;

/** A part of the log that is not read yet, to its end: the page to go on with (null: the newest), and the time where it ends. */
interface Stretch {
  next: string | null;
  until: number;
}

/**
 * Asks for what was sent while no server was there, or while it could not keep it: GitHub sends nothing again by itself. The
 * first look goes back to the mark, or as far as GitHub does, later ones to the one before.
 */
export function createRecovery(deps: {
  deliveries: DeliveryLog;
  bookmarks: Bookmarks;
  log: Pick<Log, "info" | "warn">;
  now: () => number;
  sleep: (ms: number) => Promise<void>;
}): (signal: AbortSignal) => Promise<void> {
  const { deliveries, bookmarks, log, now } = deps;
  const missed = new MissedDeliveries();
  /** Newest first. */
  const unread: Stretch[] = [];
  let from = now() - KEPT_MS;
  return async (signal) => {
    const settled = z
      .number()
      .catch(0)
      .parse(await bookmarks.bookmark(APP_SCOPE, MARK));
    missed.forgetBefore(settled);
    from = Math.max(from, settled);
    const readTo = now() - OVERLAP_MS;
    // There is none, or it is begun: one that is not starts with the newest page anyway.
    if (unread[0]?.next !== null) unread.unshift({ next: null, until: from });
    from = readTo;
    await readOn(unread, deliveries, missed, signal);
    const due = missed.due(now());
    const failed = await askFor(due, deps, signal);
    if (due.length > 0) log.info({ missed: due.length, failed }, "missed deliveries asked for");
    if (unread.length > 0) return;
    missed.endReading();
    await bookmarks.saveBookmark(APP_SCOPE, MARK, missed.oldest(readTo));
  };
}

/** What was read stays read, also when the next page cannot be. */
async function readOn(
  unread: Stretch[],
  log: DeliveryLog,
  missed: MissedDeliveries,
  signal: AbortSignal,
): Promise<void> {
  for (let pages = 0; pages < MOST_PAGES && !signal.aborted; pages += 1) {
    const [stretch] = unread;
    if (stretch === undefined) return;
    const { deliveries, next } = await log.page(stretch.next);
    missed.add(deliveries.filter(({ at }) => at >= stretch.until));
    if (next === null || deliveries.some(({ at }) => at < stretch.until)) unread.shift();
    else stretch.next = next;
  }
}

/** At GitHub's pace; how many could not be asked for. */
async function askFor(
  due: readonly { id: string; guid: string }[],
  deps: Pick<Parameters<typeof createRecovery>[0], "deliveries" | "log" | "now" | "sleep">,
  signal: AbortSignal,
): Promise<number> {
  const { deliveries, log, now, sleep } = deps;
  let failed = 0;
  let next = now();
  for (const { id, guid } of due) {
    // From request to request: how long an answer takes is no part of the pace.
    if (next > now()) await sleep(next - now());
    if (signal.aborted) break;
    next = now() + BETWEEN_REQUESTS_MS;
    try {
      await deliveries.redeliver(id);
    } catch (error) {
      failed += 1;
      // The others would be refused too until then.
      if (isMnemeError(error, "rate_limited")) next = now() + (error.retryAfterMs ?? BETWEEN_REQUESTS_MS);
      log.warn({ delivery: guid, reason: messageOf(error) }, "missed delivery not asked for");
    }
  }
  return failed;
}
