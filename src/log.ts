/** The part of a logger that is used: constant messages, with metadata beside them. Never secrets or thread text. */
export interface Log {
  debug(metadata: object, message: string): void;
  info(metadata: object, message: string): void;
  warn(metadata: object, message: string): void;
  error(metadata: object, message: string): void;
}

/** What a log may hold of an error: its words and place, not what it carries (a request with a reply in it). */
export function errorFields(error: unknown): { reason: string; stack?: string } {
  if (!(error instanceof Error)) return { reason: String(error) };
  return { reason: error.message, ...(error.stack === undefined ? {} : { stack: error.stack }) };
}
