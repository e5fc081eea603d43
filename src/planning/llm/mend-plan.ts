import type { Plan, PlanOf } from "../plan.js";
import type { Situation } from "../planner.js";

const MOST_QUESTIONS = 3;

type Question = PlanOf<"ask_reporter">["parameters"]["questions"][number];

/**
 * What code can put right without asking the model again: questions that need not be asked, or beyond what may be asked
 * at once, and commands without a word are left out; what is said only in the reasoning, or only in the answer, stands
 * for both. Where nothing would be left, the plan stays as it is and is judged.
 */
export function mendPlan(plan: Plan, situation: Situation): Plan {
  const said = withWords(plan.action === "search_memory" ? withQuery(plan, situation) : plan);
  switch (said.action) {
    case "ask_reporter":
      return { ...said, parameters: { questions: questionsOf(said.parameters.questions, situation) } };
    case "propose_fix":
      return {
        ...said,
        parameters: { ...said.parameters, commands: said.parameters.commands.filter(hasWords) },
      };
    case "reproduce":
      return { ...said, parameters: { commands: said.parameters.commands.filter(hasWords) } };
    default:
      return said;
  }
}

/** Who asks memory without words asks for what the issue is about. */
function withQuery(plan: PlanOf<"search_memory">, { chain }: Situation): Plan {
  return hasWords(plan.parameters.query)
    ? plan
    : { ...plan, parameters: { query: [chain.title, ...chain.symptoms.slice(0, 3)].join("\n") } };
}

function withWords(plan: Plan): Plan {
  const reasoning = hasWords(plan.reasoning) ? plan.reasoning : answerOf(plan);
  switch (plan.action) {
    case "propose_fix":
    case "conclude": {
      const summary = firstWith([plan.parameters.summary, plan.parameters.cause ?? "", reasoning]);
      const parameters = { ...plan.parameters, summary };
      return { ...plan, reasoning, parameters } as Plan;
    }
    case "decline":
      return { ...plan, reasoning, parameters: { reason: firstWith([plan.parameters.reason, reasoning]) } };
    default:
      return { ...plan, reasoning };
  }
}

/** What the plan says to people. */
function answerOf(plan: Plan): string {
  switch (plan.action) {
    case "propose_fix":
    case "conclude":
      return firstWith([plan.parameters.summary, plan.parameters.cause ?? ""]);
    case "decline":
      return plan.parameters.reason;
    case "ask_maintainer":
      return plan.parameters.question;
    case "run_command":
      return plan.parameters.purpose;
    case "search_memory":
      return "Further memories may tell more.";
    default:
      return "";
  }
}

function firstWith(texts: readonly string[]): string {
  return texts.find(hasWords) ?? "";
}

/** A schema cannot say that a text says something. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

function questionsOf(questions: readonly Question[], situation: Situation): Question[] {
  const kept = questions
    .filter((question) => hasWords(question.text) && needlessBecause(question, situation) === null)
    .slice(0, MOST_QUESTIONS);
  return kept.length === 0 ? [...questions] : kept;
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
