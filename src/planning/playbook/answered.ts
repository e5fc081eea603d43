import { isAlreadyAnswered } from "../../chain/questions.js";
import type { Ask } from "./asks.js";
import { projectName } from "./project-name.js";
import type { State } from "./state.js";
import { normaliseCommand } from "./tried.js";

/** Facts, the environment, failures and answered questions all count as an answer. */
export function isAnswered(ask: Ask, state: State): boolean {
  const { chain } = state.situation;
  const { environment } = chain;
  return ask.about.some((key) => {
    if (key === "runtimes.*")
      return (
        Object.keys(environment.runtimes).length > 0 || Object.keys(environment.package_managers).length > 0
      );
    if (key === "software.*") return Object.keys(environment.software).length > 0 || isInLog(state);
    if (key === "os" || key === "os_family" || key === "distro") return environment[key] !== undefined;
    if (key === "log" || key === "error" || key === "failure") return state.known.has("log");
    if (key === "command" || key === "reproduction") return state.known.has("command");
    return chain.facts.some((fact) => fact.key === key);
  });
}

/** A package manager's log names the project with its version: "kit@4.8.2". */
function isInLog({ situation }: State): boolean {
  const name = projectName(situation.trigger.repo).toLowerCase();
  return situation.chain.failures.some(({ excerpt }) =>
    excerpt
      .toLowerCase()
      .split(/[\s"']+/)
      .some((word) => word.startsWith(`${name}@`) && /^\d/.test(word.slice(name.length + 1))),
  );
}

/** Somebody asked it already: the answer is there, or is being waited for. */
export function isAsked(about: readonly string[], state: State): boolean {
  const keys = new Set(about.map((key) => key.replace(".*", "")));
  return state.situation.chain.questions.some((question) =>
    question.about.some((key) => keys.has(key) || keys.has(key.split(".")[0] ?? key)),
  );
}

/** The thread holds what the words ask for, or the very question, or the very command. */
export function isRepeated(
  question: { text: string; command: string | null; about: readonly string[] },
  state: State,
): boolean {
  if (isAlreadyAnswered(state.situation.chain, question.text, question.about)) return true;
  const { questions, episodes } = state.situation.chain;
  const text = question.text.toLowerCase();
  if (questions.some((asked) => asked.text.toLowerCase().includes(text))) return true;
  const { command } = question;
  if (command === null) return false;
  const wanted = normaliseCommand(command);
  return (
    questions.some((asked) => asked.text.includes(command)) ||
    episodes.some(
      ({ action }) => action?.command !== undefined && normaliseCommand(action.command) === wanted,
    )
  );
}
