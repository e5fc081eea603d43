import type BetterSqlite3 from "better-sqlite3";

/** From here on better-sqlite3 13 runs; it crashes on Node 20. */
const FIRST_NODE_FOR_NAPI = 22;

/**
 * SQLite as this Node can run it. better-sqlite3 12 wraps its objects by `node::ObjectWrap`, which from Node 24.19 on
 * aborts the process when one is collected (nodejs/node#65446); 13 goes through Node-API instead, and needs Node 22.
 */
export const SqliteDatabase: typeof BetterSqlite3 = await loadDriver();

async function loadDriver(): Promise<typeof BetterSqlite3> {
  const major = Number(process.versions.node.split(".")[0]);
  const driver =
    major >= FIRST_NODE_FOR_NAPI ? await import("better-sqlite3-napi") : await import("better-sqlite3");
  return driver.default;
}
