import type { Command } from "commander";
import { composeBuilding, composeEmbedder, composeIndexer } from "../../../compose-index.js";
import { readSettings } from "../../../config/settings.js";
import { MnemeError } from "../../../errors.js";
import type { Indexer } from "../../../memory/index/catch-up.js";
import { createOutput, type Output } from "../../output.js";
import { indexPlaceOf } from "./memory-index.js";
import { type MemoryOptions, useMemory, withMemoryOptions } from "./open-memory.js";

export function addReindexCommand(memory: Command): void {
  withMemoryOptions(memory.command("reindex"))
    .description(
      "build the recall index anew from the log of record, beside the old one, and switch: as the settings say now (QDRANT_URL, MNEME_EMBEDDING_…)",
    )
    .action(async (options: MemoryOptions) => {
      const output = createOutput(options);
      const done = await reindex(options, output);
      output.result(done);
      output.line(`indexed ${done.indexed} episodes into ${done.index}, ${tellModel(done.model)}`);
    });
}

async function reindex(
  options: MemoryOptions,
  output: Output,
): Promise<{ index: string; model: string | null; indexed: number }> {
  const settings = readSettings();
  const place = indexPlaceOf(options, settings);
  const where = place.kind === "qdrant" ? `${place.url} (${settings.QDRANT_COLLECTION})` : place.path;
  return await useMemory(options, async (log) => {
    const embedder = await composeEmbedder(settings);
    const building = await composeBuilding(settings, place, embedder);
    let indexed: number;
    try {
      indexed = await fill(composeIndexer(building.index, log, embedder), output);
    } catch (error) {
      await building.abandon();
      throw error;
    }
    await building.switchOver();
    return { index: where, model: embedder?.model ?? null, indexed };
  });
}

/** What is written to the log meanwhile is caught up with too; what comes after the switch, at the next catching up. */
async function fill(indexer: Indexer, output: Output): Promise<number> {
  output.progress("indexing");
  const { indexed, behind } = await indexer.catchUp();
  output.progressDone();
  if (behind === null) return indexed;
  throw new MnemeError("storage", `the new index could not be built (${behind}); the old one stays in use`);
}

function tellModel(model: string | null): string {
  return model === null ? "without an embedding model" : `with ${model}`;
}
