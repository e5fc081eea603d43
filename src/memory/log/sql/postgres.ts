import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { explainPostgresError } from "./postgres-errors.js";
import { SqlStore } from "./sql-store.js";
import type { Tables } from "./tables.js";

/** Any number that nobody else on this database uses: the letters "mneme" on a telephone. */
const WRITE_LOCK = 66363;

export interface PostgresOptions {
  /** Connections at most. Default 5. */
  poolSize?: number;
}

/** Only assigns: the first query connects. */
export function openPostgresStore(url: string, options: PostgresOptions): SqlStore {
  const name = withoutPassword(url);
  // bigint as a number: ours are counters and milliseconds, far below 2^53.
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({
    connectionString: url,
    max: options.poolSize ?? 5,
    connectionTimeoutMillis: 10_000,
    application_name: "mneme",
    types,
  });
  // An idle connection that the server drops is replaced at the next query; without a listener it would end the process.
  pool.on("error", () => undefined);
  return new SqlStore({
    db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }),
    name,
    begin: ["begin", `select pg_advisory_xact_lock(${WRITE_LOCK})`],
    explain: (error) => explainPostgresError(error, name),
    scrub: () => Promise.resolve(),
  });
}

function withoutPassword(url: string): string {
  try {
    const parsed = new URL(url);
    parsed.password = "";
    parsed.search = "";
    return parsed.toString();
  } catch {
    return "the Postgres database";
  }
}
