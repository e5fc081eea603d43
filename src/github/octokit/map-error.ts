import { z } from "zod";
import { type ErrorCode, MnemeError, messageOf } from "../../errors.js";

/** The part of Octokit's RequestError that is read. */
const RequestFailure = z.object({
  status: z.number(),
  response: z
    .object({
      headers: z.record(z.string(), z.union([z.string(), z.number()]).optional()).catch({}),
      data: z.object({ documentation_url: z.string().optional() }).optional().catch(undefined),
    })
    .optional(),
});
type RequestFailure = z.infer<typeof RequestFailure>;

/** The part of Octokit's GraphqlResponseError that is read: GitHub answers 200 and says it in the body. */
const GraphqlFailure = z.object({ errors: z.array(z.object({ type: z.string().optional() })).min(1) });

const DEFAULT_LIMIT_PAUSE_MS = 60_000;

const CODE_BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: "bad_input",
  401: "not_permitted",
  403: "not_permitted",
  404: "not_found",
  409: "conflict",
  410: "not_found",
  422: "bad_input",
  429: "rate_limited",
  451: "not_permitted",
};

const CODE_BY_GRAPHQL_TYPE: Readonly<Record<string, ErrorCode>> = {
  NOT_FOUND: "not_found",
  FORBIDDEN: "not_permitted",
  INSUFFICIENT_SCOPES: "not_permitted",
  RATE_LIMITED: "rate_limited",
};

const ADVICE: Partial<Record<ErrorCode, string>> = {
  not_found: "it was deleted or moved, or the app is not installed there",
  not_permitted: "check the app's permissions and that it is installed there",
  rate_limited: "it is tried again when GitHub allows it",
  bad_input: "the request does not fit what GitHub accepts (too long, locked, or invalid)",
  unavailable: "it is tried again later",
  conflict: "it is tried again later",
};

/** Anything that Octokit throws as a MnemeError of the forge port. `doing`: "read octo/site#12". */
export function toForgeError(error: unknown, doing: string): MnemeError {
  if (error instanceof MnemeError) return error;
  const graphql = GraphqlFailure.safeParse(error);
  if (graphql.success) {
    const code = CODE_BY_GRAPHQL_TYPE[graphql.data.errors[0]?.type ?? ""] ?? "unavailable";
    return forgeError(code, doing, "GraphQL", error, code === "rate_limited" ? DEFAULT_LIMIT_PAUSE_MS : 0);
  }
  const failure = RequestFailure.safeParse(error);
  // No status at all: no answer came (a timeout, a refused connection), or the answer was no JSON.
  if (!failure.success) return forgeError("unavailable", doing, messageOf(error), error, 0);
  const pause = limitPauseMs(failure.data);
  const { status, response } = failure.data;
  // Octokit calls it a 500 where nothing came back.
  const what = response === undefined ? `no answer: ${messageOf(error)}` : `status ${String(status)}`;
  const code = pause === null ? (CODE_BY_STATUS[status] ?? "unavailable") : "rate_limited";
  return forgeError(code, doing, what, error, pause ?? 0);
}

/** Milliseconds to wait where the answer is a rate limit (GitHub uses 403 and 429), else null. */
function limitPauseMs({ status, response }: RequestFailure): number | null {
  if (status !== 403 && status !== 429) return null;
  const headers = response?.headers ?? {};
  const retryAfter = Number(headers["retry-after"]);
  if (Number.isFinite(retryAfter) && retryAfter > 0) return retryAfter * 1000;
  if (String(headers["x-ratelimit-remaining"]) === "0") {
    const reset = Number(headers["x-ratelimit-reset"]) * 1000;
    return Number.isFinite(reset) ? Math.max(reset - Date.now(), 1000) : DEFAULT_LIMIT_PAUSE_MS;
  }
  const isLimit = status === 429 || response?.data?.documentation_url?.includes("rate-limit") === true;
  return isLimit ? DEFAULT_LIMIT_PAUSE_MS : null;
}

function forgeError(
  code: ErrorCode,
  doing: string,
  what: string,
  cause: unknown,
  retryAfterMs: number,
): MnemeError {
  const advice = ADVICE[code] ?? "see the cause";
  return new MnemeError(code, `GitHub did not ${doing} (${what}): ${advice}`, {
    retryable: code === "unavailable" || code === "rate_limited" || code === "conflict",
    ...(retryAfterMs > 0 ? { retryAfterMs } : {}),
    cause,
  });
}
