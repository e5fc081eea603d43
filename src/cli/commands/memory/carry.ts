import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { readFile, rename, rm } from "node:fs/promises";
import type { Command } from "commander";
import { messageOf, MnemeError } from "../../../errors.js";
import { parseArchive } from "../../../memory/archive-record.js";
import type { ArchiveRecord } from "../../../memory/log/episode-log.js";
import { createOutput } from "../../output.js";
import { type MemoryOptions, readerOf, scopesOf, isOf, useMemory, withMemoryOptions } from "./open-memory.js";
import type { OpenedEpisodeLog } from "../../../memory/log/sql/open-episode-log.js";

const NOUNS = { episode: "episodes", fact: "facts", experience: "experiences" } as const;

export function addExportCommand(memory: Command): void {
  withMemoryOptions(memory.command("export"))
    .description("write the memory as JSON lines: episodes, their facts, experiences")
    .argument("[file]", '"-" for standard output', "-")
    .action(async (file: string, options: MemoryOptions) => {
      const output = createOutput(options);
      const counts = await useMemory(options, async (log) => {
        if (file === "-") return await writeRecords(recordsOf(log, options), process.stdout);
        return await writeWhole(file, recordsOf(log, options));
      });
      if (file === "-") return;
      output.result({ file, ...counts });
      output.line(
        `wrote ${counts.episodes} episodes, ${counts.facts} facts, ${counts.experiences} experiences to ${file}`,
      );
    });
}

async function* recordsOf(log: OpenedEpisodeLog, options: MemoryOptions): AsyncGenerator<ArchiveRecord> {
  if (options.repo === undefined) {
    yield* log.exportRecords(null);
    return;
  }
  for (const scope of await scopesOf(log, options)) {
    const own = new Set<string>();
    for await (const record of log.exportRecords(readerOf(scope))) {
      if (record.type === "episode" && isOf(record.episode, scope)) own.add(record.episode.id);
      if (isOwn(record, own)) yield record;
    }
  }
}

function isOwn(record: ArchiveRecord, own: ReadonlySet<string>): boolean {
  if (record.type === "episode") return own.has(record.episode.id);
  if (record.type === "fact") return own.has(record.fact.fact.episode);
  return record.experience.evidence.some((id) => own.has(id));
}

interface Counts {
  episodes: number;
  facts: number;
  experiences: number;
}

async function writeRecords(
  records: AsyncIterable<ArchiveRecord>,
  stream: NodeJS.WritableStream,
): Promise<Counts> {
  const counts: Counts = { episodes: 0, facts: 0, experiences: 0 };
  for await (const record of records) {
    counts[NOUNS[record.type]] += 1;
    if (!stream.write(`${JSON.stringify(record)}\n`)) await once(stream, "drain");
  }
  return counts;
}

/** Beside it first, so that a full disk leaves no half file of that name. */
async function writeWhole(file: string, records: AsyncIterable<ArchiveRecord>): Promise<Counts> {
  const partial = `${file}.partial`;
  try {
    const stream = createWriteStream(partial);
    await once(stream, "open");
    const counts = await writeRecords(records, stream);
    stream.end();
    await once(stream, "finish");
    await rename(partial, file);
    return counts;
  } catch (error) {
    await rm(partial, { force: true });
    if (error instanceof MnemeError) throw error;
    throw new MnemeError(
      "bad_input",
      `cannot write ${file} (${messageOf(error)}): name a file that you may write`,
      {
        cause: error,
      },
    );
  }
}

export function addImportCommand(memory: Command): void {
  withMemoryOptions(memory.command("import"))
    .description("read what `export` wrote: whole or not at all; what is there already is kept")
    .argument("<file>", 'JSON lines; "-" for standard input')
    .action(async (file: string, options: MemoryOptions) => {
      const output = createOutput(options);
      const text = await readArchive(file);
      const counts = await useMemory(options, async (log) => {
        const known = new Set<string>();
        for await (const record of log.exportRecords(null)) {
          if (record.type !== "episode") break;
          known.add(record.episode.id);
        }
        const name = file === "-" ? "standard input" : file;
        return await log.importRecords(parseArchive(text, name, (id) => known.has(id)));
      });
      output.result(counts);
      output.line(
        `new: ${counts.episodes} episodes, ${counts.facts} facts, ${counts.experiences} experiences`,
      );
    });
}

async function readArchive(file: string): Promise<string> {
  try {
    return await readFile(file === "-" ? "/dev/stdin" : file, "utf8");
  } catch (error) {
    throw new MnemeError(
      "bad_input",
      `cannot read ${file} (${messageOf(error)}): name a file that \`mneme memory export\` wrote`,
      {
        cause: error,
      },
    );
  }
}
