import type { Plan } from "./plan.js";

/** Every shell command that a plan holds, whether it is run, proposed or asked for. */
export function commandsIn(plan: Plan): string[] {
  switch (plan.action) {
    case "run_command":
      return [plan.parameters.command];
    case "reproduce":
    case "propose_fix":
      return plan.parameters.commands;
    case "ask_reporter":
      return plan.parameters.questions.flatMap(({ command }) => (command === null ? [] : [command]));
    default:
      return [];
  }
}
