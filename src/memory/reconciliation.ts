import type { Episode, EpisodeSource } from "./episode.js";
import type { Standing } from "./consolidation.js";

/** Episodes that no text of the thread stands behind: a run made them, or a person added them by hand. */
const READ_FROM_THREAD: ReadonlySet<EpisodeSource> = new Set(["reporter", "maintainer", "participant"]);

/** What `mneme memory add` puts where the comment stands. */
export const ADDED_BY_HAND = "cli";

function isReadFromThread({ provenance, tags }: Episode): boolean {
  const { source, author_role, comment_id } = provenance;
  if (comment_id === ADDED_BY_HAND || tags.includes("remembered")) return false;
  // With a language model, what is inferred from a person's words is read from them; a run infers in its own name.
  return READ_FROM_THREAD.has(source) || (source === "inference" && author_role !== "bot");
}

/**
 * How the text of the thread, as it is now, has the episode stand: as it was read from it just now (`built`, by id),
 * or superseded where that text is no longer there. Null where the thread's text does not say.
 */
export function standingInText(episode: Episode, built: ReadonlyMap<string, Episode>): Standing | null {
  const current = built.get(episode.id);
  if (current !== undefined) {
    const { status, resolved_by } = current;
    return { status, ...(resolved_by === undefined ? {} : { resolved_by }) };
  }
  return isReadFromThread(episode) ? { status: "superseded" } : null;
}

/** Comments that were read once and are there no more: what was learnt from them is to be erased. */
export function commentsGone(stored: readonly Episode[], present: ReadonlySet<string>): string[] {
  const read = stored.flatMap(({ provenance }) => provenance.comment_id ?? []);
  return [...new Set(read)].filter((id) => id !== ADDED_BY_HAND && !present.has(id));
}
