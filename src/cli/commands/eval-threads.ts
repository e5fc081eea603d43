import type { Command } from "commander";
import { composeWorkbench } from "../../compose.js";
import { readSettings } from "../../config/settings.js";
import { readThreadCorpus } from "../../evaluation/thread-corpus.js";
import { threadParts } from "../../evaluation/thread-parts.js";
import { evaluateThreads, type ThreadResult } from "../../evaluation/threads.js";
import { createOutput, type Output } from "../output.js";
import { formatTable } from "../table.js";

interface EvalThreadsOptions {
  json?: boolean;
  mistakes?: boolean;
}

export function addEvalThreadsCommand(evaluation: Command): void {
  evaluation
    .command("threads")
    .description("how well threads are read: facts, questions that are answered already, related threads")
    .argument("<folder>", "recorded threads with facts_expected; related.json in it or beside it")
    .option("--mistakes", "list what was missed, wrong, asked again or not recalled")
    .option("--json", "print the figures as JSON")
    .action(
      async (folder: string, options: EvalThreadsOptions) =>
        await evaluate(folder, options, createOutput(options)),
    );
}

async function evaluate(folder: string, options: EvalThreadsOptions, output: Output): Promise<void> {
  const corpus = await readThreadCorpus(folder);
  await using bench = await composeWorkbench(readSettings(), { store: "memory", sandbox: "none" });
  const { figures, results } = await evaluateThreads(corpus, threadParts(bench.parts));
  const mistakes = results.map(mistakesOf).filter(({ mistakes: list }) => list.length > 0);
  output.result(options.mistakes === true ? { ...figures, mistakes } : figures);
  output.line(formatTable(["figure", "value"], Object.entries(figures)));
  if (options.mistakes === true)
    for (const { id, mistakes: list } of mistakes) output.line(`\n${id}\n  ${list.join("\n  ")}`);
}

function mistakesOf({ id, facts, repeated, related_hit }: ThreadResult): { id: string; mistakes: string[] } {
  return {
    id,
    mistakes: [
      ...(facts?.misses ?? []),
      ...repeated.map((question) => `asked though answered, ${question}`),
      ...(related_hit === false
        ? ["the earlier thread of its group is not among the first three recalled"]
        : []),
    ],
  };
}
