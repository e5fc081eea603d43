// The whole server; its worker is webhook-worker.ts.
import { fork } from "node:child_process";
import { appendFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { serve } from "../src/compose-server.js";
import { readServerSettings } from "../src/config/server-settings.js";
import { readSettings } from "../src/config/settings.js";
import { stopOnSignals } from "../src/stop-on-signals.js";

appendFileSync(process.env["WORKED_FILE"] ?? "worked", "");
const program = fileURLToPath(new URL("./webhook-worker.js", import.meta.url));
const serving = await serve({
  settings: readSettings(),
  server: readServerSettings(),
  forkWorker: () => fork(program, [], { stdio: ["ignore", "ignore", "inherit", "ipc"] }),
  onMisuse: () => process.exit(2),
});
stopOnSignals(serving);
