import { isMnemeError, messageOf } from "../errors.js";
import type { Log } from "../log.js";
import { groupBy } from "../util/group-by.js";

/** A webhook in the app's own log of deliveries, as GitHub keeps it. */
export interface SentDelivery {
  id: string;
  /** The same for every attempt at one delivery. */
  guid: string;
  /** The server answered it with 2xx. */
  accepted: boolean;
  /** Milliseconds since the epoch. */
  at: number;
}

/** Port: GitHub's log of the deliveries to this app. Throws what a forge throws. */
export interface DeliveryLog {
  /** Those of that time and later, newest first. */
  since(at: number): Promise<SentDelivery[]>;
  /** Has one sent again; its guid stays. */
  redeliver(id: string): Promise<void>;
}

/** GitHub sends nothing again that is older. */
const KEPT_MS = 3 * 24 * 60 * 60 * 1000;
/** One that is on its way may not be in the log yet. */
const OVERLAP_MS = 10 * 60 * 1000;
/** GitHub counts five points for such a request, and takes 900 a minute. */
const BETWEEN_REQUESTS_MS = 340;
/** What fails so often has another reason than that nobody was there. */
const MOST_ATTEMPTS = 20;

/**
 * Asks for what was sent while no server was there, or while it could not keep it: GitHub sends nothing again by itself. The
 * first look goes back as far as GitHub does, later ones to the one before.
 */
export function createRecovery(deps: {
  deliveries: DeliveryLog;
  log: Pick<Log, "info" | "warn">;
  now: () => number;
  sleep: (ms: number) => Promise<void>;
}): (signal: AbortSignal) => Promise<void> {
  const { deliveries, log, now, sleep } = deps;
  let from = now() - KEPT_MS;
  return async (signal) => {
    const began = now();
    const sent = await deliveries.since(from);
    const missed = findMissed(sent);
    let failed = 0;
    let next = began;
    for (const { id, guid } of missed) {
      if (signal.aborted) return;
      // From request to request: how long an answer takes is no part of the pace.
      if (next > now()) await sleep(next - now());
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
    if (missed.length > 0) log.info({ missed: missed.length, failed }, "missed deliveries asked for");
    // What is still missing must be seen again with all its attempts, and nothing that is older.
    const missing = new Set(missed.map(({ guid }) => guid));
    const oldest = sent.reduce((at, one) => (missing.has(one.guid) ? Math.min(at, one.at) : at), began);
    from = Math.max(oldest - OVERLAP_MS, from);
  };
}

/** The newest attempt of each delivery that no attempt brought home, oldest first. */
export function findMissed(sent: readonly SentDelivery[]): SentDelivery[] {
  return [...groupBy(sent, ({ guid }) => guid).values()]
    .filter((attempts) => attempts.length < MOST_ATTEMPTS && !attempts.some(({ accepted }) => accepted))
    .flatMap((attempts) => attempts.reduce((a, b) => (b.at > a.at ? b : a)))
    .sort((a, b) => a.at - b.at);
}
