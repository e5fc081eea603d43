import type { Entity, EntityKind } from "../failures/failure-case.js";
import type { Episode } from "./episode.js";
import type { Experience } from "./experience.js";

/** One case of a fault: the episode that holds the failure, and what resolved its thread, where that is known. */
export interface SolvedCase {
  failure: Episode;
  resolution: Episode | null;
}

/** So many threads make a pattern. */
export const CASES_FOR_A_PATTERN = 3;

/** Entities that differ from case to case become slots of these names. */
const SLOTS: ReadonlySet<EntityKind> = new Set([
  "package",
  "version",
  "constraint",
  "command",
  "file",
  "library",
  "header",
  "host",
  "port",
]);

/**
 * Forms the experience of one fingerprint, or brings a known one up to date: evidence is added, never overwritten.
 * Null below three cases from different threads, unless there is one already.
 *
 * @param id what a new experience is called
 */
export function formExperience(
  id: string,
  cases: readonly SolvedCase[],
  known: Experience | null,
): Experience | null {
  const first = cases[0]?.failure.outcome?.failure_case;
  if (first === undefined) return known;
  const threads = new Set(cases.map(({ failure }) => failure.thread));
  if (known === null && threads.size < CASES_FOR_A_PATTERN) return null;
  const fixes = cases.flatMap(({ failure, resolution }) => {
    const template = resolution === null ? [] : fixTemplate(failure, resolution);
    return template.length === 0 ? [] : [template];
  });
  const fix = mostCommon(fixes) ?? known?.fix_template ?? [];
  const followed = cases.filter(
    ({ failure, resolution }) => resolution !== null && followsTemplate(failure, resolution, fix),
  );
  const verified = followed.filter(({ resolution }) => resolution?.provenance.source === "sandbox_verified");
  const evidence = cases.flatMap(({ failure, resolution }) => [
    failure.id,
    ...(resolution === null ? [] : [resolution.id]),
  ]);
  return {
    id: known?.id ?? id,
    signature: first.fingerprint,
    error_type: first.error_type,
    ecosystem: first.ecosystem,
    symptom_template: withSlots(first.root_line, slotsOf(first.key_entities)),
    fix_template: fix,
    applicability: {
      environment: sharedConditions(cases.map(({ failure }) => failure)),
      entities: [...slotsOf(first.key_entities)]
        .filter(([, slot]) => fix.some((step) => step.includes(`{${slot}}`)))
        .map(([entity, slot]) => ({ slot, kind: entity.kind })),
    },
    evidence: [...new Set([...(known?.evidence ?? []), ...evidence])],
    alpha: 1 + followed.length + sumOf(followed, "helped"),
    beta:
      1 +
      cases.filter(({ resolution }) => resolution?.outcome?.success === false).length +
      sumOf(followed, "failed"),
    level:
      verified.length >= CASES_FOR_A_PATTERN
        ? "procedure"
        : threads.size >= CASES_FOR_A_PATTERN
          ? "pattern"
          : "case",
  };
}

/** How often those who followed a resolution elsewhere were helped by it, or not. */
function sumOf(cases: readonly SolvedCase[], counter: "helped" | "failed"): number {
  return cases.reduce((sum, { resolution }) => sum + (resolution?.counters[counter] ?? 0), 0);
}

/** Whether a case was resolved in the way that the template tells. */
export function followsTemplate(failure: Episode, resolution: Episode, template: readonly string[]): boolean {
  return sameSteps(fixTemplate(failure, resolution), template);
}

/** What was done, one line a step, with the case's own entities as slots. */
function fixTemplate(failure: Episode, resolution: Episode): string[] {
  const case_ = failure.outcome?.failure_case;
  const slots = slotsOf(case_?.key_entities ?? []);
  return stepsOf(resolution, case_?.solution_applied ?? null).map((step) => withSlots(step, slots));
}

function stepsOf({ action }: Episode, solution: string | null): string[] {
  const listed = action?.parameters["commands"];
  const commands = Array.isArray(listed)
    ? listed.filter((step): step is string => typeof step === "string")
    : [];
  if (commands.length > 0) return commands;
  const told = action?.command ?? solution;
  return told === null
    ? []
    : told
        .split("\n")
        .map((line) => line.trim())
        .filter((line) => line !== "");
}

/** "{package}", and "{package2}" for a second one. */
function slotsOf(entities: readonly Entity[]): Map<Entity, string> {
  const counts = new Map<string, number>();
  const slots = new Map<Entity, string>();
  for (const entity of entities) {
    if (!SLOTS.has(entity.kind)) continue;
    const n = (counts.get(entity.kind) ?? 0) + 1;
    counts.set(entity.kind, n);
    slots.set(entity, n === 1 ? entity.kind : `${entity.kind}${n}`);
  }
  return slots;
}

/** The longest value first, so that a name which holds another is taken whole; whole words only. */
function withSlots(text: string, slots: ReadonlyMap<Entity, string>): string {
  const byLength = [...slots].sort(([a], [b]) => b.value.length - a.value.length);
  let result = text;
  for (const [{ value, normalized }, slot] of byLength)
    for (const spelling of new Set([value, normalized ?? value]))
      result = replaceWord(result, spelling, `{${slot}}`);
  return result;
}

function replaceWord(text: string, word: string, replacement: string): string {
  const parts = text.split(word);
  let result = parts[0] ?? "";
  for (const next of parts.slice(1)) {
    const inside = /[\w{]$/.test(result) || /^\w/.test(next);
    result += (inside ? word : replacement) + next;
  }
  return result;
}

function mostCommon(templates: readonly string[][]): string[] | null {
  const counts = new Map<string, number>();
  for (const template of templates) {
    const key = JSON.stringify(template);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const [best] = [...counts].sort(([, a], [, b]) => b - a);
  return best === undefined ? null : (JSON.parse(best[0]) as string[]);
}

function sameSteps(a: readonly string[], b: readonly string[]): boolean {
  return a.length > 0 && a.length === b.length && a.every((step, index) => step === b[index]);
}

/** Conditions that every case meets. */
function sharedConditions(failures: readonly Episode[]): Experience["applicability"]["environment"] {
  return (["os_family", "distro", "arch"] as const).flatMap((dimension) => {
    const values = new Set(failures.map(({ environment }) => environment[dimension]?.value));
    const [expected] = values;
    return values.size === 1 && expected !== undefined ? [{ dimension, expected }] : [];
  });
}
