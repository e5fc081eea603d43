import type { ActContext } from "../acting/actor.js";
import type { Chain } from "../chain/chain.js";
import type { RunRecord } from "../run-record.js";
import type { RunDeps } from "./deps.js";
import { budgetOf } from "./budget.js";
import { spend } from "./spend.js";
import { askerOf, joinRecalled } from "./recall-for-run.js";

/** What an actor may know of a run: it sees memories as they are shown now, and may join further ones. */
export function actContextFor(run: RunRecord, chain: Chain, deps: RunDeps): ActContext {
  return {
    run_id: run.run_id,
    trigger: run.trigger,
    chain,
    reader: askerOf(run.trigger, deps).reader,
    recall: () => run.recall,
    meter: {
      left: () => budgetOf(run, deps.limits),
      spend: (usage) => {
        spend(run, usage);
        run.readings = [...(run.readings ?? []), ...usage];
      },
    },
    earlier: [...run.steps],
    runForEverybody: deps.runForEverybody ?? false,
    withoutMemory: deps.withoutMemory ?? false,
    addRecalled: (found) => joinRecalled(run, { recalled: [...found], conflicts: [] }),
  };
}
