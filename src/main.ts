import { readServerSettings } from "./config/server-settings.js";
import { loadEnvFile } from "./config/env-file.js";
import { readSettings } from "./config/settings.js";
import { reportError } from "./cli/output.js";
import { serve } from "./compose-server.js";
import { createResolver } from "./compose-resolver.js";
import { stopOnSignals } from "./stop-on-signals.js";

// The server: configuration → adapters → webhooks and worker in one process, until a signal ends it.
try {
  loadEnvFile(".env");
  const settings = readSettings();
  const serving = await serve({
    settings,
    server: readServerSettings(),
    createResolver: (forge, replies) => createResolver(settings, forge, replies),
  });
  stopOnSignals(serving);
} catch (error) {
  process.exitCode = reportError(error);
}
