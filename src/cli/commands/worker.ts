import type { Command } from "commander";
import { readWhole } from "../read-whole.js";

export function addWorkerCommand(program: Command): void {
  program
    .command("worker")
    .description(
      "work on what a server accepted: any number of them, on any machine that reaches its job store",
    )
    .option("--concurrency <n>", "threads worked on at once (default: MNEME_WORKERS)")
    .option("--json", "no effect: the log is JSON, one entry a line, in any case")
    .action(async ({ concurrency }: { concurrency?: string }) => {
      const { runWorker } = await import("../../programs.js");
      await runWorker(
        concurrency === undefined
          ? {}
          : { concurrency: readWhole("--concurrency", concurrency, { min: 1, max: 1_000 }) },
      );
    });
}
