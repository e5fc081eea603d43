import type { State } from "./state.js";

/** A Linux container can show what happens on Linux, and where the reporter does not say. */
export function canVerify(state: State): boolean {
  const { situation, os_family, known } = state;
  if (!situation.can_run || situation.budget.steps_left < 3) return false;
  if (os_family !== null && os_family !== "linux") return false;
  return reproductionOf(state).length > 0 && !known.has("not_reproduced");
}

/** The reporter's own commands that show the problem, in the order in which they were written. */
export function reproductionOf({ situation, program }: State): string[] {
  const own = situation.chain.failures
    .map(({ raw_command }) => raw_command?.trim() ?? "")
    .filter((command) => command !== "");
  const commands = own.length > 0 ? own.slice(0, 1) : program === null ? [] : [program];
  return commands.filter((command) => !command.includes("\n"));
}
