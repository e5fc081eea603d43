import type { ErrorType } from "../failure-case.js";
import { FORMS } from "./forms.js";
import type { Named } from "./notations.js";

const READ = 600;

/**
 * What a root line of this kind mostly names, taken from its text where the rule that read it did not: host and port of a connection,
 * the path of a file that is not there, the option that is not known.
 */
export function completeEntities(
  known: readonly Named[],
  type: ErrorType,
  message: string,
): readonly Named[] {
  const text = message.slice(0, READ);
  const entities = [...known];
  for (const { kind, pattern, unless = [] } of FORMS[type] ?? []) {
    if (entities.some((entity) => entity.kind === kind || unless.includes(entity.kind))) continue;
    const groups: readonly (string | undefined)[] = pattern.exec(text)?.slice(1) ?? [];
    const value = groups.find((group) => group !== undefined);
    if (value !== undefined) entities.push({ kind, value });
  }
  return entities;
}
