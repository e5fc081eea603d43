import type { Clue } from "./clue.js";
import { emptyEnvironment, type Environment, type EnvironmentFact, type FactSource } from "./environment.js";

/** Below this a clue is too weak to be taken for what the machine is. */
export const MIN_CONFIDENCE = 0.4;

export interface SourcedClue extends Clue {
  source: FactSource;
}

/** The best clue for each key: the most confident one, the earliest among equals. */
export function environmentOf(clues: readonly SourcedClue[]): Environment {
  const environment = emptyEnvironment();
  for (const [key, clue] of bestClues(clues)) {
    const fact = { value: clue.value, source: clue.source, confidence: clue.confidence };
    setFact(environment, key, fact);
  }
  return environment;
}

export function bestClues<T extends Clue>(clues: readonly T[]): Map<string, T> {
  const best = new Map<string, T>();
  for (const clue of clues) {
    const known = best.get(clue.key);
    if (clue.confidence >= MIN_CONFIDENCE && (known === undefined || clue.confidence > known.confidence))
      best.set(clue.key, clue);
  }
  return best;
}

const SINGLE = ["os", "os_family", "distro", "arch", "container", "ci", "cuda"] as const;
const GROUPS = ["runtimes", "package_managers", "software"] as const;

function setFact(environment: Environment, key: string, fact: EnvironmentFact): void {
  const single = SINGLE.find((name) => name === key);
  if (single !== undefined) {
    environment[single] = fact;
    return;
  }
  const group = GROUPS.find((name) => key.startsWith(`${name}.`));
  const name = group === undefined ? "" : key.slice(group.length + 1);
  // A name of a text never becomes a property of every object.
  if (group === undefined || name === "" || name === "__proto__") return;
  environment[group][name] = fact;
}

/** True where nothing is known. */
export function isEmptyEnvironment(environment: Environment): boolean {
  return (
    SINGLE.every((key) => environment[key] === undefined) &&
    GROUPS.every((group) => Object.keys(environment[group]).length === 0)
  );
}
