import type { Chain } from "../chain/chain.js";
import { learnFromThread } from "../learning/learn-from-thread.js";
import type { RunRecord } from "../run-record.js";
import { continueChain } from "./continue-chain.js";
import type { RunDeps } from "./deps.js";
import { understand } from "./understand.js";

/** The thread as it is now becomes its chain: read, remembered, and joined by what earlier runs did in it. */
export async function followThread(run: RunRecord, deps: RunDeps): Promise<Chain> {
  const { scope, repo, number } = run.trigger;
  const thread = await deps.forge.readThread({ installation: scope.installation, repo, number });
  const told = deps.buildChain(thread, scope);
  understand(run, thread, told);
  const at = deps.clock().toISOString();
  await learnFromThread(thread, told, deps.log, { at, why: `run ${run.run_id}` });
  await deps.catchUp();
  return await continueChain(told, thread, run, deps.log);
}
