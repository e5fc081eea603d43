import type { Database } from "better-sqlite3";
import { MnemeError, messageOf } from "../../../errors.js";
import { SqliteDatabase } from "../../../sqlite/driver.js";
import { isDiskFull } from "../../../sqlite/full-disk.js";
import { sqliteCodeOf } from "../../../util/sqlite-code.js";
import { prepareSchema } from "./schema.js";
import { addVectorFunctions } from "./vector-functions.js";

/** A batch writes much of the open block again: it goes into the file once in several batches, for up to 32 MB beside it. */
const CHECKPOINT_PAGES = 8192;

/** Opens (and makes, where it is missing) the file of an index. ":memory:" keeps it in memory. */
export function openDatabase(path: string, timeout: number): Database {
  return guard(path, () => {
    const database = new SqliteDatabase(path, { timeout });
    try {
      database.pragma("journal_mode = WAL");
      database.pragma("synchronous = NORMAL");
      database.pragma("cache_size = -16384");
      database.pragma("mmap_size = 1073741824");
      database.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
      prepareSchema(database, path);
      addVectorFunctions(database);
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  });
}

export function limitSize(database: Database, bytes: number): void {
  const pageSize = Number(database.pragma("page_size", { simple: true }));
  database.pragma(`max_page_count = ${Math.floor(bytes / pageSize)}`);
}

/** Runs database work and turns what SQLite throws into an error that says what to do. */
export function guard<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw toMnemeError(path, error);
  }
}

function toMnemeError(path: string, error: unknown): unknown {
  const code = sqliteCodeOf(error);
  if (error instanceof MnemeError || (code === null && !(error instanceof TypeError))) return error;
  const what = `recall index ${path}`;
  const cause = { cause: error };
  if (code?.startsWith("SQLITE_BUSY") === true || code?.startsWith("SQLITE_LOCKED") === true) {
    return new MnemeError("conflict", `${what} is locked by another process: stop that one or wait`, {
      ...cause,
      retryable: true,
    });
  }
  if (code?.startsWith("SQLITE_READONLY") === true) {
    return new MnemeError("storage", `${what} is read-only: make the file and its folder writable`, cause);
  }
  if (code === "SQLITE_FULL" || (code?.startsWith("SQLITE_IOERR") === true && isDiskFull(path))) {
    return new MnemeError("storage", `${what}: the disk is full; free space and try again`, cause);
  }
  if (code?.startsWith("SQLITE_CORRUPT") === true || code === "SQLITE_NOTADB") {
    const remedy = `delete it and run "mneme memory reindex" (nothing is lost: it is made from the log)`;
    return new MnemeError("storage", `${what} is damaged or no index at all: ${remedy}`, cause);
  }
  if (code?.startsWith("SQLITE_CANTOPEN") === true || code === null) {
    return new MnemeError("storage", `${what} cannot be opened (${messageOf(error)}): check the path`, cause);
  }
  return new MnemeError("storage", `${what}: ${messageOf(error)}`, cause);
}
