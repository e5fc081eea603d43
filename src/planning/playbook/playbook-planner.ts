import type { Decision, Planner, Situation } from "../planner.js";
import { isTerminal } from "../plan.js";
import type { Candidate } from "./candidate.js";
import { fromActions } from "./from-actions.js";
import { fromEnd, lastWords } from "./from-end.js";
import { fromFailures } from "./from-failures.js";
import { fromMemory } from "./from-memory.js";
import { fromQuestions } from "./from-questions.js";
import { fromReproduction } from "./from-reproduction.js";
import { fromSearch } from "./from-search.js";
import { fromThread } from "./from-thread.js";
import { recognise } from "./recognise.js";
import { wasSaidBefore } from "./said-before.js";
import { deriveState, type State } from "./state.js";
import { expectedValue } from "./value.js";

const SOURCES: readonly ((state: State) => Candidate[])[] = [
  fromThread,
  fromMemory,
  fromFailures,
  fromReproduction,
  fromActions,
  fromQuestions,
  fromSearch,
  fromEnd,
];

/** All that could be done next, best bet first. Pure: the same situation gives the same list. */
export function rankCandidates(situation: Situation): Candidate[] {
  const [likeliest] = recognise(situation);
  if (likeliest === undefined) return [];
  const state = deriveState(situation, likeliest.playbook);
  const lastStep = situation.budget.steps_left <= 1;
  const ranked = SOURCES.flatMap((source) => source(state))
    .filter(({ plan }) => !lastStep || isTerminal(plan))
    .filter(({ plan }) => !wasRefused(plan, situation) && !wasSaidBefore(plan, situation))
    .toSorted((a, b) => expectedValue(b) - expectedValue(a));
  return ranked.length > 0 ? ranked : [lastWords(state)];
}

/** Offline and deterministic: playbooks, priors and what memory says, weighed against what each step costs. */
export class PlaybookPlanner implements Planner {
  plan(situation: Situation): Promise<Decision> {
    const [best, second] = rankCandidates(situation);
    if (best === undefined) throw new Error("a playbook always ends with words");
    return Promise.resolve({
      plan: best.plan,
      planner: best.from,
      route_reason: `${score(best)}${second === undefined ? "" : `, next best ${second.plan.action} ${score(second)}`}`,
      usage: [],
    });
  }
}

function score(candidate: Candidate): string {
  return `expected value ${expectedValue(candidate).toFixed(0)} (p ${candidate.p.toFixed(2)})`;
}

/** The very same plan has been observed in this run: taking it again would tell nothing new. */
function wasRefused(plan: Candidate["plan"], { steps }: Situation): boolean {
  const wanted = JSON.stringify(plan.parameters);
  return steps.some(
    (step) => step.plan.action === plan.action && JSON.stringify(step.plan.parameters) === wanted,
  );
}
