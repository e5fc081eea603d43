/**
 * SQLite's extended result code ("SQLITE_BUSY_SNAPSHOT") of what better-sqlite3 threw, null for anything else. By its
 * shape, not its class: the native part keeps the first class that a process loaded.
 */
export function sqliteCodeOf(error: unknown): string | null {
  if (typeof error !== "object" || error === null || !("code" in error)) return null;
  return typeof error.code === "string" && error.code.startsWith("SQLITE_") ? error.code : null;
}
