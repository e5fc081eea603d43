import type { Entity } from "../failures/failure-case.js";
import type { RecallQuery } from "./recall.js";

/** Exact values out, classes in: "on server-01 at a1b2c3d" → "on {host} at {commit}". Idempotent. */
export type Abstract = (text: string) => string;

/** What is looked for, in the words of the index. */
export interface SearchText {
  title: string;
  text: string;
  entities: string[];
}

export function searchTextOf(query: RecallQuery, abstract: Abstract): SearchText {
  const said = query.text ?? "";
  const lines = [
    ...query.symptoms,
    ...query.failures.flatMap((failure) => [failure.root_line, failure.root_cause]),
    query.upcoming ?? "",
  ];
  const text = [said, ...lines.filter((line) => line !== query.title && !said.includes(line))];
  return {
    title: abstract(query.title),
    text: abstract(text.filter((part) => part !== "").join("\n")),
    entities: searchableEntities(
      [...query.entities, ...query.failures.flatMap((failure) => failure.key_entities)],
      abstract,
    ),
  };
}

/** What tells one machine from another, and is left out. */
const OF_ONE_MACHINE: ReadonlySet<Entity["kind"]> = new Set(["host", "port", "version", "constraint"]);

/** Names of the world's own: nothing in them is anybody's. */
const NAMES: ReadonlySet<Entity["kind"]> = new Set(["package", "errno", "code"]);

/** "package:requests", "file:{path}/main.c" */
export function searchableEntities(entities: readonly Entity[], abstract: Abstract): string[] {
  const kept = entities.filter(({ kind }) => !OF_ONE_MACHINE.has(kind));
  return [
    ...new Set(
      kept.map(({ kind, value, normalized = value }) => {
        const named = NAMES.has(kind) ? normalized : abstract(normalized);
        return `${kind}:${named.toLowerCase()}`;
      }),
    ),
  ];
}
