import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { ReadScope, Scope } from "../../scope.js";
import type { ScopeColumns } from "./tables.js";

/**
 * `mayRead` of `memory/scope.ts` as a condition on the columns of `table`, so that what a reader may not see never
 * leaves the database.
 */
export function visibleTo(reader: ReadScope, table: string): RawBuilder<SqlBool> {
  const { installation, repository, visibility } = reader.scope;
  const column = (name: keyof ScopeColumns) => sql.ref(`${table}.${name}`);
  const sharesPrivate = reader.share === "organization" && visibility === "private";
  const others = sharesPrivate ? sql`` : sql` and ${column("visibility")} = 'public'`;
  return sql<SqlBool>`(${column("installation")} = ${installation} and (${column("repository")} = ${repository} or (1 = 1${others})))`;
}

/** The rows of exactly this repository. */
export function within(scope: Scope, table: string): RawBuilder<SqlBool> {
  const column = (name: keyof ScopeColumns) => sql.ref(`${table}.${name}`);
  return sql<SqlBool>`(${column("installation")} = ${scope.installation} and ${column("repository")} = ${scope.repository})`;
}
