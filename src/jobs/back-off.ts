const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 15 * 60 * 1000;

export interface BackOffOptions {
  /** In [0, 1). */
  random: number;
  /** Default 2,000. */
  firstMs?: number | undefined;
  /** What the service asked for. Default 0. */
  atLeastMs?: number | undefined;
}

/**
 * Milliseconds until a job is tried again: 2 s, 8 s, 32 s … up to 15 min, spread by half either way so that jobs
 * that failed together do not come back together, and never before what the service asked for.
 */
export function backOffMs(attempt: number, options: BackOffOptions): number {
  const { random, firstMs = FIRST_PAUSE_MS, atLeastMs = 0 } = options;
  const pause = Math.min(firstMs * 4 ** (attempt - 1), LONGEST_PAUSE_MS);
  return Math.round(Math.max(pause * (0.5 + random), atLeastMs * (1 + random / 10)));
}
