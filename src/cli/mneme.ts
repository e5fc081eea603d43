#!/usr/bin/env node
import { Command, CommanderError } from "commander";
import { EXIT, reportError } from "./output.js";
import { VERSION } from "../util/version.js";

type AddCommand = (program: Command) => void;

/**
 * Each command lives in its own file under `commands/` and adds itself. Only the file of the command that is asked for is
 * read: with all that the others need, it would take a second and 60 MB more.
 */
const COMMANDS: Record<string, () => Promise<AddCommand>> = {
  try: async () => (await import("./commands/try.js")).addTryCommand,
  replay: async () => (await import("./commands/replay.js")).addReplayCommand,
  setup: async () => (await import("./commands/setup.js")).addSetupCommand,
  verify: async () => (await import("./commands/verify.js")).addVerifyCommand,
  record: async () => (await import("./commands/record.js")).addRecordCommand,
  serve: async () => (await import("./commands/serve.js")).addServeCommand,
  worker: async () => (await import("./commands/worker.js")).addWorkerCommand,
  backfill: async () => (await import("./commands/backfill.js")).addBackfillCommand,
  jobs: async () => (await import("./commands/jobs.js")).addJobsCommand,
  runs: async () => (await import("./commands/runs.js")).addRunsCommand,
  config: async () => (await import("./commands/config.js")).addConfigCommand,
  doctor: async () => (await import("./commands/doctor.js")).addDoctorCommand,
  eval: async () => (await import("./commands/eval.js")).addEvalCommand,
  failures: async () => (await import("./commands/failures.js")).addFailuresCommand,
  memory: async () => (await import("./commands/memory.js")).addMemoryCommand,
};

/** The command line as far as these arguments need it: one command, or all where none is named. */
async function buildProgram([name = ""]: readonly string[]): Promise<Command> {
  const program = new Command("mneme")
    .description("Resolves issues and remembers how.")
    .version(VERSION)
    .exitOverride()
    .configureOutput({
      writeErr: (text) =>
        process.stderr.write(`${text.replace(/^error: /, "mneme: ").trimEnd()} (see mneme --help)\n`),
    });
  const isNamed = Object.hasOwn(COMMANDS, name);
  for (const [own, load] of Object.entries(COMMANDS)) if (!isNamed || own === name) (await load())(program);
  return program;
}

async function main(argv: readonly string[]): Promise<number> {
  try {
    const program = await buildProgram(argv.slice(2));
    await program.parseAsync(argv);
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
