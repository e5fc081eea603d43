import { z } from "zod";
import { type ErrorCode, MnemeError, messageOf } from "../../errors.js";
import { limitPause } from "./read-limits.js";
import { type ReadFailure, readFailure } from "./request-failure.js";

/** The part of Octokit's GraphqlResponseError that is read: GitHub answers 200 and says it in the body. */
const GraphqlFailure = z.object({
  errors: z.array(z.object({ type: z.string().optional() })).min(1),
  headers: z.record(z.string(), z.union([z.string(), z.number()]).optional()).catch({}),
});

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
    const { errors, headers } = graphql.data;
    const code = CODE_BY_GRAPHQL_TYPE[errors[0]?.type ?? ""] ?? "unavailable";
    const limit = { status: 429, headers, message: "", documentationUrl: "" };
    const wait = code === "rate_limited" ? limitPause(limit, Date.now()) : null;
    return forgeError(code, doing, "GraphQL", error, wait?.ms ?? 0);
  }
  const failure = readFailure(error);
  if (failure === null) return forgeError("unavailable", doing, messageOf(error), error, 0);
  const pause = limitPause(failure, Date.now());
  const what = failure.answered ? describe(failure) : `no answer: ${messageOf(error)}`;
  const code = pause === null ? (CODE_BY_STATUS[failure.status] ?? "unavailable") : "rate_limited";
  return forgeError(code, doing, what, error, pause?.ms ?? 0);
}

/** "status 403: Unable to create comment because issue is locked." */
function describe({ status, words }: ReadFailure): string {
  return `status ${String(status)}${words === "" ? "" : `: ${words}`}`;
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
