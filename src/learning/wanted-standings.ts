import type { Chain } from "../chain/chain.js";
import { isCompleted, type Closing } from "../chain/closing.js";
import { closedStandings, isResolvable, type Standing } from "../memory/consolidation.js";
import type { Episode } from "../memory/episode.js";
import type { AppendedFact, FactChange } from "../memory/log/episode-log.js";
import { standingInText } from "../memory/reconciliation.js";
import { MNEME } from "../memory/wanted-facts.js";
import type { Occasion } from "./learn-from-thread.js";

export interface StandingContext {
  chain: Pick<Chain, "episodes">;
  closing: Closing | null;
  /** All facts of the stored episodes, oldest first. */
  history: readonly AppendedFact[];
  occasion: Occasion;
}

/**
 * How the thread's stored episodes should stand: as its text says, and then as its end does. `changes` make it so;
 * a status that a person set, or took back, is left alone.
 */
export function wantedStandings(
  stored: readonly Episode[],
  context: StandingContext,
): { episodes: Episode[]; changes: FactChange[] } {
  const built = new Map(context.chain.episodes.map((episode) => [episode.id, episode]));
  const judged = judgedByPeople(context.history);
  const spoken = new Set(
    context.history.flatMap(({ fact, live }) => (live && fact.kind === "status" ? [fact.episode] : [])),
  );
  const inText = stored.map((episode) => {
    if (judged.has(episode.id)) return episode;
    // What no text stands behind is open until the thread's end says more.
    const alone: Standing | null =
      spoken.has(episode.id) && isResolvable(episode) ? { status: "open" } : null;
    return standAs(episode, standingInText(episode, built) ?? alone);
  });
  const { closing } = context;
  const closed = closing === null ? new Map<string, Standing>() : closedStandings(inText, closing);
  const episodes = inText.map((episode) =>
    judged.has(episode.id) ? episode : standAs(episode, closed.get(episode.id) ?? null),
  );
  const changes = episodes.flatMap((episode, index): FactChange[] => {
    const before = stored[index];
    if (before?.status === episode.status && before.resolved_by === episode.resolved_by) return [];
    const { status, resolved_by } = episode;
    const why = closed.has(episode.id)
      ? whyClosed(closing)
      : status === "superseded"
        ? "the text that it was read from is gone"
        : context.occasion.why;
    return [
      {
        add: {
          kind: "status",
          episode: episode.id,
          status,
          ...(resolved_by === undefined ? {} : { resolved_by }),
        },
        attribution: { by: MNEME, at: context.occasion.at, why },
      },
    ];
  });
  return { episodes, changes };
}

function standAs(episode: Episode, as: Standing | null): Episode {
  if (as === null) return episode;
  const standing = { ...episode };
  delete standing.resolved_by;
  return { ...standing, ...as };
}

/** Episodes whose last word on their status is a person's: one that was set, or one of ours that was taken back. */
function judgedByPeople(history: readonly AppendedFact[]): Set<string> {
  const last = new Map<string, boolean>();
  const statuses = new Set(history.flatMap(({ id, fact }) => (fact.kind === "status" ? [id] : [])));
  for (const { fact, attribution, live } of history) {
    const isStatus = fact.kind === "status" || (fact.kind === "undo" && statuses.has(fact.undoes));
    if (isStatus && live) last.set(fact.episode, attribution.by !== MNEME);
  }
  return new Set([...last].flatMap(([id, byPerson]) => (byPerson ? [id] : [])));
}

function whyClosed(closing: Closing | null): string {
  const target = closing?.target ?? null;
  const as = isCompleted(closing) ? "completed" : (closing?.reason ?? "");
  return `closed as ${as}${target === null ? "" : `, by ${target}`}`;
}
