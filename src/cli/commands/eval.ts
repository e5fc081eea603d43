import type { Command } from "commander";
import { addEvalFailuresCommand } from "./eval-failures.js";
import { addEvalIssuesCommand } from "./eval-issues.js";
import { addEvalRecallCommand } from "./eval-recall.js";
import { addEvalSetupCommand } from "./eval-setup.js";
import { addEvalThreadsCommand } from "./eval-threads.js";

export function addEvalCommand(program: Command): void {
  const evaluation = program
    .command("eval")
    .description("measure mneme on recorded data; prints a table, or figures with --json");
  addEvalFailuresCommand(evaluation);
  addEvalThreadsCommand(evaluation);
  addEvalIssuesCommand(evaluation);
  addEvalRecallCommand(evaluation);
  addEvalSetupCommand(evaluation);
}
