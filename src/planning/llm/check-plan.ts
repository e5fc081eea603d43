import type { PolicyVerdict } from "../../acting/actor.js";
import type { ActionName, Plan } from "../plan.js";
import type { Situation } from "../planner.js";
import { commandsIn } from "../commands-in.js";
import { labelsIn, wordsOf } from "./cited-labels.js";
import { asksForSecret, sendsAway, spillsSecrets } from "../leaks.js";

export interface CheckDeps {
  checkCommand: (command: string) => Promise<PolicyVerdict>;
  actions: readonly ActionName[];
}

const MOST_QUESTIONS = 3;

/** What is wrong with a plan that fits the schema, in words that the model can act on; [] where nothing is. */
export async function problemsOf(plan: Plan, situation: Situation, deps: CheckDeps): Promise<string[]> {
  return [
    ...actionProblems(plan, deps.actions),
    ...citeProblems(plan, situation),
    ...conflictProblems(plan, situation),
    ...questionProblems(plan, situation),
    ...repeatProblems(plan, situation),
    ...(await commandProblems(plan, deps)),
  ];
}

function actionProblems(plan: Plan, actions: readonly ActionName[]): string[] {
  return actions.includes(plan.action)
    ? []
    : [`${plan.action} is not possible in this run; choose from ${actions.join(", ")}.`];
}

function citeProblems(plan: Plan, { recall }: Situation): string[] {
  const shown = new Set(recall.recalled.map(({ label }) => label));
  const named = labelsIn(plan.reasoning);
  const claimed = plan.action === "verify_memory" ? [...plan.cites, plan.parameters.memory] : plan.cites;
  const unknown = [...new Set([...claimed, ...labelsIn(wordsOf(plan))])].filter((label) => !shown.has(label));
  const silent = plan.cites.filter((label) => shown.has(label) && !named.includes(label));
  return [
    ...unknown.map(
      (label) =>
        `${label} was not shown: cite only ${[...shown].join(", ") || "nothing, as no memory was shown"}.`,
    ),
    ...silent.map((label) => `${label} is cited, but the reasoning does not say what it is relied on for.`),
  ];
}

function conflictProblems(plan: Plan, { recall }: Situation): string[] {
  if (plan.action === "verify_memory") return [];
  const argued = labelsIn(plan.reasoning);
  const followed = [...plan.cites, ...labelsIn(wordsOf(plan))];
  return recall.conflicts
    .filter(({ labels }) => labels.some((label) => followed.includes(label)))
    .filter(({ labels }) => !labels.every((label) => argued.includes(label)))
    .map(
      ({ labels, about }) =>
        `${labels.join(" and ")} disagree on ${about}: the reasoning must name them all and say which is followed and why.`,
    );
}

function questionProblems(plan: Plan, { chain }: Situation): string[] {
  if (plan.action !== "ask_reporter") return [];
  const { questions } = plan.parameters;
  const told = new Map(chain.facts.map(({ key, value }) => [key, value]));
  return [
    ...(questions.length === 0 ? ["There is no question in it."] : []),
    ...(questions.length > MOST_QUESTIONS ? [`At most ${MOST_QUESTIONS} questions at once.`] : []),
    ...questions.flatMap(({ text, about }) => [
      ...(asksForSecret(text) ? ["Nobody is asked to write a secret into a thread."] : []),
      ...about
        .filter((key) => told.has(key))
        .map((key) => `The thread tells ${key} already: ${told.get(key) ?? ""}.`),
      ...chain.questions
        .filter((asked) => asked.text.trim().toLowerCase() === text.trim().toLowerCase())
        .map((asked) => `That was asked before: ${asked.text}`),
    ]),
  ];
}

function repeatProblems(plan: Plan, { steps }: Situation): string[] {
  const wanted = JSON.stringify(plan.parameters);
  return steps
    .filter((step) => step.plan.action === plan.action && JSON.stringify(step.plan.parameters) === wanted)
    .map(({ n, observation }) => `Step ${n} was the same and gave: ${observation.summary}.`);
}

/** Commands that are only proposed or asked for are judged too: people run what they are given. */
async function commandProblems(plan: Plan, deps: CheckDeps): Promise<string[]> {
  const problems: string[] = [];
  for (const command of commandsIn(plan)) {
    const verdict = await deps.checkCommand(command);
    if (!verdict.allowed)
      problems.push(`The command is refused (${verdict.rule ?? "policy"}): ${verdict.reason ?? command}`);
    const leak = spillsSecrets(command) ?? sendsAway(command);
    if (leak !== null) problems.push(`The command is refused (leak): ${leak}.`);
  }
  return problems;
}
