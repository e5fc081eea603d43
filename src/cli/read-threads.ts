import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import { messageOf, MnemeError } from "../errors.js";
import { MAX_THREAD_FILE_BYTES, parseThreadFile } from "../thread/read-thread-file.js";
import type { Thread } from "../thread/thread.js";

/** Reads recorded threads, each file whole before any is used. Throws MnemeError("bad_input") naming the file. */
export async function readThreads(files: readonly string[]): Promise<Thread[]> {
  return await Promise.all(files.map(readThread));
}

async function readThread(file: string): Promise<Thread> {
  const size = await stat(file).then(
    (info) => info.size,
    (error: unknown) => {
      throw new MnemeError("bad_input", `${file}: ${messageOf(error)}; give the path of a recorded thread`, {
        cause: error,
      });
    },
  );
  if (size > MAX_THREAD_FILE_BYTES) {
    throw new MnemeError(
      "bad_input",
      `${file}: ${Math.round(size / 1e6)} MB is more than a thread can have (50 MB); cut it`,
    );
  }
  return parseThreadFile(await readFile(file, "utf8"), basename(file));
}
