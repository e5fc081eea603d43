import { type Reaction, reactionFact } from "../../memory/outcomes.js";
import type { AppendedFact } from "../../memory/log/episode-log.js";
import { sameScope } from "../../memory/scope.js";
import type { WantedFact } from "../../memory/wanted-facts.js";
import { episodesOf } from "../../recall/recalled.js";
import type { RunRecord } from "../../run-record.js";
import type { ReadReaction, ReplyReactions } from "./reaction-source.js";

export interface JudgedEpisodes {
  /** Those that the reply cites and made. */
  all: string[];
  /** Of these, the repository's own: another repository's memory may be confirmed here, but not judged. */
  own: ReadonlySet<string>;
}

export function judgedIn(run: RunRecord): JudgedEpisodes {
  const cited = new Set(run.steps.flatMap(({ plan }) => plan.cites));
  const memories = run.recall.recalled.filter(({ label }) => cited.has(label)).flatMap(episodesOf);
  const episodes = [...memories, ...run.episodes];
  const own = episodes.filter(({ scope }) => sameScope(scope, run.scope));
  return { all: [...new Set(episodes.map(({ id }) => id))], own: new Set(own.map(({ id }) => id)) };
}

/** Who reacted in a way that may weigh, and is to be asked about: the others need no call. */
export function mayJudge({ content, by }: ReadReaction, { reporter }: ReplyReactions): boolean {
  return content !== "+1" || by === reporter;
}

/**
 * What the reactions on a reply say of the episodes behind it: a maintainer's 🚀 is gold, a maintainer's 👎 rejects, the
 * reporter's 👍 and 👎 are an outcome. Nobody else's reaction counts. Gold is one fact an episode: the first 🚀 stands.
 */
export function wantedFromReactions(
  reply: ReplyReactions,
  { all, own }: JudgedEpisodes,
  isMaintainer: (login: string) => boolean,
): WantedFact[] {
  const reactions = reply.reactions
    .flatMap((reaction): Reaction[] => {
      const role = roleIn(reaction, reply, isMaintainer);
      return role === null ? [] : [{ ...reaction, role, permalink: reply.url }];
    })
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at) || (a.by < b.by ? -1 : 1));
  return all.flatMap((episode) => {
    let isGold = false;
    return reactions.flatMap((reaction): WantedFact[] => {
      const fact = reactionFact(episode, reaction);
      const isJudgement = reaction.role === "maintainer";
      if (fact === null || (isJudgement && !own.has(episode)) || (fact.kind === "gold" && isGold)) return [];
      isGold ||= fact.kind === "gold";
      return [
        {
          fact,
          attribution: { by: reaction.by, at: reaction.at, why: `${SIGN[reaction.content]} on ${reply.url}` },
        },
      ];
    });
  });
}

const SIGN = { rocket: "🚀", "+1": "👍", "-1": "👎" } as const;

function roleIn(
  { content, by }: ReadReaction,
  { reporter }: ReplyReactions,
  isMaintainer: (login: string) => boolean,
): Reaction["role"] | null {
  if (content !== "+1" && isMaintainer(by)) return "maintainer";
  return content !== "rocket" && by === reporter ? "reporter" : null;
}

/** Whether a fact, or the taking back of one, comes from a reaction on this reply. */
export function isOfReply(url: string): (entry: AppendedFact) => boolean {
  return ({ fact }) => {
    if (fact.kind === "undo") return true;
    if (fact.kind === "gold") return fact.gold?.permalink === url;
    return fact.kind === "evidence" && fact.source === url && FROM_REACTIONS.has(fact.weight);
  };
}

const FROM_REACTIONS: ReadonlySet<string> = new Set(["rejected", "reporter_up", "reporter_down"]);
