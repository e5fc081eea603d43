// A worker of the built program whose resolver is a script: SCRIPT_STEP_MS between progress and final text,
// SCRIPT_FAILS=1 for a fault that nobody foresaw. Started by scripted-server.mjs, so that tests can kill real processes.
import { readServerSettings } from "../../dist/config/server-settings.js";
import { readSettings } from "../../dist/config/settings.js";
import { openEpisodeLog } from "../../dist/memory/log/sql/open-episode-log.js";
import { buildChain } from "../../dist/chain/build-chain.js";
import { startWorker } from "../../dist/compose-worker.js";
import { runIdOf } from "../../dist/run/run-id.js";
import { stopOnSignals } from "../../dist/stop-on-signals.js";
import { linkToParent } from "../../dist/workers/parent-link.js";

const stepMs = Number(globalThis.process.env.SCRIPT_STEP_MS ?? 0);

async function createResolver() {
  const resolve = async (trigger, { signal, replies, forge }) => {
    const run = runIdOf(trigger);
    await replies.progress(trigger, run, `- [x] reading`);
    if (globalThis.process.env.SCRIPT_FAILS === "1")
      throw new TypeError("a secret path: /home/operator/mneme");
    const thread = await forge.readThread({
      installation: trigger.scope.installation,
      repo: trigger.repo,
      number: trigger.number,
    });
    await new Promise((resolve, reject) => {
      globalThis.setTimeout(resolve, stepMs);
      signal.addEventListener("abort", () => reject(new Error("aborted")));
    });
    await replies.final(
      trigger,
      run,
      `**Answer** for ${trigger.by}, who may ${trigger.permission}: ${thread.title}`,
    );
  };
  const memory = await openEpisodeLog(`${readSettings().MNEME_DATA}/mneme.db`);
  return {
    resolve,
    memory,
    redact: (text) => text,
    buildChain: (thread, scope) => buildChain(thread, { scope }),
    catchUp: () => Promise.resolve(),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

const worker = await startWorker({ settings: readSettings(), server: readServerSettings(), createResolver });
stopOnSignals(worker);
linkToParent(worker);
