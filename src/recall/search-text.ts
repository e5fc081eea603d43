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
    entities: searchableEntities([
      ...query.entities,
      ...query.failures.flatMap((failure) => failure.key_entities),
    ]),
  };
}

/** "package:requests"; values that tell one machine from another (hosts, ports, versions) are left out. */
export function searchableEntities(entities: readonly Entity[]): string[] {
  const kept = entities.filter(({ kind }) => !["host", "port", "version", "constraint"].includes(kind));
  return [
    ...new Set(kept.map(({ kind, value, normalized }) => `${kind}:${(normalized ?? value).toLowerCase()}`)),
  ];
}
