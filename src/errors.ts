/** The closed list of error codes. Callers branch on the code, never on the message. */
export type ErrorCode =
  | "bad_input" // what a person gave is not usable: exit code 2
  | "bad_config" // the configuration is not usable: exit code 2
  | "not_found"
  | "not_permitted"
  | "rate_limited"
  | "unavailable" // a service (GitHub, Docker, Qdrant, database, model) cannot be reached or is failing
  | "conflict" // somebody else changed or holds it
  | "invalid_output" // a model or a service answered something that does not fit its contract
  | "limit_reached" // a budget or a size limit of ours
  | "storage" // a store is damaged, newer, read-only or full
  | "internal";

export interface ErrorDetails {
  /** Worth trying again later, as it is. Default false. */
  retryable?: boolean;
  /** Wait at least so many milliseconds before the next try. */
  retryAfterMs?: number;
  cause?: unknown;
}

/** The one error base. The message says what happened, where, and what to do. */
export class MnemeError extends Error {
  override readonly name = "MnemeError";
  readonly code: ErrorCode;
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.retryable = details.retryable ?? false;
    this.retryAfterMs = details.retryAfterMs;
  }
}

export function isMnemeError(error: unknown, code?: ErrorCode): error is MnemeError {
  return error instanceof MnemeError && (code === undefined || error.code === code);
}

/** The message of anything that was thrown, in one line. */
export function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/\s+/g, " ").trim();
}

/** Worth giving the work back for: another try is left, or it was told to come back later, which always ends. */
export function isTriedAgain(error: unknown, lastTry: boolean): boolean {
  return isMnemeError(error) && error.retryable && (!lastTry || error.code === "rate_limited");
}
