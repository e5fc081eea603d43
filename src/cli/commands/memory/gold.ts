import type { Command } from "commander";
import { MnemeError } from "../../../errors.js";
import { createOutput } from "../../output.js";
import {
  attributionOf,
  findEpisode,
  type MemoryOptions,
  useMemory,
  withAttribution,
  withMemoryOptions,
} from "./open-memory.js";

interface GoldOptions extends MemoryOptions {
  undo?: boolean;
}

export function addGoldCommand(memory: Command): void {
  withAttribution(withMemoryOptions(memory.command("gold")))
    .description("trust an episode: it counts for more, does not fade, and may supply commands that are run")
    .argument("<id>", "the id or its first characters")
    .option("--undo", "take the gold back")
    .action(async (id: string, options: GoldOptions) => {
      const output = createOutput(options);
      const done = await useMemory(options, async (log) => {
        const { id: episode, scope, provenance, gold: held } = await findEpisode(log, options, id);
        if (options.undo === true && held === undefined)
          throw new MnemeError(
            "bad_input",
            `${episode} is not gold: \`mneme memory list --gold\` has those that are`,
          );
        const attribution = attributionOf(
          options,
          options.undo === true ? "gold taken back" : "marked as gold",
        );
        const { by, at } = attribution;
        const gold = options.undo === true ? null : { by, at, permalink: provenance.url };
        await log.addFact(scope, { episode, kind: "gold", gold }, attribution);
        return { id: episode, gold: gold !== null };
      });
      output.result(done);
      output.line(done.gold ? `${done.id} is gold` : `${done.id} is gold no more`);
    });
}
