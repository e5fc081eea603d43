import type { Episode } from "../../memory/episode.js";
import type { Candidate } from "./candidate.js";
import { placeOf } from "./evidence.js";
import { firstLine, sentence } from "./say.js";
import type { State } from "./state.js";
import { VALUE } from "./value.js";

/** What the thread itself already settles: nobody is helped by a guess beside it. */
export function fromThread(state: State): Candidate[] {
  const { episodes } = state.situation.chain;
  const settled = episodes.findLast(isSettled);
  const finding = state.readings.findLast((reading) => reading.finding !== null)?.finding ?? null;
  const candidates: Candidate[] = [];
  if (settled !== undefined) candidates.push(conclude(settled, episodes, VALUE.answered, certainty(settled)));
  if (finding !== null) {
    const { cause, summary, commands } = finding;
    candidates.push({
      from: `playbook/${state.playbook.name}`,
      p: 0.9,
      value: VALUE.proposed_fix,
      seconds: 0,
      rounds: 0,
      plan: {
        action: "propose_fix",
        parameters: { cause, summary, commands },
        reasoning: `${reasonsSoFar(state)} That names the cause. What to do about it has not been run, so it is not verified.`,
        cites: [],
        confidence: 0.75,
      },
    });
  }
  return candidates;
}

/** "From step 1: the memory grows. From comment 12: what grows is the heap." */
export function reasonsSoFar(state: State): string {
  return state.readings.map(({ where, means }) => `From ${where}: ${sentence(means)}`).join(" ");
}

function isSettled(episode: Episode): boolean {
  if (episode.status === "refuted" || episode.status === "superseded") return false;
  if (episode.kind === "resolution") return true;
  return episode.kind === "diagnosis" && episode.provenance.source === "maintainer";
}

function certainty(episode: Episode): number {
  if (episode.gold !== undefined || episode.status === "resolved") return 0.95;
  return episode.kind === "resolution" ? 0.85 : 0.6;
}

function conclude(settled: Episode, episodes: readonly Episode[], value: number, p: number): Candidate {
  const cause = episodes.findLast((episode) => episode.kind === "diagnosis" && episode.status !== "refuted");
  return {
    from: "thread",
    p,
    value,
    seconds: 0,
    rounds: 0,
    plan: {
      action: "conclude",
      parameters: {
        summary: sentence(firstLine(settled.summary, 600)),
        cause: cause === undefined ? null : sentence(firstLine(cause.summary, 400)),
      },
      reasoning: `${capital(placeOf(settled))} settles it (${settled.provenance.author_role ?? "the thread"} said so), and nothing after it contradicts that.`,
      cites: [],
      confidence: p,
    },
  };
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
