import type { Episode } from "../memory/episode.js";

/**
 * The episode that says what resolved the issue: what was verified first, then what was confirmed, and of that what
 * says how before "it works now"; then the reporter's own word, a maintainer's, anybody's; the latest of the best.
 * Null where nothing stands.
 */
export function findResolution(chain: readonly Episode[]): Episode | null {
  const standing = chain.filter(
    ({ kind, status, outcome }) =>
      kind === "resolution" && status !== "refuted" && status !== "superseded" && outcome?.success !== false,
  );
  return standing.toSorted((a, b) => worthOf(b) - worthOf(a) || b.seq - a.seq)[0] ?? null;
}

const WORTH: Partial<Record<Episode["provenance"]["source"], number>> = {
  sandbox_verified: 20,
  reporter: 2,
  maintainer: 1,
};

function worthOf({ status, action, provenance }: Episode): number {
  return (status === "resolved" ? 10 : 0) + (action === undefined ? 0 : 3) + (WORTH[provenance.source] ?? 0);
}
