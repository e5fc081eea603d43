import type { Log } from "../../src/log.js";

/** A log that keeps what it is told, an entry a line. */
export function keepLog(): { log: Log; lines: string[] } {
  const lines: string[] = [];
  const keep = (metadata: object, message: string): void => {
    lines.push(`${message} ${JSON.stringify(metadata)}`);
  };
  return { log: { debug: keep, info: keep, warn: keep, error: keep }, lines };
}
