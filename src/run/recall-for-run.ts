import type { Chain } from "../chain/chain.js";
import type { FailureCase } from "../failures/failure-case.js";
import { queryFromChain, queryFromFailure } from "../recall/query-from-chain.js";
import type { ReadScope } from "../memory/scope.js";
import type { Recalled, RecallResult } from "../recall/recalled.js";
import type { RunRecord } from "../run-record.js";
import type { Trigger } from "../thread/trigger.js";
import type { RunDeps } from "./deps.js";
import { memoriseExposure } from "./memorise.js";

/** What other issues know about this one, before the first step. */
export async function recallForThread(trigger: Trigger, chain: Chain, deps: RunDeps): Promise<RecallResult> {
  return await deps.recall.recall(queryFromChain(chain, askerOf(trigger, deps)));
}

/** What once resolved a failure that a step just met; joins what was recalled before, under further labels. */
export async function recallAfterFailure(
  run: RunRecord,
  chain: Chain,
  failure: FailureCase,
  deps: RunDeps,
): Promise<void> {
  if (chain.failures.some((known) => known.fingerprint === failure.fingerprint)) return;
  const found = await deps.recall.recall(queryFromFailure(chain, failure, askerOf(run.trigger, deps)));
  const known = new Set(run.recall.recalled.map((memory) => memory.episode.id));
  const fresh: Recalled[] = found.recalled.filter((memory) => !known.has(memory.episode.id));
  if (fresh.length === 0) return;
  const relabelled = new Map(
    fresh.map((memory, index) => [memory.label, `M${run.recall.recalled.length + index + 1}`]),
  );
  const added = fresh.map((memory) => ({ ...memory, label: relabelled.get(memory.label) ?? memory.label }));
  const conflicts = found.conflicts
    .filter((conflict) => conflict.labels.every((label) => relabelled.has(label)))
    .map((conflict) => ({
      ...conflict,
      labels: conflict.labels.map((label) => relabelled.get(label) ?? label),
    }));
  run.recall = {
    ...run.recall,
    recalled: [...run.recall.recalled, ...added],
    conflicts: [...run.recall.conflicts, ...conflicts],
    abstained: null,
  };
  await memoriseExposure(deps.log, run, { ...found, recalled: added }, deps.clock());
}

function askerOf(trigger: Trigger, deps: RunDeps): { reader: ReadScope; before: null } {
  return { reader: { scope: trigger.scope, share: deps.share }, before: null };
}
