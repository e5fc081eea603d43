import { messageOf, MnemeError } from "../../../errors.js";

/** The part of the client's error that is looked at: its class is not exported. */
interface Refusal {
  status: number;
  data: unknown;
}

/** What the client or `fetch` threw, as an error that says what, where, and what to do. */
export function toMnemeError(url: string, what: string, error: unknown): MnemeError {
  if (error instanceof MnemeError) return error;
  const where = `Qdrant at ${url}`;
  const cause = { cause: error };
  if (isNamed(error, "TimeoutError")) {
    return unavailable(`${where} did not answer in time (${what})`, cause);
  }
  if (isUnanswered(error)) {
    return unavailable(
      `${where} cannot be reached (${reasonOfFetch(error)}): start it, or check QDRANT_URL`,
      cause,
    );
  }
  if (isRefusal(error)) return explainRefusal(where, what, error);
  return unavailable(`${where}: ${what} failed: ${messageOf(error)}`, cause);
}

/** `fetch` throws a TypeError where there was no answer at all; by name, as it may be of another realm. */
export function isUnanswered(error: unknown): boolean {
  return isNamed(error, "TypeError");
}

export function isNotFound(error: unknown): boolean {
  return statusOf(error) === 404;
}

export function isConflict(error: unknown): boolean {
  return statusOf(error) === 409;
}

function statusOf(error: unknown): number | null {
  const cause: unknown = error instanceof MnemeError ? error.cause : error;
  return isRefusal(cause) ? cause.status : null;
}

function explainRefusal(where: string, what: string, error: Refusal): MnemeError {
  const { status } = error;
  const reason = reasonOf(error);
  const cause = { cause: error };
  if (status === 401 || status === 403) {
    return new MnemeError("bad_config", `${where} refuses the key (${reason}): check QDRANT_API_KEY`, cause);
  }
  if (status === 404) return unavailable(`${where}: ${what}: ${reason}`, cause);
  if (status >= 400 && status < 500 && status !== 408 && status !== 429) {
    return new MnemeError("internal", `${where} refused (${what}): ${reason}`, cause);
  }
  return unavailable(`${where} failed with ${status} (${what}): ${reason}`, cause);
}

function unavailable(message: string, cause: { cause: unknown }): MnemeError {
  return new MnemeError("unavailable", message, { ...cause, retryable: true });
}

function isNamed(error: unknown, name: string): boolean {
  return fieldOf(error, "name") === name;
}

/** "fetch failed" says nothing; its cause does: "connect ECONNREFUSED …", or a code alone for several addresses. */
function reasonOfFetch(error: unknown): string {
  const cause = fieldOf(error, "cause") ?? error;
  const told = [fieldOf(cause, "message"), fieldOf(cause, "code")];
  return told.find((text) => typeof text === "string" && text !== "")?.toString() ?? messageOf(cause);
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

function isRefusal(error: unknown): error is Refusal {
  return error instanceof Error && "status" in error && typeof error.status === "number";
}

/** The client's message says "Bad Request"; the reason stands in the body. */
function reasonOf({ status, data }: Refusal): string {
  const body = typeof data === "object" && data !== null && "status" in data ? data.status : data;
  const reason = typeof body === "object" && body !== null && "error" in body ? body.error : body;
  return typeof reason === "string" && reason !== "" ? reason.slice(0, 300) : `status ${status}`;
}
