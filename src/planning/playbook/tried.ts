import { commandsOf } from "../../acting/authority.js";
import type { Recalled } from "../../recall/recalled.js";
import type { Situation } from "../planner.js";

/** One command, as far as two people would call it the same. */
export function normaliseCommand(command: string): string {
  return command
    .trim()
    .replace(/^[$#>]\s+/, "")
    .replace(/^sudo\s+(?:-\w+\s+)*/, "")
    .replaceAll(/\s+/g, " ");
}

/** Commands that this thread or this run has seen fail: never proposed again. */
export function failedCommands({ chain, steps }: Situation): ReadonlySet<string> {
  const failed = new Set<string>();
  for (const episode of chain.episodes)
    if (episode.outcome?.success === false)
      for (const command of commandsOf(episode)) failed.add(normaliseCommand(command));
  for (const { plan, observation } of steps)
    if (plan.action === "run_command" && !observation.ok)
      failed.add(normaliseCommand(plan.parameters.command));
  return failed;
}

/** A remembered attempt at the same way that failed, and whose reason applies here too. */
export function failedInMemory(command: string, recalled: readonly Recalled[]): Recalled | null {
  const wanted = normaliseCommand(command);
  return (
    recalled.find(
      ({ episode, warning_only }) =>
        !warning_only &&
        episode.outcome?.success === false &&
        episode.action?.command !== undefined &&
        normaliseCommand(episode.action.command) === wanted,
    ) ?? null
  );
}
