import type { PolicyVerdict } from "../../acting/actor.js";
import type { Plan } from "../plan.js";
import type { Situation } from "../planner.js";
import { blankIn } from "../blanks.js";
import { commandsIn } from "../commands-in.js";
import { labelsIn, wordsOf } from "./cited-labels.js";
import { hasWords, needlessBecause } from "./mend-plan.js";
import { claimsProof, commandsToldIn } from "./told-commands.js";
import type { Offer } from "./offer.js";
import { harmIn } from "../vet-proposal.js";
import { asksForSecret, sendsAway, spillsSecrets } from "../leaks.js";

export interface CheckDeps {
  checkCommand: (command: string) => Promise<PolicyVerdict>;
  offer: Offer;
}

/** What is wrong with a plan that fits the schema, in words that the model can act on; [] where nothing is. */
export async function problemsOf(plan: Plan, situation: Situation, deps: CheckDeps): Promise<string[]> {
  return [
    ...actionProblems(plan, deps.offer),
    ...wordlessProblems(plan),
    ...citeProblems(plan, situation),
    ...conflictProblems(plan, situation),
    ...questionProblems(plan, situation),
    ...repeatProblems(plan, situation),
    ...proofProblems(plan, situation),
    ...(await commandProblems(plan, deps)),
    ...(await toldProblems(plan, deps)),
  ];
}

function actionProblems(plan: Plan, { actions, verifiable, goals }: Offer): string[] {
  if (!actions.includes(plan.action))
    return [`${plan.action} is not possible at this point; choose from ${actions.join(", ")}.`];
  if (plan.action === "verify_memory" && !verifiable.includes(plan.parameters.memory))
    return [`Only these memories can be tried here: ${verifiable.join(", ")}.`];
  if (plan.action === "setup_environment" && !goals.includes(plan.parameters.goal))
    return [`That goal was tried; left are ${goals.join(", ")}.`];
  return [];
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

function questionProblems(plan: Plan, situation: Situation): string[] {
  if (plan.action !== "ask_reporter") return [];
  const { questions } = plan.parameters;
  return [
    ...(questions.length === 0 ? ["There is no question in it."] : []),
    ...questions.flatMap((question) => [
      ...(asksForSecret(question.text) ? ["Nobody is asked to write a secret into a thread."] : []),
      ...[needlessBecause(question, situation)].filter((why) => why !== null),
    ]),
  ];
}

function wordlessProblems(plan: Plan): string[] {
  const parts = Object.entries(requiredWords(plan));
  return parts
    .filter(([, text]) => !hasWords(text))
    .map(([name]) => `"${name}" is empty: write one plain sentence there.`);
}

function requiredWords(plan: Plan): Record<string, string> {
  const { reasoning } = plan;
  switch (plan.action) {
    case "run_command":
      return { reasoning, command: plan.parameters.command };
    case "read_file":
      return { reasoning, path: plan.parameters.path };
    case "search_memory":
    case "search_web":
      return { reasoning, query: plan.parameters.query };
    case "ask_reporter":
      return { reasoning, text: plan.parameters.questions.map(({ text }) => text).join("") };
    case "ask_maintainer":
      return { reasoning, question: plan.parameters.question };
    case "propose_fix":
    case "conclude":
      return { reasoning, summary: plan.parameters.summary };
    case "decline":
      return { reasoning, reason: plan.parameters.reason };
    default:
      return { reasoning };
  }
}

function repeatProblems(plan: Plan, { steps }: Situation): string[] {
  const wanted = JSON.stringify(plan.parameters);
  return steps
    .filter((step) => step.plan.action === plan.action && JSON.stringify(step.plan.parameters) === wanted)
    .map(({ n, observation }) => `Step ${n} was the same and gave: ${observation.summary}.`);
}

/** "Verified" is said by what was seen, never by who would like it. */
function proofProblems(plan: Plan, { steps }: Situation): string[] {
  const held = steps.some(({ observation }) => observation.verdict === "held");
  return !held && claimsProof(wordsOf(plan))
    ? ["Nothing in this run proved that: do not say that it was verified."]
    : [];
}

/** What is told in words is copied too. */
async function toldProblems(plan: Plan, { checkCommand }: CheckDeps): Promise<string[]> {
  const told = commandsToldIn(wordsOf(plan));
  const harms = await Promise.all(told.map((command) => harmIn(command, checkCommand)));
  return harms.flatMap((harm) => (harm === null ? [] : [`Nobody is told to do this: ${harm}.`]));
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
    const blank = plan.action === "ask_reporter" ? null : blankIn(command);
    if (blank !== null)
      problems.push(
        `A command is run or copied as it stands, and this one has ${blank} to be filled in: write it whole, or say it in the summary.`,
      );
  }
  return problems;
}
