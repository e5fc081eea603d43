import type { Episode } from "./episode.js";
import type { EpisodeFact } from "./log/episode-log.js";

/** What was read from a thread, as against what was run, imported or added by hand. */
const READ_FROM_THREAD: ReadonlySet<Episode["provenance"]["source"]> = new Set([
  "reporter",
  "maintainer",
  "participant",
  "inference",
]);

export interface Reconciliation {
  /** Status facts for episodes whose text was edited away, or that came back with it. */
  facts: EpisodeFact[];
  /** Comments that are gone: what was read from them is to be erased. */
  deleted: string[];
}

/**
 * What the thread's present texts say of the episodes that were read from it before.
 *
 * @param stored episodes of the thread as they stand in the log
 * @param texts SHA-256 (hex) of each text that is there now, by comment id; null is the body
 */
export function reconcile(
  stored: readonly Episode[],
  texts: ReadonlyMap<string | null, string>,
): Reconciliation {
  const facts: EpisodeFact[] = [];
  const deleted = new Set<string>();
  for (const episode of stored) {
    const { source, comment_id, quoted_text_hash } = episode.provenance;
    if (!READ_FROM_THREAD.has(source) || !isOfThread(comment_id)) continue;
    const present = texts.get(comment_id);
    if (present === undefined) {
      if (comment_id !== null) deleted.add(comment_id);
    } else if (present !== quoted_text_hash) {
      if (episode.status !== "superseded")
        facts.push({ episode: episode.id, kind: "status", status: "superseded" });
    } else if (episode.status === "superseded") {
      facts.push({ episode: episode.id, kind: "status", status: "open" });
    }
  }
  return { facts, deleted: [...deleted] };
}

/** A note that was added by hand belongs to no text of the thread. */
function isOfThread(commentId: string | null): boolean {
  return commentId === null || /^\d+$/.test(commentId);
}
