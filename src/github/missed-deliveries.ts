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

/** GitHub sends nothing again that is older. */
export const KEPT_MS = 3 * 24 * 60 * 60 * 1000;

/** So many attempts may have met a server that ended or was full; what fails more often has a reason that lasts. */
const ATTEMPTS_AT_ONCE = 5;
const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 60 * 60 * 1000;

/**
 * What no attempt brought home, of the part of the log that was read so far. The log is read from newer to older: an attempt
 * that was accepted is newer than those that failed.
 */
export class MissedDeliveries {
  /** By guid: when which attempt was made. */
  readonly #missing = new Map<string, Map<string, number>>();
  readonly #home = new Set<string>();

  /** The same attempt may be read again. */
  add(deliveries: readonly SentDelivery[]): void {
    for (const { id, guid, accepted, at } of deliveries) {
      if (accepted) {
        this.#home.add(guid);
        this.#missing.delete(guid);
      } else if (!this.#home.has(guid)) {
        this.#missing.set(guid, (this.#missing.get(guid) ?? new Map<string, number>()).set(id, at));
      }
    }
  }

  /** Up to then nothing is missing any more: others brought it home. */
  forgetBefore(at: number): void {
    for (const [guid, attempts] of this.#missing)
      if (Math.min(...attempts.values()) < at) this.#missing.delete(guid);
  }

  /** When all is read, nothing older can come of what is home. */
  endReading(): void {
    this.#home.clear();
  }

  /** Of each delivery that is to be asked for now, its newest attempt; oldest first. Forgets those that GitHub does not keep. */
  due(now: number): { id: string; guid: string }[] {
    this.forgetBefore(now - KEPT_MS);
    const due: { id: string; guid: string; at: number }[] = [];
    for (const [guid, attempts] of this.#missing) {
      const [id, at] = [...attempts].reduce((a, b) => (b[1] > a[1] ? b : a));
      if (at + pauseAfter(attempts.size) <= now) due.push({ id, guid, at });
    }
    return due.sort((a, b) => a.at - b.at).map(({ id, guid }) => ({ id, guid }));
  }

  /** When the first attempt was made at the oldest that is missing; `otherwise` where none is. */
  oldest(otherwise: number): number {
    return [...this.#missing.values()].reduce(
      (oldest, attempts) => Math.min(oldest, ...attempts.values()),
      otherwise,
    );
  }
}

/** 0 for the first five attempts, then 1 min, 2 min, 4 min … up to an hour. */
function pauseAfter(attempts: number): number {
  return attempts < ATTEMPTS_AT_ONCE
    ? 0
    : Math.min(FIRST_PAUSE_MS * 2 ** (attempts - ATTEMPTS_AT_ONCE), LONGEST_PAUSE_MS);
}
