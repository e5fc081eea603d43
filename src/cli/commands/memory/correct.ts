import type { Command } from "commander";
import { MnemeError } from "../../../errors.js";
import { createOutput } from "../../output.js";
import {
  attributionOf,
  findEpisode,
  findFact,
  type MemoryOptions,
  someText,
  useMemory,
  withAttribution,
  withMemoryOptions,
} from "./open-memory.js";

export function addCorrectCommand(memory: Command): void {
  withAttribution(withMemoryOptions(memory.command("correct")))
    .description("say it right: the new summary is shown and searched, the old one stays in the log")
    .argument("<id>", "the id or its first characters")
    .argument("<summary>", "the right summary", someText("summary"))
    .action(async (id: string, summary: string, options: MemoryOptions) => {
      const output = createOutput(options);
      const done = await useMemory(options, async (log) => {
        const episode = await findEpisode(log, options, id);
        const fact = { episode: episode.id, kind: "correction", summary } as const;
        return {
          id: episode.id,
          fact: await log.addFact(episode.scope, fact, attributionOf(options, "corrected")),
        };
      });
      output.result(done);
      output.line(`corrected ${done.id}; take it back with: mneme memory undo ${done.id} ${done.fact}`);
    });
}

export function addUndoCommand(memory: Command): void {
  withAttribution(withMemoryOptions(memory.command("undo")))
    .description("take back a correction, a status, gold or another fact: `show` lists them")
    .argument("<id>", "the episode's id or its first characters")
    .argument("<fact>", "the fact's id or its first characters")
    .action(async (id: string, factId: string, options: MemoryOptions) => {
      const output = createOutput(options);
      const done = await useMemory(options, async (log) => {
        const episode = await findEpisode(log, options, id);
        const fact = await findFact(log, episode, factId);
        if (!(await log.undoFact(fact.scope, fact.id, attributionOf(options, "taken back"))))
          throw new MnemeError(
            "bad_input",
            `${fact.id} was taken back before: \`mneme memory show ${episode.id}\` says by whom`,
          );
        return { id: episode.id, undone: fact.id };
      });
      output.result(done);
      output.line(`took back ${done.undone}`);
    });
}
