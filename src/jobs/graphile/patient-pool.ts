import type pg from "pg";
import { isMnemeError } from "../../errors.js";
import { explainPostgresError } from "../../postgres/explain-error.js";

/** A code that graphile-worker waits for and tries again by itself, up to a hundred times. */
const TRY_AGAIN = "ETIMEDOUT";

/**
 * The pool as graphile-worker is given it. It completes a job without waiting for it, so that a lost connection there
 * would be an unhandled rejection, which ends the process; and of lost connections it tries again after a few only.
 * Here each of them has a code that it tries again after; a pool that was closed meanwhile is not answered for at all.
 */
export function createPatientPool(pool: pg.Pool): pg.Pool {
  const patient = Object.create(pool) as pg.Pool;
  const connect = async (): Promise<pg.PoolClient> => {
    if (pool.ending) return await new Promise<never>(() => undefined);
    return toPatient(await patiently(() => pool.connect()));
  };
  // With a callback it is for notifications, which are taken up again by themselves.
  patient.connect = ((callback?: Parameters<pg.Pool["connect"]>[0]) =>
    callback === undefined ? connect() : pool.connect(callback)) as pg.Pool["connect"];
  return patient;
}

function toPatient(client: pg.PoolClient): pg.PoolClient {
  const query = async (...request: [string | pg.QueryConfig, unknown[]?]): Promise<pg.QueryResult> =>
    await patiently(() => client.query(...request));
  return new Proxy(client, {
    get(target, key) {
      if (key === "query") return query;
      const value: unknown = Reflect.get(target, key);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}

async function patiently<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const explained = explainPostgresError(error, "the job store");
    if (!isMnemeError(explained, "unavailable")) throw error;
    throw Object.assign(new Error(explained.message, { cause: error }), { code: TRY_AGAIN });
  }
}
