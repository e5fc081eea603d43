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
import { openPostgresStore } from "./postgres.js";
import { SqlEpisodeLog } from "./sql-episode-log.js";
import { openSqliteStore, type SqliteOptions } from "./sqlite.js";

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
  const store = /^postgres(?:ql)?:\/\//.test(target)
    ? openPostgresStore(target, options)
    : openSqliteStore(target, options);
  try {
    await migrate(store);
  } catch (error) {
    await store.close();
    throw error;
  }
  return new SqlEpisodeLog(store, options.now ?? Date.now);
}
