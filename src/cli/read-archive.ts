import { createReadStream } from "node:fs";
import { messageOf, MnemeError } from "../errors.js";
import { readArchive } from "../memory/archive-record.js";
import type { ArchiveRecord } from "../memory/log/episode-log.js";

const CHUNK_BYTES = 1 << 20;

/**
 * What `mneme memory export` wrote, read as it is taken; "-" is standard input. Throws MnemeError("bad_input") naming the
 * file, or the line of it that cannot be used.
 */
export function readArchiveFile(
  file: string,
  known?: (episodeId: string) => boolean,
): AsyncGenerator<ArchiveRecord> {
  return readArchive(readLines(file), file === "-" ? "standard input" : file, known);
}

/** At line feeds alone: a text may hold other characters that readers of lines stop at. */
async function* readLines(file: string): AsyncGenerator<string> {
  const stream = file === "-" ? process.stdin : createReadStream(file, { highWaterMark: CHUNK_BYTES });
  stream.setEncoding("utf8");
  let begun: string[] = [];
  try {
    for await (const chunk of stream as AsyncIterable<string>) {
      const [first = "", ...others] = chunk.split("\n");
      begun.push(first);
      for (const next of others) {
        yield begun.join("");
        begun = [next];
      }
    }
  } catch (error) {
    throw new MnemeError(
      "bad_input",
      `cannot read ${file} (${messageOf(error)}): name a file that \`mneme memory export\` wrote`,
      { cause: error },
    );
  }
  yield begun.join("");
}
