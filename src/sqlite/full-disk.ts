import { statfsSync } from "node:fs";
import { dirname } from "node:path";

/** What SQLite needs beside a file to read it at all: its shared memory, and a first page of the journal. */
const LEAST_BYTES = 64 * 1024;

/**
 * Whether an input/output error at this file comes of a full disk: SQLite says so only where the file itself cannot grow, not
 * where the memory that its users share has no room.
 */
export function isDiskFull(path: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dirname(path));
    return bavail * bsize < LEAST_BYTES;
  } catch {
    // Whoever asks has an error already, and a disk that tells nothing is no reason for another one.
    return false;
  }
}
