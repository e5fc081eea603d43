import { ASKS, type Ask } from "./asks.js";
import type { Candidate } from "./candidate.js";
import { openActions } from "./from-actions.js";
import { reasonsSoFar } from "./from-thread.js";
import { onlyLooks } from "./looks.js";
import type { State } from "./state.js";
import { normaliseCommand } from "./tried.js";
import { VALUE } from "./value.js";

export interface Asked {
  text: string;
  command: string | null;
  about: string[];
}

const MOST_QUESTIONS = 3;
/** p that one more answer leads to the cause, for facts and for the result of a diagnostic command. */
const P_FACT = 0.35;
const P_LOOK = 0.5;

/** What the reporter alone can tell, and the thread does not yet: at most three, each with the command that answers it. */
export function fromQuestions(state: State): Candidate[] {
  const questions = openQuestions(state);
  if (questions.length === 0) return [];
  const missed = questions.reduce((rest, { p }) => rest * (1 - p), 1);
  return [
    {
      from: `playbook/${state.playbook.name}`,
      p: 1 - missed,
      value: VALUE.asked,
      seconds: 0,
      rounds: 1,
      plan: {
        action: "ask_reporter",
        parameters: { questions: questions.map(({ question }) => question) },
        reasoning:
          `${reasonsSoFar(state)} This looks like ${state.playbook.what}. ${state.playbook.otherwise} These answers would tell the most, and the thread does not hold them yet.`.trim(),
        cites: [],
        confidence: 1 - missed,
      },
    },
  ];
}

function openQuestions(state: State): { question: Asked; p: number }[] {
  const measured = openActions(state)
    .filter(
      ({ action, command }) =>
        action.where === "reporter" || !state.situation.can_run || !command.includes("<"),
    )
    .filter(({ action }) => action.where === "reporter" || !state.situation.can_run)
    .map(({ action, command, p }) => ({
      question: { text: action.ask, command, about: ["log"] },
      p: p * 0.9,
    }));
  const facts = state.playbook.wants
    .map((id) => ASKS[id])
    .filter((ask) => !isAnswered(ask, state) && !isAsked(ask, state))
    .map((ask) => ({
      question: { text: ask.text(state), command: ask.command(state), about: [...ask.about] },
      p: P_FACT,
    }))
    .filter(({ question }) => question.command !== null);
  const looks = state.situation.chain.failures
    .slice(0, 1)
    .flatMap(({ hypothesis }) => hypothesis?.steps ?? [])
    .filter((step) => onlyLooks(step) && !wasSeen(step, state))
    .map((step) => ({
      question: { text: "What does this show?", command: step, about: ["log"] },
      p: P_LOOK,
    }));
  const first = facts[0];
  const rest = facts.slice(1);
  // The first want of a class is what everything else hangs on; after it a measurement tells more than a fact.
  const joined = joinLooks(looks);
  return [...(first === undefined ? [] : [first]), ...joined, ...measured, ...rest]
    .filter(({ question }) => !wasAskedBefore(question.text, state))
    .slice(0, MOST_QUESTIONS);
}

/** One question for all that a rule wants to have looked at. */
function joinLooks(looks: readonly { question: Asked; p: number }[]): { question: Asked; p: number }[] {
  const [first] = looks;
  if (first === undefined) return [];
  const command = looks.map(({ question }) => question.command ?? "").join("\n");
  return [{ ...first, question: { ...first.question, text: "What do these commands show?", command } }];
}

function wasSeen(command: string, { situation }: State): boolean {
  const wanted = normaliseCommand(command);
  return situation.chain.episodes.some(
    ({ action }) => action?.command !== undefined && normaliseCommand(action.command) === wanted,
  );
}

/** Facts, the environment, failures and answered questions all count as an answer. */
function isAnswered(ask: Ask, state: State): boolean {
  const { chain } = state.situation;
  const { environment } = chain;
  return ask.about.some((key) => {
    if (key === "runtimes.*")
      return (
        Object.keys(environment.runtimes).length > 0 || Object.keys(environment.package_managers).length > 0
      );
    if (key === "software.*") return Object.keys(environment.software).length > 0;
    if (key === "os" || key === "os_family" || key === "distro") return environment[key] !== undefined;
    if (key === "log" || key === "error" || key === "failure") return state.known.has("log");
    if (key === "command" || key === "reproduction") return state.known.has("command");
    return chain.facts.some((fact) => fact.key === key);
  });
}

/** Somebody asked it already: the answer is there, or is being waited for. */
function isAsked(ask: Ask, state: State): boolean {
  const keys = new Set(ask.about.map((key) => key.replace(".*", "")));
  return state.situation.chain.questions.some(({ about }) =>
    about.some((key) => keys.has(key) || keys.has(key.split(".")[0] ?? key)),
  );
}

function wasAskedBefore(text: string, state: State): boolean {
  const wanted = text.toLowerCase();
  return state.situation.chain.questions.some((question) => question.text.toLowerCase().includes(wanted));
}
