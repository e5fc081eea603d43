import type { Clue } from "./clue.js";
import { findOperatingSystems, type OperatingSystem } from "./operating-system.js";

/** The systems that a value names, as clues: one alone, or several as they stand ("Windows 7, Windows 8"). */
export function operatingSystemClues(text: string, confidence: number): Clue[] {
  const systems = findOperatingSystems(text);
  const first = systems.find((system) => system.precise) ?? systems[0];
  if (first === undefined) return [];
  const family = systems.filter(
    (system) => system.family === first.family && system.precise === first.precise,
  );
  return systemClues(first, family.length > 1 ? spanOf(text, family) : first.value, confidence);
}

export function systemClues(system: OperatingSystem, value: string, confidence: number): Clue[] {
  const clues: Clue[] = [
    { key: "os", value, confidence },
    { key: "os_family", value: system.family, confidence },
  ];
  if (system.distro !== null) clues.push({ key: "distro", value: system.distro, confidence });
  return clues;
}

function spanOf(text: string, systems: readonly OperatingSystem[]): string {
  const last = systems.at(-1);
  const start = systems[0]?.index ?? 0;
  const end = last === undefined ? start : last.index + last.value.length;
  return end - start <= 80 ? text.slice(start, end) : (systems[0]?.value ?? "");
}
