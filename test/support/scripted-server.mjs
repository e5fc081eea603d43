// A server of the built program whose workers follow a script (scripted-worker.mjs).
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { readServerSettings } from "../../dist/config/server-settings.js";
import { readSettings } from "../../dist/config/settings.js";
import { serve } from "../../dist/compose-server.js";
import { stopOnSignals } from "../../dist/stop-on-signals.js";

const program = fileURLToPath(new URL("./scripted-worker.mjs", import.meta.url));
const serving = await serve({
  settings: readSettings(),
  server: readServerSettings(),
  forkWorker: () => fork(program, [], { stdio: ["ignore", "inherit", "inherit", "ipc"] }),
  onMisuse: () => globalThis.process.exit(2),
});
stopOnSignals(serving);
