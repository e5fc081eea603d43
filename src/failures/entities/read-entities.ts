import { type Entity, EntityKind } from "../failure-case.js";
import type { Groups } from "../rule.js";
import { normalizeEntity } from "./normalize.js";
import { type Named, NOTATIONS } from "./notations.js";

const MAX_VALUE_LENGTH = 300;

/** Named groups → entities, by the naming rule in `rule.ts`: each (kind, value) once, in order. */
export function entitiesOfGroups(groups: Groups): readonly Named[] {
  return Object.entries(groups).flatMap(([name, value]) => {
    if (value === undefined || value === "") return [];
    const notation = NOTATIONS[name] ?? NOTATIONS[name.slice(0, -1)];
    if (notation !== undefined) return notation(value);
    const kind = EntityKind.safeParse(name.replace(/\d$/, ""));
    return kind.success ? [{ kind: kind.data, value }] : [];
  });
}

/** Each (kind, value) once, in order. */
export function uniqueNamed(named: readonly Named[]): Named[] {
  const seen = new Set<string>();
  const result: Named[] = [];
  for (const { kind, value } of named) {
    const trimmed = value.trim();
    const key = `${kind}\u0000${trimmed}`;
    if (trimmed === "" || trimmed.length > MAX_VALUE_LENGTH || seen.has(key)) continue;
    seen.add(key);
    result.push({ kind, value: trimmed });
  }
  return result;
}

export function uniqueEntities(named: readonly Named[], ecosystem: string): Entity[] {
  return uniqueNamed(named).map(({ kind, value }) => normalizeEntity(kind, value, ecosystem));
}
