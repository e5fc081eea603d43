import type { Episode } from "../memory/episode.js";

/** Sources whose word is good enough to be run. All else may be read, never executed. */
const MAY_SUPPLY: ReadonlySet<Episode["provenance"]["source"]> = new Set([
  "sandbox_verified",
  "sandbox",
  "maintainer",
]);

/** Whether this memory may supply a command that mneme runs. */
export function maySupplyCommands(episode: Episode): boolean {
  return episode.gold !== undefined || MAY_SUPPLY.has(episode.provenance.source);
}

/** The commands that an episode holds, in order: what was done, or what is supposed to help. */
export function commandsOf(episode: Episode): string[] {
  const listed = episode.action?.parameters["commands"];
  if (Array.isArray(listed)) {
    const commands = listed.filter((command): command is string => typeof command === "string");
    if (commands.length > 0) return commands;
  }
  if (episode.action?.command !== undefined) return [episode.action.command];
  const solution = episode.outcome?.failure_case?.solution_applied;
  return solution === undefined || solution === null ? [] : [solution];
}
