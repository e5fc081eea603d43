import { DEFAULT_LIMIT_PAUSE_MS, type LimitedResource, type Quota } from "./read-limits.js";

/** What a request is to GitHub's limits. */
export interface RequestKind {
  resource: LimitedResource;
  /** Changes something there. */
  write: boolean;
  /** Makes a comment or an issue: what people are told of. */
  content: boolean;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** GitHub asks for a second between writes. */
const BETWEEN_WRITES_MS = SECOND;

/** Pauses whose length GitHub leaves to us grow no further. */
const LONGEST_GROWN_PAUSE_MS = 16 * MINUTE;

/** So much new content GitHub takes of one sender. */
const CONTENT_LIMITS = [
  { count: 80, within: MINUTE },
  { count: 500, within: HOUR },
] as const;

/**
 * What one installation may send, and when. It waits for nothing itself: it says how long a request has to, and who
 * asks decides whether to wait or to come back later. Times in milliseconds since the epoch.
 */
export class RateGate {
  readonly #now: () => number;
  readonly #paced: boolean;
  readonly #senders: () => number;
  readonly #closedUntil: Record<LimitedResource, number> = { core: 0, graphql: 0 };
  #nextWrite = 0;
  /** Refusals in a row for which GitHub named no time. */
  #unnamed = 0;
  /** When content was made, or is about to be; oldest first. */
  #content: number[] = [];

  /** @param senders processes that write for the same installation now: each takes its part of GitHub's pace */
  constructor(now: () => number, paced: boolean, senders: () => number = () => 1) {
    this.#now = now;
    this.#paced = paced;
    this.#senders = senders;
  }

  /** Milliseconds until GitHub takes requests of this resource again; 0 where it does now. */
  closedForMs(resource: LimitedResource): number {
    return Math.max(this.#closedUntil[resource] - this.#now(), 0);
  }

  /** A secondary limit closes both resources (null). */
  close(resource: LimitedResource | null, forMs: number): void {
    const until = this.#now() + forMs;
    for (const one of resource === null ? (["core", "graphql"] as const) : [resource])
      this.#closedUntil[one] = Math.max(this.#closedUntil[one], until);
  }

  /**
   * Where GitHub names no time: a minute, twice as long each time it refuses again. What was refused while it is closed
   * was sent before, and makes it no longer.
   */
  closeForGrowing(resource: LimitedResource | null): void {
    if (this.closedForMs(resource ?? "core") > 0) return;
    this.close(resource, Math.min(DEFAULT_LIMIT_PAUSE_MS * 2 ** this.#unnamed, LONGEST_GROWN_PAUSE_MS));
    this.#unnamed += 1;
  }

  /** GitHub takes requests again. What was sent before it refused tells nothing of that. */
  noteSuccess(): void {
    if (this.closedForMs("core") === 0 && this.closedForMs("graphql") === 0) this.#unnamed = 0;
  }

  /** As an answer's headers told last. */
  note(quota: Quota): void {
    if (quota.remaining === 0) this.close(quota.resource, quota.resetAt - this.#now());
  }

  /**
   * Milliseconds that a request has to wait for its turn. Up to `atMostMs` the turn is taken, and the request must be
   * sent when it comes; beyond, no turn is taken.
   */
  takeTurn(kind: RequestKind, atMostMs: number): number {
    const now = this.#now();
    const turn = Math.max(
      this.#closedUntil[kind.resource],
      this.#paced && kind.write ? this.#nextWrite : 0,
      this.#paced && kind.content ? this.#nextContent(now) : 0,
      now,
    );
    if (turn - now > atMostMs) return turn - now;
    if (kind.write) this.#nextWrite = turn + BETWEEN_WRITES_MS * this.#senders();
    if (kind.content) this.#content.push(turn);
    return turn - now;
  }

  #nextContent(now: number): number {
    this.#content = this.#content.filter((at) => at > now - HOUR);
    const turns = CONTENT_LIMITS.map(({ count, within }) => {
      const blocking = this.#content.at(-Math.max(Math.floor(count / this.#senders()), 1));
      return blocking === undefined ? 0 : blocking + within;
    });
    return Math.max(...turns);
  }
}
