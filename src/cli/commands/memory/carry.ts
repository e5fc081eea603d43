import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import type { Command } from "commander";
import { messageOf, MnemeError } from "../../../errors.js";
import type { ArchiveRecord, ImportCounts } from "../../../memory/log/episode-log.js";
import { type Scope } from "../../../memory/scope.js";
import { createOutput } from "../../output.js";
import { readArchiveFile } from "../../read-archive.js";
import { type MemoryOptions, readerOf, scopesOf, isOf, useMemory, withMemoryOptions } from "./open-memory.js";
import type { OpenedEpisodeLog } from "../../../memory/log/sql/open-episode-log.js";

const NOUNS = {
  episode: "episodes",
  fact: "facts",
  experience: "experiences",
  forgotten: "forgotten",
} as const;

export function addExportCommand(memory: Command): void {
  withMemoryOptions(memory.command("export"))
    .description("write the memory as JSON lines: episodes, their facts, experiences, what was forgotten")
    .argument("[file]", '"-" for standard output', "-")
    .action(async (file: string, options: MemoryOptions) => {
      const output = createOutput(options);
      const counts = await useMemory(options, async (log) => {
        if (file === "-") return await writeRecords(recordsOf(log, options), process.stdout);
        return await writeWhole(file, recordsOf(log, options));
      });
      if (file === "-") return;
      output.result({ file, ...counts });
      output.line(`wrote ${inWords(counts)} to ${file}`);
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
      if (isOwn(record, own, scope)) yield record;
    }
  }
}

function isOwn(record: ArchiveRecord, own: ReadonlySet<string>, { repository }: Scope): boolean {
  if (record.type === "episode") return own.has(record.episode.id);
  if (record.type === "fact") return own.has(record.fact.fact.episode);
  if (record.type === "forgotten") return record.scope.repository === repository;
  return record.experience.evidence.some((id) => own.has(id));
}

function inWords({ episodes, facts, experiences, forgotten }: ImportCounts): string {
  const kept = `${episodes} episodes, ${facts} facts, ${experiences} experiences`;
  return forgotten === 0 ? kept : `${kept}, ${forgotten} forgotten`;
}

async function writeRecords(
  records: AsyncIterable<ArchiveRecord>,
  stream: NodeJS.WritableStream,
): Promise<ImportCounts> {
  const counts: ImportCounts = { episodes: 0, facts: 0, experiences: 0, forgotten: 0 };
  for await (const record of records) {
    counts[NOUNS[record.type]] += 1;
    if (!stream.write(`${JSON.stringify(record)}\n`)) await once(stream, "drain");
  }
  return counts;
}

/** Beside it first, so that a full disk leaves no half file of that name. */
async function writeWhole(file: string, records: AsyncIterable<ArchiveRecord>): Promise<ImportCounts> {
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
    .description(
      "read what `export` wrote: whole or not at all; what is there already is kept, what was forgotten is forgotten",
    )
    .argument("<file>", 'JSON lines; "-" for standard input')
    .action(async (file: string, options: MemoryOptions) => {
      const output = createOutput(options);
      const counts = await useMemory(options, (log) => importFile(log, file), { isNew: true });
      output.result(counts);
      output.line(`new: ${inWords(counts)}`);
    });
}

async function importFile(log: OpenedEpisodeLog, file: string): Promise<ImportCounts> {
  const known = new Set<string>();
  for await (const record of log.exportRecords(null)) {
    if (record.type !== "episode") break;
    known.add(record.episode.id);
  }
  return await log.importRecords(readArchiveFile(file, (id) => known.has(id)));
}
