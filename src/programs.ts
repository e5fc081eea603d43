import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { EXIT } from "./cli/output.js";
import { createResolver } from "./compose-resolver.js";
import { serve } from "./compose-server.js";
import { startWorker } from "./compose-worker.js";
import { loadEnvFile } from "./config/env-file.js";
import { environmentOfWorkers, readServerSettings, type ServerSettings } from "./config/server-settings.js";
import { readSettings } from "./config/settings.js";
import { stopOnSignals } from "./stop-on-signals.js";
import { linkToParent } from "./workers/parent-link.js";

const WORKER_PROGRAM = fileURLToPath(new URL("./worker-main.js", import.meta.url));

/** The server with the workers that it watches over, until a signal ends it. What is given wins over the environment. */
export async function runServer(
  given: Partial<Pick<ServerSettings, "host" | "port" | "workerProcesses">> = {},
): Promise<void> {
  loadEnvFile(".env");
  const server = { ...readServerSettings(), ...given };
  const env = environmentOfWorkers(server);
  const serving = await serve({
    settings: readSettings(),
    server,
    forkWorker: () => fork(WORKER_PROGRAM, [], { env, stdio: ["ignore", "inherit", "inherit", "ipc"] }),
    // The worker has said why.
    onMisuse: () => process.exit(EXIT.misuse),
  });
  stopOnSignals(serving);
}

/** One worker, until a signal ends it, or the server that started it ends. */
export async function runWorker(given: { concurrency?: number } = {}): Promise<void> {
  loadEnvFile(".env");
  const settings = readSettings();
  const { concurrency = settings.MNEME_WORKERS } = given;
  const worker = await startWorker({
    settings: { ...settings, MNEME_WORKERS: concurrency },
    server: readServerSettings(),
    createResolver: () => createResolver(settings),
  });
  stopOnSignals(worker);
  linkToParent(worker);
}
