/** GitHub's primary limits are counted by resource: REST and GraphQL have an hour's quota each. */
export type LimitedResource = "core" | "graphql";

export type Headers = Readonly<Record<string, string | number | undefined>>;

/** What an answer's headers tell of a primary limit. */
export interface Quota {
  resource: LimitedResource;
  remaining: number;
  /** Milliseconds since the epoch. */
  resetAt: number;
}

/** An answer that may be a refusal for its sender's pace. */
export interface LimitAnswer {
  status: number;
  headers: Headers;
  message: string;
  documentationUrl: string;
}

export interface LimitPause {
  ms: number;
  /** GitHub named the time. Where it does not, it asks for pauses that grow (see rate-gate.ts). */
  named: boolean;
}

/** GitHub asks for at least a minute where it names no time. */
export const DEFAULT_LIMIT_PAUSE_MS = 60_000;

/**
 * How long to wait where the answer is a rate limit, else null. GitHub says so by 403 and by 429 alike: with
 * `retry-after`, with nothing remaining until `x-ratelimit-reset`, or in words alone.
 */
export function limitPause(answer: LimitAnswer, now: number): LimitPause | null {
  if (answer.status !== 403 && answer.status !== 429) return null;
  const retryAfter = Number(answer.headers["retry-after"]);
  if (Number.isFinite(retryAfter) && retryAfter > 0) return { ms: retryAfter * 1000, named: true };
  const quota = readQuota(answer.headers);
  if (quota?.remaining === 0) return { ms: Math.max(quota.resetAt - now, 1000), named: true };
  const isLimit = answer.status === 429 || isSaid(answer);
  return isLimit ? { ms: DEFAULT_LIMIT_PAUSE_MS, named: false } : null;
}

/** Null where the headers tell of no limit (GitHub Enterprise may have none), or of one that is not counted here. */
export function readQuota(headers: Headers): Quota | null {
  const remaining = numberOf(headers["x-ratelimit-remaining"]);
  const reset = numberOf(headers["x-ratelimit-reset"]);
  const resource = headers["x-ratelimit-resource"] ?? "core";
  if (remaining === undefined || reset === undefined) return null;
  if (resource !== "core" && resource !== "graphql") return null;
  return { resource, remaining, resetAt: reset * 1000 };
}

function isSaid({ message, documentationUrl }: LimitAnswer): boolean {
  return documentationUrl.includes("rate-limit") || message.toLowerCase().includes("rate limit");
}

function numberOf(value: string | number | undefined): number | undefined {
  const number = value === undefined || value === "" ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : undefined;
}
