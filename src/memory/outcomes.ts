import type { Episode } from "./episode.js";
import type { EpisodeFact } from "./log/episode-log.js";

/** A memory that a run was shown, or that a plan of it cited. */
type Memory = Pick<Episode, "id" | "thread">;

/** Being shown to a planner: counted, and worth nothing. */
export function exposureFacts(memories: readonly Memory[], run: string): EpisodeFact[] {
  return memories.map(({ id }) => ({ episode: id, kind: "counter", counter: "exposed", run }));
}

/** Being cited by a plan that was carried out. Says that it was used, not that it was right. */
export function adoptionFacts(cited: readonly Memory[], run: string): EpisodeFact[] {
  return cited.map(({ id }) => ({ episode: id, kind: "counter", counter: "adopted", run }));
}

export interface Outcome {
  run: string;
  /** The thread in which the memory was applied: "owner/repo#12". */
  thread: string;
  /** The command passed, the reporter confirmed, or the issue was closed as completed after it. */
  held: boolean;
  /** How the environment here fits the one that the memory comes from. */
  environment: "match" | "unknown" | "mismatch";
  /** It was run anew rather than told: counts also in the thread that the memory comes from. */
  rerun: boolean;
}

/**
 * What an outcome says of an adopted memory. A confirmation must be independent: from another thread, or run anew.
 * A failure under another environment says nothing against the memory: it is counted, and moves no confidence.
 */
export function outcomeFacts(memory: Memory, outcome: Outcome): EpisodeFact[] {
  const { run, thread, held } = outcome;
  const counted: EpisodeFact = {
    episode: memory.id,
    kind: "counter",
    counter: held ? "helped" : "failed",
    run,
  };
  const independent = outcome.rerun || memory.thread !== thread;
  const speaks = held ? independent : outcome.environment !== "mismatch";
  if (!speaks) return [counted];
  const weight = held ? "confirmed" : "contradicted";
  return [counted, { episode: memory.id, kind: "evidence", weight, source: thread }];
}

export interface Reaction {
  content: "rocket" | "+1" | "-1";
  by: string;
  /** A maintainer may write to the repository; the reporter opened the issue. Nobody else's reaction counts. */
  role: "maintainer" | "reporter";
  at: string;
  /** The comment that was reacted to. */
  permalink: string;
}

/** A reaction on a reply, for one episode that the reply cites or made. Null where it says nothing. */
export function reactionFact(episode: string, reaction: Reaction): EpisodeFact | null {
  const { content, role, by, at, permalink } = reaction;
  if (role === "maintainer") {
    if (content === "rocket") return { episode, kind: "gold", gold: { by, at, permalink } };
    return content === "-1" ? { episode, kind: "evidence", weight: "rejected", source: permalink } : null;
  }
  if (content === "rocket") return null;
  const weight = content === "+1" ? "reporter_up" : "reporter_down";
  return { episode, kind: "evidence", weight, source: permalink };
}
