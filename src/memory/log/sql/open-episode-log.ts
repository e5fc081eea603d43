import type {
  Batches,
  Bookmarks,
  EpisodeArchive,
  EpisodeLog,
  FactHistory,
  ReplyWatch,
  RunHistory,
  TenantList,
  Relocation,
} from "../episode-log.js";
import { migrate } from "./migrate.js";
import type { PoolOptions } from "../../../postgres/open-pool.js";
import { SqlEpisodeLog } from "./sql-episode-log.js";
import type { SqlStore } from "./sql-store.js";
import type { SqliteOptions } from "./sqlite.js";

export interface OpenOptions extends SqliteOptions, PoolOptions {
  /** Milliseconds since the epoch. Default the system's clock. */
  now?: () => number;
}

export type OpenedEpisodeLog = EpisodeLog &
  FactHistory &
  RunHistory &
  TenantList &
  EpisodeArchive &
  Batches &
  Bookmarks &
  ReplyWatch &
  Relocation;

/**
 * Opens the log of record: a `postgres://` URL, the path of an SQLite file (made where it is missing), or ":memory:".
 * Throws as the port says, and ("bad_config") where the server refuses us.
 */
export async function openEpisodeLog(target: string, options: OpenOptions = {}): Promise<OpenedEpisodeLog> {
  const store = await openStore(target, options);
  try {
    await migrate(store);
  } catch (error) {
    await store.close();
    throw error;
  }
  return new SqlEpisodeLog(store, options.now ?? Date.now);
}

/** What the other database needs is not even loaded. */
async function openStore(target: string, options: OpenOptions): Promise<SqlStore> {
  if (/^postgres(?:ql)?:\/\//.test(target))
    return (await import("./postgres.js")).openPostgresStore(target, options);
  return (await import("./sqlite.js")).openSqliteStore(target, options);
}
