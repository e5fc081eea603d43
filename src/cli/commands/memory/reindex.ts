import { rename, rm } from "node:fs/promises";
import type { Command } from "commander";
import { MnemeError } from "../../../errors.js";
import type { OpenedEpisodeLog } from "../../../memory/log/sql/open-episode-log.js";
import { createOutput } from "../../output.js";
import { useIndex } from "./memory-index.js";
import { indexOf, type MemoryOptions, useMemory, withMemoryOptions } from "./open-memory.js";

export function addReindexCommand(memory: Command): void {
  withMemoryOptions(memory.command("reindex"))
    .description("build the recall index anew from the log of record, beside the old one, and switch")
    .action(async (options: MemoryOptions) => {
      const output = createOutput(options);
      const file = indexOf(options);
      const indexed = await useMemory(options, (log) => buildBeside(log, `${file}.building`));
      await switchTo(`${file}.building`, file);
      output.result({ index: file, indexed });
      output.line(`indexed ${indexed} episodes into ${file}`);
    });
}

async function buildBeside(log: OpenedEpisodeLog, building: string): Promise<number> {
  await removeIndex(building);
  return await useIndex(log, building, (_index, { indexed, behind }) => {
    if (behind !== null)
      throw new MnemeError(
        "storage",
        `the new index could not be built (${behind}); the old one stays in use`,
      );
    return Promise.resolve(indexed);
  });
}

async function switchTo(building: string, file: string): Promise<void> {
  await removeIndex(file);
  await rename(building, file);
}

async function removeIndex(file: string): Promise<void> {
  for (const suffix of ["", "-wal", "-shm"]) await rm(`${file}${suffix}`, { force: true });
}
