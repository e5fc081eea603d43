import type pg from "pg";

/** How long whoever still has a connection may take to give it back. */
const GRACE_MS = 2_000;

/**
 * To be called before a pool is used; gives what ends it. A pool that ends waits for each connection to be given back,
 * and a client that is told to stop while it connects anew keeps one for good: what is kept too long is cut.
 */
export function preparePoolEnd(pool: pg.Pool, graceMs = GRACE_MS): () => Promise<void> {
  const taken = new Set<pg.PoolClient>();
  pool.on("acquire", (client) => taken.add(client));
  pool.on("release", (_error, client) => taken.delete(client));
  return async () => {
    if (pool.ending) return;
    const cut = setTimeout(() => {
      for (const client of taken) client.release(true);
    }, graceMs);
    await pool.end().finally(() => clearTimeout(cut));
  };
}
