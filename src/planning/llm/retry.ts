import { setTimeout as sleep } from "node:timers/promises";

/** Milliseconds of a Retry-After header in seconds or as a date; null where there is none that can be read. */
export function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null) return null;
  const text = header.trim();
  if (/^\d{1,9}(?:\.\d{1,3})?$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

/** Waits between tries of a failing server, doubling. */
export function backoffMs(attempt: number): number {
  return 400 * 2 ** (attempt - 1);
}

/** Rejects with an AbortError as soon as the signal says so. */
export async function wait(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal });
}
