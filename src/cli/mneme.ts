#!/usr/bin/env node
import { Command, CommanderError } from "commander";
import { addBackfillCommand } from "./commands/backfill.js";
import { addConfigCommand } from "./commands/config.js";
import { addDoctorCommand } from "./commands/doctor.js";
import { addJobsCommand } from "./commands/jobs.js";
import { addServeCommand } from "./commands/serve.js";
import { addWorkerCommand } from "./commands/worker.js";
import { addRecordCommand } from "./commands/record.js";
import { addReplayCommand } from "./commands/replay.js";
import { addTryCommand } from "./commands/try.js";
import { addFailuresCommand } from "./commands/failures.js";
import { addEvalFailuresCommand } from "./commands/eval-failures.js";
import { addEvalRecallCommand } from "./commands/eval-recall.js";
import { addEvalSetupCommand } from "./commands/eval-setup.js";
import { addRunsCommand } from "./commands/runs.js";
import { addSetupCommand } from "./commands/setup.js";
import { addVerifyCommand } from "./commands/verify.js";
import { addEvalThreadsCommand } from "./commands/eval-threads.js";
import { addEvalIssuesCommand } from "./commands/eval-issues.js";
import { addMemoryCommand } from "./commands/memory.js";
import { EXIT, reportError } from "./output.js";
import { VERSION } from "../util/version.js";

/** The whole command line. Each command lives in its own file under `commands/` and adds itself here. */
export function buildProgram(): Command {
  const program = new Command("mneme")
    .description("Resolves issues and remembers how.")
    .version(VERSION)
    .exitOverride()
    .configureOutput({
      writeErr: (text) =>
        process.stderr.write(`${text.replace(/^error: /, "mneme: ").trimEnd()} (see mneme --help)\n`),
    });
  addTryCommand(program);
  addReplayCommand(program);
  addSetupCommand(program);
  addVerifyCommand(program);
  addRecordCommand(program);
  addServeCommand(program);
  addWorkerCommand(program);
  addBackfillCommand(program);
  addJobsCommand(program);
  addRunsCommand(program);
  addConfigCommand(program);
  addDoctorCommand(program);
  program
    .command("eval")
    .description("measure mneme on recorded data; prints a table, or figures with --json");
  addFailuresCommand(program);
  addEvalFailuresCommand(program);
  addEvalThreadsCommand(program);
  addEvalIssuesCommand(program);
  addEvalRecallCommand(program);
  addEvalSetupCommand(program);
  addMemoryCommand(program);
  return program;
}

async function main(argv: readonly string[]): Promise<number> {
  try {
    await buildProgram().parseAsync(argv);
    return Number(process.exitCode ?? EXIT.done);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.misuse;
    return reportError(error);
  }
}

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(EXIT.done);
  throw error;
});
process.exitCode = await main(process.argv);
