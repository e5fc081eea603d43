import type { Chain } from "../chain/chain.js";
import { learnFromThread } from "../learning/learn-from-thread.js";
import { originOf } from "../learning/origins.js";
import type { RunRecord } from "../run-record.js";
import { continueChain } from "./continue-chain.js";
import type { RunDeps } from "./deps.js";
import { understand } from "./understand.js";

export interface FollowedThread {
  chain: Chain;
  /**
   * After the run's own steps: where the thread is closed, they stand as they would had the closing come after them.
   * Which of the two is heard of first is chance.
   */
  settle: () => Promise<void>;
}

/** The thread as it is now becomes its chain: read, remembered, and joined by what earlier runs did in it. */
export async function followThread(run: RunRecord, deps: RunDeps): Promise<FollowedThread> {
  const { scope, repo, number } = run.trigger;
  const thread = await deps.forge.readThread({ installation: scope.installation, repo, number });
  const told = deps.buildChain(thread, scope, await originOf(deps.log, { scope, number }));
  understand(run, thread, told);
  const learn = async (): Promise<void> => {
    const at = deps.clock().toISOString();
    await deps.log.together((log) => learnFromThread(thread, told, log, { at, why: `run ${run.run_id}` }));
  };
  await learn();
  await deps.catchUp();
  return {
    chain: await continueChain(told, thread, run, deps.log),
    settle: async () => {
      if (thread.state === "closed" && run.steps.length > 0) await learn();
    },
  };
}
