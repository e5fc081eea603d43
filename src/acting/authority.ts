import type { Chain } from "../chain/chain.js";
import type { Episode } from "../memory/episode.js";
import type { Recalled } from "../recall/recalled.js";

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

/**
 * Why this command is not run: it comes from a memory whose source has no authority, and from nowhere better.
 * Null where nothing speaks against it. What the plan cites is looked at closely; elsewhere only a command that
 * nobody would write by chance counts as taken from there.
 */
export function refusedByAuthority(
  command: string,
  cites: readonly string[],
  recalled: readonly Recalled[],
  chain: Pick<Chain, "episodes">,
): string | null {
  const wanted = normalise(command);
  const supplies = (episode: Episode, cited: boolean): boolean =>
    suppliedBy(episode).some((supplied) => holds(wanted, normalise(supplied), cited));
  if (chain.episodes.some((episode) => supplies(episode, true))) return null;
  const sources = recalled.flatMap(({ label, episode, resolution }) =>
    [episode, resolution]
      .filter((part) => part !== null)
      .filter((part) => supplies(part, cites.includes(label)))
      .map((part) => ({ label, part })),
  );
  if (sources.some(({ part }) => maySupplyCommands(part))) return null;
  const [first] = sources;
  return first === undefined
    ? null
    : `the command comes from ${first.label} (${first.part.provenance.source}), which may be read but not run; a maintainer can mark it as gold`;
}

const DISTINCTIVE_LENGTH = 24;

function holds(command: string, supplied: string, cited: boolean): boolean {
  if (!supplied.includes(" ")) return false;
  if (cited) return command.includes(supplied) || supplied.includes(command);
  const distinctive = supplied.length >= DISTINCTIVE_LENGTH || /[|;&<>$`]|https?:/.test(supplied);
  return distinctive && command.includes(supplied);
}

/** All text in an episode that could have been copied as a command, code spans of the summary included. */
function suppliedBy(episode: Episode): string[] {
  const failure = episode.outcome?.failure_case;
  const spans = Array.from(episode.summary.matchAll(/`([^`\n]{3,500})`/g), (match) => match[1] ?? "");
  return [...commandsOf(episode), ...(failure?.hypothesis?.steps ?? []), ...spans];
}

function normalise(command: string): string {
  return command.trim().replaceAll(/\s+/g, " ");
}
