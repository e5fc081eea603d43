import type { Episode } from "./episode.js";

/**
 * Which of a thread's resolutions says what resolved it, for its own chain and for others: one that was proved or is
 * gold, then one that was confirmed, and of those what says how before "it works now"; then the reporter's own word, a
 * maintainer's, anybody's; the better believed, the latest of the best. Null for none.
 */
export function bestResolution(resolutions: readonly Episode[]): Episode | null {
  return resolutions.toSorted((a, b) => worthOf(b) - worthOf(a) || b.seq - a.seq)[0] ?? null;
}

const WORTH: Partial<Record<Episode["provenance"]["source"], number>> = { reporter: 1.5, maintainer: 1 };

function worthOf({ status, action, tags, confidence, gold, provenance }: Episode): number {
  const isProved = provenance.source === "sandbox_verified" || gold !== undefined;
  return (
    (isProved ? 20 : 0) +
    (status === "resolved" ? 10 : 0) +
    (action !== undefined ? 4 : tags.includes("adopted") ? 3 : 0) +
    (WORTH[provenance.source] ?? 0) +
    confidence
  );
}
