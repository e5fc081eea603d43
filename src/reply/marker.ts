/** Hidden in every comment that mneme writes, so that a restarted run finds its own comment again. */
export function runMarker(runId: string): string {
  return `<!-- mneme:run=${runId} -->`;
}

const MARKER = /<!-- mneme:run=([0-9a-f-]{36}) -->/;

/** The run that wrote this comment, null where it was not mneme. */
export function readRunMarker(body: string): string | null {
  return MARKER.exec(body)?.[1] ?? null;
}
