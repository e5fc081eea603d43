import pg from "pg";

export interface PoolOptions {
  /** Connections at most. Default 5. */
  poolSize?: number;
}

/** Only assigns: the first query connects. */
export function openPool(url: string, { poolSize = 5 }: PoolOptions = {}): pg.Pool {
  // bigint as a number: ours are counters and milliseconds, far below 2^53.
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 10_000,
    application_name: "mneme",
    types,
  });
  // A connection that the server drops is replaced at the next query; without listeners it would end the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/** The database's address as a message may show it. */
export function withoutPassword(url: string): string {
  try {
    const parsed = new URL(url);
    parsed.password = "";
    parsed.search = "";
    return parsed.toString();
  } catch {
    return "the Postgres database";
  }
}
