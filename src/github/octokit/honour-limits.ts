import { MnemeError } from "../../errors.js";
import type { RateGate, RequestKind } from "./rate-gate.js";
import { limitPause, readQuota } from "./read-limits.js";
import { readFailure } from "./request-failure.js";

/** The part of a request that says what it is to GitHub's limits. `url`: a path, or a template of one. */
export interface LimitedRequest {
  method: string;
  url: string;
  query?: unknown;
}

/** The part of an answer that is read. */
interface Answer {
  status: number;
  headers: Record<string, string | number | undefined>;
  data: unknown;
}

export interface Patience {
  /** A request that has to wait longer for its turn is not sent. */
  atMostMs: number;
  now: () => number;
  sleep: (ms: number) => Promise<void>;
}

/**
 * Sends a request when GitHub's limits allow it, and notes what the answer tells of them. Where that is further away
 * than patience reaches, it throws MnemeError("rate_limited", retryAfterMs) and sends nothing: whoever works on
 * something gives it back until then, and others go on.
 */
export async function sendWithinLimits<T extends Answer>(
  request: LimitedRequest,
  gate: RateGate,
  patience: Patience,
  send: () => Promise<T>,
): Promise<T> {
  const kind = kindOf(request);
  await waitForTurn(request, kind, gate, patience);
  try {
    return noteAnswer(await send(), kind, gate);
  } catch (error) {
    const pause = noteRefusal(error, kind, gate, patience.now());
    if (pause === null || pause > patience.atMostMs) throw error;
    await waitForTurn(request, kind, gate, patience);
    return noteAnswer(await send(), kind, gate);
  }
}

async function waitForTurn(
  { method, url }: LimitedRequest,
  kind: RequestKind,
  gate: RateGate,
  { atMostMs, sleep }: Patience,
): Promise<void> {
  const wait = gate.takeTurn(kind, atMostMs);
  if (wait > atMostMs)
    throw new MnemeError(
      "rate_limited",
      `GitHub takes ${method} ${url} in ${String(Math.ceil(wait / 1000))} s: it is tried again then`,
      { retryable: true, retryAfterMs: wait },
    );
  if (wait > 0) await sleep(wait);
}

function noteAnswer<T extends Answer>(answer: T, kind: RequestKind, gate: RateGate): T {
  const quota = readQuota(answer.headers);
  if (quota !== null) gate.note(quota);
  // GraphQL says it with status 200; what is thrown then is Octokit's to throw.
  if (kind.resource === "graphql" && isGraphqlLimit(answer.data)) gate.closeForGrowing("graphql");
  else gate.noteSuccess();
  return answer;
}

/** Milliseconds to wait where the error is a rate limit, which then closes the gate; else null. */
function noteRefusal(error: unknown, kind: RequestKind, gate: RateGate, now: number): number | null {
  const answer = readFailure(error);
  if (answer === null) return null;
  const quota = readQuota(answer.headers);
  if (quota !== null) gate.note(quota);
  const pause = limitPause(answer, now);
  if (pause === null) return null;
  // Nothing remains: the primary limit, of this resource alone. Anything else is said of the sender as a whole.
  const closed = quota?.remaining === 0 ? quota.resource : null;
  if (pause.named) gate.close(closed, pause.ms);
  else gate.closeForGrowing(closed);
  return Math.max(pause.ms, gate.closedForMs(kind.resource));
}

function isGraphqlLimit(data: unknown): boolean {
  if (typeof data !== "object" || data === null || !("errors" in data) || !Array.isArray(data.errors))
    return false;
  return data.errors.some((error: unknown) => (error as { type?: unknown } | null)?.type === "RATE_LIMITED");
}

/** A question in GraphQL is sent by POST and changes nothing. */
function kindOf({ method, url, query }: LimitedRequest): RequestKind {
  const path = url.split("?")[0] ?? url;
  if (path.endsWith("/graphql")) {
    const write = typeof query === "string" && query.trimStart().startsWith("mutation");
    return { resource: "graphql", write, content: false };
  }
  // To have a webhook sent again changes nothing there; who asks for many paces itself (see recover-deliveries.ts).
  const write = method !== "GET" && method !== "HEAD" && !path.startsWith("/app/hook/");
  const content = method === "POST" && (path.endsWith("/comments") || path.endsWith("/issues"));
  return { resource: "core", write, content };
}
