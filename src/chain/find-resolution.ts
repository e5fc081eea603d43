import { bestResolution } from "../memory/best-resolution.js";
import type { Episode } from "../memory/episode.js";

/** The episode that says what resolved the issue; null where nothing stands. */
export function findResolution(chain: readonly Episode[]): Episode | null {
  return bestResolution(
    chain.filter(
      ({ kind, status, outcome }) =>
        kind === "resolution" &&
        status !== "refuted" &&
        status !== "superseded" &&
        outcome?.success !== false,
    ),
  );
}
