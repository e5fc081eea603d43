import type { Chain } from "../../chain/chain.js";
import { isMnemeError, messageOf } from "../../errors.js";
import { consolidateCases } from "../../learning/consolidate-cases.js";
import { learnFromOneThread } from "../../learning/learn-from-thread.js";
import type { Log } from "../../log.js";
import type { Batches } from "../../memory/log/episode-log.js";
import type { Episode } from "../../memory/episode.js";
import type { Scope } from "../../memory/scope.js";
import type { Thread } from "../../thread/thread.js";
import type { BackfillDeps } from "./backfill.js";
import { saveBackfillState } from "./backfill-state.js";

export interface LearnPageDeps {
  memory: Batches;
  buildChain: (thread: Thread, scope: Scope) => Chain;
  log: Pick<Log, "warn">;
  /** ISO time. */
  now: () => string;
}

/**
 * Learns from many closed threads as from one that was just closed, all in one transaction with how far that came. A
 * text that nobody foresaw costs its own issue and no other.
 */
export function createPageLearner({ memory, buildChain, log, now }: LearnPageDeps): BackfillDeps["learn"] {
  return async (threads, scope, howFar) => {
    const failed: number[] = [];
    const attempt = async <T>(thread: Thread, work: () => T | Promise<T>): Promise<T | null> => {
      try {
        return await work();
      } catch (error) {
        // A store that fails is no fault of the thread.
        if (isMnemeError(error)) throw error;
        failed.push(thread.number);
        log.warn({ repo: thread.repo, number: thread.number, reason: messageOf(error) }, "issue left out");
        return null;
      }
    };
    const read: { thread: Thread; chain: Chain }[] = [];
    for (const thread of threads) {
      const chain = await attempt(thread, () => buildChain(thread, scope));
      if (chain !== null) read.push({ thread, chain });
    }
    const occasion = { at: now(), why: "backfill" };
    return await memory.together(async (joined) => {
      const learnt: Episode[] = [];
      for (const { thread, chain } of read) {
        const episodes = await attempt(thread, () => learnFromOneThread(thread, chain, joined, occasion));
        learnt.push(...(episodes ?? []));
      }
      await consolidateCases(learnt, joined, scope, occasion);
      const state = howFar(failed);
      await saveBackfillState(joined, scope, state);
      return state;
    });
  };
}
