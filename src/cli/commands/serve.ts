import type { Command } from "commander";
import type { ServerSettings } from "../../config/server-settings.js";
import { readWhole } from "../read-whole.js";

interface ServeFlags {
  host?: string;
  port?: string;
  workers?: string;
}

export function addServeCommand(program: Command): void {
  program
    .command("serve")
    .description(
      "answer GitHub: the webhook server with its workers; without an app yet, the page to make one",
    )
    .option("--host <address>", "address to listen on (default: HOST)")
    .option("--port <n>", "port to listen on, 0 for any free one (default: PORT)")
    .option("--workers <n>", "worker processes, 0 where they run elsewhere (default: MNEME_WORKER_PROCESSES)")
    .option("--json", "no effect: the log is JSON, one entry a line, in any case")
    .action(async (flags: ServeFlags) => {
      // Only here: what a server is made of takes a while to load, and no other command needs it.
      const { runServer } = await import("../../programs.js");
      await runServer(readFlags(flags));
    });
}

function readFlags({ host, port, workers }: ServeFlags): Partial<ServerSettings> {
  return {
    ...(host === undefined ? {} : { host }),
    ...(port === undefined ? {} : { port: readWhole("--port", port, { max: 65_535 }) }),
    ...(workers === undefined ? {} : { workerProcesses: readWhole("--workers", workers, { max: 64 }) }),
  };
}
