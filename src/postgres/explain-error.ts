import pg from "pg";
import { messageOf, MnemeError } from "../errors.js";

/** By SQLSTATE: a class (two characters) or a whole state. What is not from the server is a lost connection. */
export function explainPostgresError(error: unknown, name: string): MnemeError {
  if (error instanceof MnemeError) return error;
  const cause = { cause: error };
  const text = messageOf(error);
  if (error instanceof TypeError || error instanceof RangeError)
    return new MnemeError("internal", `${name} failed: ${text}`, cause);
  const state = error instanceof pg.DatabaseError ? (error.code ?? "") : "08000";
  // 55000 is what a database says that takes no connections for now.
  if (state.startsWith("08") || /^57P0[1-5]$|^55000$/.test(state))
    return new MnemeError("unavailable", `${name} cannot be reached (${text}): is the server running?`, {
      ...cause,
      retryable: true,
    });
  if (state.startsWith("28") || state === "3D000" || state === "42501")
    return new MnemeError(
      "bad_config",
      `${name} refuses us (${text}): check DATABASE_URL and the role's rights`,
      cause,
    );
  if (state.startsWith("53"))
    return new MnemeError(
      "storage",
      `${name} is out of resources (${text}): free some, then try again`,
      cause,
    );
  if (state === "25006")
    return new MnemeError(
      "storage",
      `${name} may not be written to (${text}): name the primary server`,
      cause,
    );
  if (state.startsWith("40") || state === "55P03")
    return new MnemeError("conflict", `${name} is busy with another writer (${text}): try again`, {
      ...cause,
      retryable: true,
    });
  if (state.startsWith("XX") || state === "58030")
    return new MnemeError("storage", `${name} is damaged (${text}): restore a backup`, cause);
  return new MnemeError("internal", `${name} failed: ${text}`, cause);
}
