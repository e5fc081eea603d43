const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** GitHub tells nobody of a reaction: replies are looked at so long after they were posted. */
const LOOKS = [HOUR, 6 * HOUR, DAY, 7 * DAY, 30 * DAY] as const;

/** A look may be made early, or late, by so much of the reply's age, so that many share a call. */
export const LOOK_TOLERANCE = 0.25;

/**
 * When to look next, null after the last time. A look within the tolerance counts; looks that were missed are not made
 * up for. All in ms since the epoch.
 */
export function nextLook(postedAt: number, now: number): number | null {
  const next = LOOKS.find((after) => postedAt + after * (1 - LOOK_TOLERANCE) > now);
  return next === undefined ? null : postedAt + next;
}
