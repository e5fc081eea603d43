import { Kysely, PostgresDialect } from "kysely";
import { explainPostgresError } from "../../../postgres/explain-error.js";
import { openPool, type PoolOptions, withoutPassword } from "../../../postgres/open-pool.js";
import { SqlStore } from "./sql-store.js";
import type { Tables } from "./tables.js";

/** Any number that nobody else on this database uses: the letters "mneme" on a telephone. */
const WRITE_LOCK = 66363;

/** Only assigns: the first query connects. */
export function openPostgresStore(url: string, options: PoolOptions): SqlStore {
  const name = withoutPassword(url);
  const pool = openPool(url, options);
  return new SqlStore({
    db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }),
    name,
    begin: ["begin", `select pg_advisory_xact_lock(${WRITE_LOCK})`],
    explain: (error) => explainPostgresError(error, name),
    scrub: () => Promise.resolve(),
  });
}
