import { messageOf, MnemeError } from "../../../errors.js";
import { isDiskFull } from "../../../sqlite/full-disk.js";

/** By the first two words of SQLite's extended code ("SQLITE_IOERR" for "SQLITE_IOERR_WRITE"). */
const MEANINGS: Record<string, { code: "storage" | "conflict"; says: string }> = {
  SQLITE_BUSY: {
    code: "conflict",
    says: "is locked by another process: wait for it to finish, or stop it, then try again",
  },
  SQLITE_LOCKED: {
    code: "conflict",
    says: "is locked by another process: wait for it to finish, or stop it, then try again",
  },
  SQLITE_FULL: {
    code: "storage",
    says: "cannot grow, the disk or its size limit is full: free some space, then try again (nothing was half written)",
  },
  SQLITE_READONLY: {
    code: "storage",
    says: "may not be written to: check the permissions of the file and its folder, or name another store",
  },
  SQLITE_CANTOPEN: {
    code: "storage",
    says: "cannot be opened: check that its folder exists and that this user may write there",
  },
  SQLITE_CORRUPT: {
    code: "storage",
    says: "is damaged or was only half written: restore it from a backup, or move it away and rebuild it with `mneme backfill` or `mneme memory import`",
  },
  SQLITE_NOTADB: {
    code: "storage",
    says: "is not a mneme store: name another file, or move this one away",
  },
  SQLITE_IOERR: {
    code: "storage",
    says: "cannot be read or written (input/output error): check the disk, then try again",
  },
};

/** What went wrong with the file, and what to do. An error of ours passes through. */
export function explainSqliteError(error: unknown, path: string): MnemeError {
  if (error instanceof MnemeError) return error;
  const code = codeOf(error);
  const family = code.split("_").slice(0, 2).join("_");
  const meaning = MEANINGS[family === "SQLITE_IOERR" && isDiskFull(path) ? "SQLITE_FULL" : family];
  if (meaning !== undefined)
    return new MnemeError(meaning.code, `the store ${path} ${meaning.says}`, {
      cause: error,
      retryable: meaning.code === "conflict",
    });
  if (code === "ENOSPC") return explainSqliteError({ code: "SQLITE_FULL" }, path);
  if (["EACCES", "EPERM", "EROFS", "ENOTDIR", "EEXIST"].includes(code))
    return new MnemeError(
      "storage",
      `the store ${path} cannot be made (${code}): check its folder and who may write there`,
      { cause: error },
    );
  return new MnemeError("internal", `the store ${path} failed: ${messageOf(error)}`, { cause: error });
}

function codeOf(error: unknown): string {
  const known = typeof error === "object" && error !== null && "code" in error;
  return known && typeof error.code === "string" ? error.code : "";
}
