import type { Clue } from "./clue.js";
import { emptyEnvironment, type Environment, type EnvironmentFact, type FactSource } from "./environment.js";

/** Below this a clue is too weak to be taken for what the machine is. */
export const MIN_CONFIDENCE = 0.4;

export interface SourcedClue extends Clue {
  source: FactSource;
}

/**
 * The best clue for each key: what the body of an issue says before what a comment says, unless that is more precise
 * ("Windows 7" for "windows"); then the most confident one; the earliest among equals.
 */
export function environmentOf(clues: readonly SourcedClue[]): Environment {
  const environment = emptyEnvironment();
  for (const [key, clue] of bestClues(clues)) {
    const fact = { value: clue.value, source: clue.source, confidence: clue.confidence };
    setFact(environment, key, fact);
  }
  return environment;
}

function bestClues(clues: readonly SourcedClue[]): Map<string, SourcedClue> {
  const best = new Map<string, SourcedClue>();
  for (const clue of clues) {
    const known = best.get(clue.key);
    if (clue.confidence >= MIN_CONFIDENCE && (known === undefined || isBetter(clue, known)))
      best.set(clue.key, clue);
  }
  return best;
}

/** A hint of a path in the body does not outweigh what a comment says in words. */
const SAID = 0.55;

/** "Python 3.10" in one line and "3.10.12" in the next are one version, said more and less exactly. */
const ABOUT_AS_SURE = 0.1;

function isBetter(clue: SourcedClue, known: SourcedClue): boolean {
  const knownInBody = known.source.comment_id === null && known.confidence >= SAID;
  if (knownInBody && clue.source.comment_id !== null)
    return clue.key === "os" && refines(clue.value, known.value);
  const isAsSure = clue.confidence >= known.confidence - ABOUT_AS_SURE;
  return clue.confidence > known.confidence || (isAsSure && refines(clue.value, known.value));
}

function refines(value: string, known: string): boolean {
  return value.toLowerCase().startsWith(known.toLowerCase()) && /^[ .]/.test(value.slice(known.length));
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
