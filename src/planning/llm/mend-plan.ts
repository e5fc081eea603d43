import type { Plan, PlanOf } from "../plan.js";
import type { Situation } from "../planner.js";

const MOST_QUESTIONS = 3;

type Question = PlanOf<"ask_reporter">["parameters"]["questions"][number];

/**
 * What code can put right without asking the model again: of several questions those are left out that need not be
 * asked, and those beyond what may be asked at once. Where none would be left, the plan stays as it is and is judged.
 */
export function mendPlan(plan: Plan, situation: Situation): Plan {
  if (plan.action !== "ask_reporter") return plan;
  const { questions } = plan.parameters;
  const kept = questions
    .filter((question) => question.text.trim() !== "" && needlessBecause(question, situation) === null)
    .slice(0, MOST_QUESTIONS);
  return kept.length === 0 ? plan : { ...plan, parameters: { questions: kept } };
}

/** Why the thread makes this question needless; null where it does not. */
export function needlessBecause(
  { text, about }: Question,
  { chain }: Pick<Situation, "chain">,
): string | null {
  const told = chain.facts.find(({ key }) => about.includes(key));
  if (told !== undefined) return `The thread tells ${told.key} already: ${told.value}.`;
  const asked = chain.questions.find((one) => sameWords(one.text, text));
  return asked === undefined ? null : `That was asked before: ${asked.text}`;
}

function sameWords(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}
