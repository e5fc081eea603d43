import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { ReadScope, Scope } from "../../scope.js";
import type { ScopeColumns } from "./tables.js";

/**
 * `mayRead` of `memory/scope.ts` as a condition on the columns of `table`, so that what a reader may not see never
 * leaves the database.
 *
 * @param use "search" where this condition is to find the rows; "check" where another one finds few, so that a planner
 *   without statistics does not walk a whole installation to get five episodes by their ids
 */
export function visibleTo(
  reader: ReadScope,
  table: string,
  use: "search" | "check" = "search",
): RawBuilder<SqlBool> {
  const { installation, repository, visibility } = reader.scope;
  const column = (name: keyof ScopeColumns) => sql.ref(`${table}.${name}`);
  const owner = use === "search" ? column("installation") : sql`coalesce(${column("installation")}, '')`;
  const sharesPrivate = reader.share === "organization" && visibility === "private";
  const others = sharesPrivate ? sql`` : sql` and ${column("visibility")} = 'public'`;
  return sql<SqlBool>`(${owner} = ${installation} and (${column("repository")} = ${repository} or (1 = 1${others})))`;
}

/** To check rows that were found by their ids: see `visibleTo`. */
export function ofInstallation({ installation }: Scope, table: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`coalesce(${sql.ref(`${table}.installation`)}, '') = ${installation}`;
}

/** The rows of exactly this repository; `use` as for `visibleTo`. */
export function within(scope: Scope, table: string, use: "search" | "check" = "search"): RawBuilder<SqlBool> {
  const column = (name: keyof ScopeColumns) => sql.ref(`${table}.${name}`);
  const owner = use === "search" ? column("installation") : sql`coalesce(${column("installation")}, '')`;
  return sql<SqlBool>`(${owner} = ${scope.installation} and ${column("repository")} = ${scope.repository})`;
}
