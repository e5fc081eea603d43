// A worker whose resolver only notes what it was given.
import { appendFileSync } from "node:fs";
import { buildChain } from "../src/chain/build-chain.js";
import { startWorker } from "../src/compose-worker.js";
import { readServerSettings } from "../src/config/server-settings.js";
import { readSettings } from "../src/config/settings.js";
import { openEpisodeLog } from "../src/memory/log/sql/open-episode-log.js";
import { stopOnSignals } from "../src/stop-on-signals.js";
import { linkToParent } from "../src/workers/parent-link.js";

const memory = await openEpisodeLog(":memory:");
const worker = await startWorker({
  settings: readSettings(),
  server: readServerSettings(),
  createResolver: () =>
    Promise.resolve({
      memory,
      redact: (text: string) => text,
      buildChain: (thread, scope) => buildChain(thread, { scope }),
      catchUp: () => Promise.resolve(),
      resolve: (trigger) => {
        appendFileSync(process.env["WORKED_FILE"] ?? "worked", `${trigger.id}\n`);
        return Promise.resolve(undefined);
      },
      [Symbol.asyncDispose]: () => Promise.resolve(),
    }),
});
stopOnSignals(worker);
linkToParent(worker);
