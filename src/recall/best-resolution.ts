import type { Episode } from "../memory/episode.js";

/**
 * Which of a thread's resolutions tells others what to do: one that was run, then one that was confirmed, then one
 * with commands or advice in it. "Works now, thanks" settles an issue and helps nobody else. Null for none.
 */
export function bestResolution(resolutions: readonly Episode[]): Episode | null {
  return resolutions.toSorted((a, b) => worthOf(b) - worthOf(a))[0] ?? null;
}

function worthOf({ status, action, tags, confidence, gold, provenance }: Episode): number {
  return (
    confidence +
    (provenance.source === "sandbox_verified" || gold !== undefined ? 4 : 0) +
    (status === "resolved" ? 3 : 0) +
    (action?.command === undefined ? 0 : 2) +
    (tags.includes("adopted") ? 1.5 : 0)
  );
}
