import { composeWorkbench } from "./compose.js";
import type { Resolver } from "./compose-worker.js";
import type { Settings } from "./config/settings.js";
import { redact } from "./memory/redaction.js";
import { resolve } from "./resolve.js";

/** Settings → what works on triggers: the whole story over a forge. Disposing closes its stores. */
export async function createResolver(settings: Settings): Promise<Resolver & AsyncDisposable> {
  const workbench = await composeWorkbench(settings, { store: "settings" });
  const deps = { ...workbench.parts, clock: () => new Date() };
  return {
    memory: workbench.log,
    buildChain: workbench.parts.buildChain,
    catchUp: workbench.parts.catchUp,
    redact: (text) => redact(text).text,
    resolve: async (trigger, { policy, replies, forge, ...options }) =>
      await resolve(trigger, { ...deps, ...policy, replies, forge }, options),
    [Symbol.asyncDispose]: () => workbench[Symbol.asyncDispose](),
  };
}
