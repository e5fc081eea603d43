import type { ReadScope } from "../../scope.js";
import type { IndexFilter } from "../recall-index.js";

export interface SqlCondition {
  sql: string;
  values: (string | number)[];
}

/** Which partitions a reader may see: `mayRead` as a query. Nothing outside them is ever touched. */
export function readablePartitions(reader: ReadScope): SqlCondition {
  const { installation, repository, visibility } = reader.scope;
  const sharesPrivate = reader.share === "organization" && visibility === "private" ? 1 : 0;
  return {
    sql: "installation = ? AND (visibility = 'public' OR repository = ? OR ?)",
    values: [installation, repository, sharesPrivate],
  };
}

/** The filter as conditions on `entries`, joined by "and"; "1" where there is none. */
export function filterCondition(filter: IndexFilter): SqlCondition {
  const parts: string[] = [];
  const values: (string | number)[] = [];
  function add(sql: string, ...bound: (string | number)[]): void {
    parts.push(sql);
    values.push(...bound);
  }
  function addList(sql: (list: string) => string, list: readonly string[] | undefined): void {
    if (list !== undefined) add(sql(list.map(() => "?").join(", ")), ...list);
  }
  if (filter.not_thread !== undefined) add("thread <> ?", filter.not_thread);
  addList((list) => `kind IN (${list})`, filter.kinds);
  addList((list) => `status IN (${list})`, filter.statuses);
  addList((list) => `status NOT IN (${list})`, filter.not_statuses);
  addList((list) => `source IN (${list})`, filter.sources);
  addList((list) => `os_family IN (${list})`, filter.os_families);
  addList((list) => anyOf("error_types", list), filter.error_types);
  addList((list) => anyOf("ecosystems", list), filter.ecosystems);
  if (filter.gold !== undefined) add("gold = ?", filter.gold ? 1 : 0);
  if (filter.min_confidence !== undefined) add("confidence >= ?", filter.min_confidence);
  if (filter.created_before !== undefined) add("created_at < ?", filter.created_before);
  if (filter.created_after !== undefined) add("created_at > ?", filter.created_after);
  return { sql: parts.length === 0 ? "1" : parts.join(" AND "), values };
}

function anyOf(column: string, list: string): string {
  return `EXISTS (SELECT 1 FROM json_each(entries.${column}) AS item WHERE item.value IN (${list}))`;
}
