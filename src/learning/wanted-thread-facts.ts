import type { Closing } from "../chain/closing.js";
import { closingLinks } from "../memory/consolidation.js";
import type { Episode } from "../memory/episode.js";
import type { AppendedFact } from "../memory/log/episode-log.js";
import { MNEME, type WantedFact } from "../memory/wanted-facts.js";
import type { ThreadEvent } from "../thread/thread.js";
import type { Occasion } from "./learn-from-thread.js";

interface ThreadEnd {
  /** "owner/repo#12" */
  thread: string;
  closing: Closing | null;
  reopening: ThreadEvent | null;
  occasion: Occasion;
}

/** What the end of a thread says of its own episodes beside their status: links when closed, doubt when reopened. */
export function wantedThreadFacts(
  episodes: readonly Episode[],
  { thread, closing, reopening, occasion }: ThreadEnd,
): WantedFact[] {
  if (closing !== null) {
    const attribution = { by: MNEME, at: occasion.at, why: "closed" };
    return closingLinks(episodes, closing).map(({ episode, link }) => ({
      fact: { kind: "link", episode, link },
      attribution,
    }));
  }
  if (reopening === null) return [];
  const attribution = { by: MNEME, at: reopening.at ?? occasion.at, why: "the issue was reopened" };
  return episodes
    .filter(({ kind, status }) => kind === "resolution" && status === "open")
    .map(({ id }) => ({
      fact: { kind: "evidence", episode: id, weight: "contradicted", source: reopenedSource(thread) },
      attribution,
    }));
}

/** Whether a fact, or the taking back of one, is of this kind. */
export function isThreadFact(
  thread: string,
): (entry: AppendedFact, index: number, all: AppendedFact[]) => boolean {
  return ({ fact, attribution }) => {
    if (fact.kind === "undo") return true;
    if (attribution.by !== MNEME) return false;
    if (fact.kind === "evidence") return fact.source === reopenedSource(thread);
    if (fact.kind !== "link") return false;
    // Where a memory was applied in a run, the link leads to the run's step, which is an episode.
    return fact.link.type === "resolves" || (fact.link.type === "applied_in" && isUrl(fact.link.to));
  };
}

function reopenedSource(thread: string): string {
  return `${thread} reopened`;
}

function isUrl(text: string): boolean {
  return text.startsWith("http://") || text.startsWith("https://");
}
