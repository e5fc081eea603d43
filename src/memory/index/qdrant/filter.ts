import type { Schemas } from "@qdrant/js-client-rest";
import type { ReadScope } from "../../scope.js";
import type { IndexFilter } from "../recall-index.js";

export type Filter = Schemas["Filter"];
type Condition = Schemas["Condition"];

/** Which points a reader may see: `mayRead` as a filter. Every search and count carries it, in each prefetch too. */
export function readable({ scope, share }: ReadScope): Condition[] {
  const sameInstallation = is("installation", scope.installation);
  if (share === "organization" && scope.visibility === "private") return [sameInstallation];
  return [sameInstallation, { should: [is("visibility", "public"), is("repository", scope.repository)] }];
}

/** What a reader may see and the filter lets through. */
export function passing(reader: ReadScope, filter: IndexFilter, ...more: Condition[]): Filter {
  const { min_confidence: confidence, created_before: before, created_after: after } = filter;
  const must = [...readable(reader), ...lists(filter), ...more];
  const mustNot: Condition[] = [];
  if (filter.gold !== undefined) must.push(is("gold", filter.gold));
  if (confidence !== undefined) must.push({ key: "confidence", range: { gte: confidence } });
  if (before !== undefined) must.push({ key: "created_at", range: { lt: before } });
  if (after !== undefined) must.push({ key: "created_at", range: { gt: after } });
  if (filter.not_thread !== undefined) mustNot.push(is("thread", filter.not_thread));
  if (filter.not_statuses !== undefined) mustNot.push(isAnyOf("status", filter.not_statuses));
  return { must, must_not: mustNot };
}

/** Counts how rare words are among what the reader may see, where the server can. */
export function statisticsOf(reader: ReadScope, isScoped: boolean): Schemas["SearchParams"] {
  const params: Schemas["SearchParams"] & { idf?: { corpus: Filter } } = {};
  if (isScoped) params.idf = { corpus: passing(reader, {}) };
  return params;
}

/** An empty list lets nothing through, so that nothing need be asked. */
export function passesNothing(filter: IndexFilter): boolean {
  return LISTS.some(([name]) => filter[name]?.length === 0);
}

export function isAnyOf(key: string, values: readonly string[]): Condition {
  return { key, match: { any: [...values] } };
}

const LISTS = [
  ["kinds", "kind"],
  ["statuses", "status"],
  ["sources", "source"],
  ["error_types", "error_types"],
  ["ecosystems", "ecosystems"],
  ["os_families", "os_family"],
] as const;

function lists(filter: IndexFilter): Condition[] {
  return LISTS.flatMap(([name, key]) => {
    const values = filter[name];
    return values === undefined ? [] : [isAnyOf(key, values)];
  });
}

function is(key: string, value: string | boolean): Condition {
  return { key, match: { value } };
}
