// The whole server, whose resolver only notes what it was given.
import { appendFileSync } from "node:fs";
import { serve } from "../src/compose-server.js";
import { openEpisodeLog } from "../src/memory/log/sql/open-episode-log.js";
import { buildChain } from "../src/chain/build-chain.js";
import { readServerSettings } from "../src/config/server-settings.js";
import { readSettings } from "../src/config/settings.js";
import { stopOnSignals } from "../src/stop-on-signals.js";

const file = process.env["WORKED_FILE"] ?? "worked";
appendFileSync(file, "");
const memory = await openEpisodeLog(":memory:");
const serving = await serve({
  settings: readSettings(),
  server: readServerSettings(),
  createResolver: () =>
    Promise.resolve({
      memory,
      redact: (text: string) => text,
      buildChain: (thread, scope) => buildChain(thread, { scope }),
      catchUp: () => Promise.resolve(),
      resolve: (trigger) => {
        appendFileSync(file, `${trigger.id}\n`);
        return Promise.resolve();
      },
      [Symbol.asyncDispose]: () => Promise.resolve(),
    }),
});
stopOnSignals(serving);
