import { learnFromThreads } from "../../learning/learn-from-thread.js";
import { arrivedThreads } from "../../learning/origins.js";
import type { Batches } from "../../memory/log/episode-log.js";
import type { BackfillDeps } from "./backfill.js";
import { saveBackfillState } from "./backfill-state.js";

export interface LearnPageDeps {
  memory: Batches;
  /** ISO time. */
  now: () => string;
}

/** Learns from many closed threads as from one that was just closed, all in one transaction with how far that came. */
export function createPageLearner({ memory, now }: LearnPageDeps): BackfillDeps["learn"] {
  return async (read, scope, state) => {
    await memory.together(async (joined) => {
      // What was transferred here is known, under the ids that it had before.
      const arrived = await arrivedThreads(joined, scope);
      const unknown = read.filter(({ thread }) => !arrived.has(thread.number));
      await learnFromThreads(unknown, joined, scope, { at: now(), why: "backfill" });
      await saveBackfillState(joined, scope, state);
    });
  };
}
