import { blankIn } from "../blanks.js";
import { isAnswered, isAsked, isRepeated } from "./answered.js";
import { ASKS } from "./asks.js";
import type { Candidate } from "./candidate.js";
import { openActions } from "./from-actions.js";
import { reasonsSoFar } from "./from-thread.js";
import { onlyLooks } from "./looks.js";
import { firstLine, sentence } from "./say.js";
import type { State } from "./state.js";
import { VALUE } from "./value.js";
import { couldRunHere } from "./verification.js";

interface OpenQuestion {
  text: string;
  command: string;
  about: string[];
  /** That the answer leads on. */
  p: number;
}

const MOST_QUESTIONS = 3;
const P_FACT = 0.4;
/** Who has answered once and is no further is asked again only for what is likelier to lead on. */
const BY_TURN = 0.45;
const P_LOOK = 0.5;
/** A measurement that a person has to make comes back less often than one made here. */
const BY_PERSON = 0.9;

/** What the reporter alone can tell, and the thread does not yet: at most three, each with the command that answers it. */
export function fromQuestions(state: State): Candidate[] {
  const questions = openQuestions(state);
  if (questions.length === 0) return [];
  const left = BY_TURN ** turnsAsked(state);
  const p = 1 - questions.reduce((rest, question) => rest * (1 - question.p * left), 1);
  return [
    {
      from: `playbook/${state.playbook.name}`,
      p,
      value: VALUE.asked,
      seconds: 0,
      rounds: 1,
      plan: {
        action: "ask_reporter",
        parameters: { questions: questions.map(({ text, command, about }) => ({ text, command, about })) },
        reasoning: `${whatIsKnown(state)} These answers would tell the most, and the thread does not hold them yet.`,
        cites: [],
        confidence: p,
      },
    },
  ];
}

/** Replies in which mneme has asked here before. */
function turnsAsked({ situation }: State): number {
  return situation.chain.episodes.filter(({ action }) => action?.action === "ask_reporter").length;
}

function whatIsKnown(state: State): string {
  const { root, playbook } = state;
  const known =
    root === null
      ? sentence(playbook.otherwise)
      : `The log says: ${sentence(firstLine(root.root_line))} ${sentence(root.root_cause)}`;
  return `${reasonsSoFar(state)} This looks like ${playbook.what}. ${known}`.trim();
}

/** The first want of a class is what everything else hangs on; after it a measurement tells more than a fact. */
function openQuestions(state: State): OpenQuestion[] {
  const [first, ...rest] = facts(state);
  return [...(first === undefined ? [] : [first]), ...measurements(state), ...looks(state), ...rest]
    .filter((question) => !isRepeated(question, state))
    .slice(0, MOST_QUESTIONS);
}

function facts(state: State): OpenQuestion[] {
  return state.playbook.wants.flatMap((id) => {
    const ask = ASKS[id];
    if (isAnswered(ask, state) || isAsked(ask.about, state)) return [];
    const command = ask.command(state);
    return command === null ? [] : [{ text: ask.text(state), command, about: [...ask.about], p: P_FACT }];
  });
}

/** Diagnostic steps that only the reporter's machine can tell, or that cannot be taken here. */
function measurements(state: State): OpenQuestion[] {
  return openActions(forReporter(state))
    .filter(
      ({ action }) => action.where === "reporter" || state.lacking.has(action.title) || !couldRunHere(state),
    )
    .map(({ action, command, p }) => ({
      text: action.ask,
      command,
      about: [action.title],
      p: p * BY_PERSON,
    }));
}

/** The reporter knows which command it is, also where the thread does not say so. */
function forReporter(state: State): State {
  if (state.program !== null) return state;
  return { ...state, program: "<the failing command>", known: new Set([...state.known, "program"]) };
}

/** What a rule wants to have looked at, as one question; not what a measurement of the class shows anyway. */
function looks(state: State): OpenQuestion[] {
  const steps = (state.root?.hypothesis?.steps ?? []).filter(
    (step) =>
      onlyLooks(step) &&
      blankIn(step) === null &&
      !state.playbook.actions.some(({ seen }) => seen.test(step)),
  );
  if (steps.length === 0) return [];
  const command = steps.join("\n");
  return [{ text: "What do these commands show?", command, about: ["look"], p: P_LOOK }];
}
