import type { Conflict, Recalled } from "./recalled.js";

/** Pairs of recalled memories that disagree: linked as contradicting, or one command with opposite outcomes. */
export function findConflicts(recalled: readonly Recalled[]): Conflict[] {
  return recalled.flatMap((first, index) =>
    recalled.slice(index + 1).flatMap((second) => {
      const about = disagreement(first, second);
      return about === null ? [] : [{ labels: [first.label, second.label], about }];
    }),
  );
}

function disagreement(first: Recalled, second: Recalled): string | null {
  if (contradicts(first, second) || contradicts(second, first)) return "one contradicts the other";
  const commands = outcomesByCommand(first);
  for (const [command, success] of outcomesByCommand(second)) {
    const other = commands.get(command);
    if (other !== undefined && other !== success) return `whether "${command}" works`;
  }
  return null;
}

function contradicts(one: Recalled, other: Recalled): boolean {
  return one.episode.links.some(({ type, to }) => type === "contradicts" && to === other.episode.id);
}

function outcomesByCommand({ episode, resolution }: Recalled): Map<string, boolean> {
  const outcomes = new Map<string, boolean>();
  for (const source of [episode, resolution]) {
    const command = source?.action?.command?.trim().replace(/\s+/g, " ");
    if (command !== undefined && source?.outcome !== undefined) outcomes.set(command, source.outcome.success);
  }
  return outcomes;
}
