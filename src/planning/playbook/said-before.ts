import type { Episode } from "../../memory/episode.js";
import { commandsOf } from "../../acting/authority.js";
import type { Recalled } from "../../recall/recalled.js";
import { ANSWERED_TAG, citeTag } from "../step-tags.js";
import type { Plan } from "../plan.js";
import type { Situation } from "../planner.js";
import { firstLine } from "./say.js";
import { normaliseCommand } from "./tried.js";

/** What mneme itself said in this thread before and what the reporter has answered since: not to be said again. */
export function wasSaidBefore(plan: Plan, { chain }: Situation): boolean {
  const words = wordsOf(plan);
  if (words === null) return false;
  const commands = plan.action === "propose_fix" ? plan.parameters.commands.map(normaliseCommand) : [];
  return chain.episodes.some(
    (episode) =>
      isAnswered(episode) &&
      (episode.summary === words ||
        (commands.length > 0 && sameCommands(commands, commandsOf(episode).map(normaliseCommand)))),
  );
}

/** A proposal of mneme's that the reporter tried in vain. */
export function refutedProposals({ chain }: Situation): Episode[] {
  return chain.episodes.filter((episode) => isAnswered(episode) && episode.status === "refuted");
}

/** This memory, or another with the same way out, was followed in this thread, and the reporter says: in vain. */
export function triedInVain({ episode }: Recalled, fix: Episode | null, situation: Situation): boolean {
  const words = firstLine(fix?.summary ?? "", MOST_COMPARED);
  return refutedProposals(situation).some(
    ({ tags, summary }) =>
      tags.includes(citeTag(episode.thread)) || (words !== "" && summary.includes(words)),
  );
}

const MOST_COMPARED = 100;

function isAnswered({ tags, provenance }: Episode): boolean {
  return provenance.author_role === "bot" && tags.includes(ANSWERED_TAG);
}

function wordsOf(plan: Plan): string | null {
  if (plan.action === "propose_fix" || plan.action === "conclude") return plan.parameters.summary;
  return null;
}

function sameCommands(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((command, index) => command === b[index]);
}
