import { commandsOf, maySupplyCommands } from "../../acting/authority.js";
import { spokesmanOf } from "../../memory/episode.js";
import type { Recalled } from "../../recall/recalled.js";
import { blankIn } from "../blanks.js";
import { isTerminalAction, type ActionName, type PlanOf } from "../plan.js";
import type { Situation } from "../planner.js";
import { ACTIONS_IN_ORDER } from "./actions-help.js";

type Goal = PlanOf<"setup_environment">["parameters"]["goal"];

/** What a plan may be at this point of the run: schema, prompt and checks all hold the model to it. */
export interface Offer {
  actions: readonly ActionName[];
  /** Labels of the memories that were shown: nothing else can be cited. */
  labels: readonly string[];
  /** Of these, what can be tried in the sandbox and was not yet. */
  verifiable: readonly string[];
  goals: readonly Goal[];
}

const IN_SANDBOX: ReadonlySet<ActionName> = new Set([
  "run_command",
  "read_file",
  "clone_repository",
  "setup_environment",
  "reproduce",
  "verify_memory",
]);

/** A model can only be held to what it is offered: what could not be done now, or brings nothing again, is left out. */
export function offerFor(situation: Situation, webSearch: boolean): Offer {
  const { recall, steps, budget, can_run } = situation;
  const labels = recall.recalled.map(({ label }) => label);
  const verifiable = can_run ? recall.recalled.filter(isVerifiable(situation)).map(({ label }) => label) : [];
  const goals = (["install", "build", "test"] as const).filter(
    (goal) => !steps.some(({ plan }) => plan.action === "setup_environment" && plan.parameters.goal === goal),
  );
  const isUseless = (action: ActionName): boolean => {
    const taken = steps.filter(({ plan }) => plan.action === action);
    switch (action) {
      case "clone_repository":
        return taken.some(({ observation }) => observation.ok);
      case "search_memory":
      case "search_web":
        return taken.some(({ observation }) => !observation.ok);
      case "setup_environment":
        return goals.length === 0;
      case "verify_memory":
        return verifiable.length === 0;
      default:
        return false;
    }
  };
  const actions = ACTIONS_IN_ORDER.filter(
    (action) =>
      (can_run || !IN_SANDBOX.has(action)) &&
      (webSearch || action !== "search_web") &&
      (budget.steps_left > 1 || isTerminalAction(action)) &&
      !isUseless(action),
  );
  return { actions, labels, verifiable, goals };
}

/** It holds commands of somebody whose word may be run, whole ones, and there is a failure to try them on. */
function isVerifiable({ chain, steps }: Situation): (memory: Recalled) => boolean {
  const fails = chain.failures.some(({ raw_command }) => raw_command !== null);
  const tried = new Set(
    steps.flatMap(({ plan }) => (plan.action === "verify_memory" ? [plan.parameters.memory] : [])),
  );
  return (memory) => {
    const told = spokesmanOf(memory);
    const commands = commandsOf(told);
    return (
      fails &&
      !tried.has(memory.label) &&
      maySupplyCommands(told) &&
      commands.length > 0 &&
      commands.every((command) => blankIn(command) === null)
    );
  };
}
