import type { Chain } from "../chain/chain.js";
import type { FailureCase } from "../failures/failure-case.js";
import { joinResults } from "../recall/join-results.js";
import { queryFromChain, queryFromFailure, queryFromReport } from "../recall/query-from-chain.js";
import type { ReadScope } from "../memory/scope.js";
import { nothingRecalled, type Recalled, type RecallResult } from "../recall/recalled.js";
import type { RunRecord } from "../run-record.js";
import type { Trigger } from "../thread/trigger.js";
import type { RunDeps } from "./deps.js";
import { memoriseExposure } from "./memorise.js";

const WITHOUT_MEMORY = "this answer is made without memory, to measure what memory brings";

/**
 * What other issues know about this one, before the first step. Long answers bring further memories, and do not hide
 * those that the report brought.
 */
export async function recallForThread(trigger: Trigger, chain: Chain, deps: RunDeps): Promise<RecallResult> {
  if (deps.withoutMemory === true) return nothingRecalled("thread", WITHOUT_MEMORY);
  const query = queryFromChain(chain, askerOf(trigger, deps));
  const result = await deps.recall.recall(query);
  const report = queryFromReport(query, chain);
  if (report === null) return result;
  return joinResults(result, await deps.recall.recall(report), query.limit);
}

/** What once resolved a failure that a step just met; joins what was recalled before, under further labels. */
export async function recallAfterFailure(
  run: RunRecord,
  chain: Chain,
  failure: FailureCase,
  deps: RunDeps,
): Promise<void> {
  if (deps.withoutMemory === true) return;
  if (chain.failures.some((known) => known.fingerprint === failure.fingerprint)) return;
  const found = await deps.recall.recall(queryFromFailure(chain, failure, askerOf(run.trigger, deps)));
  const labels = joinRecalled(run, { ...found, recalled: found.recalled.filter(isOfThisFailure) });
  const recalled = run.recall.recalled.filter((memory) => labels.includes(memory.label));
  if (recalled.length === 0) return;
  await deps.log.together(async (joined) => {
    await memoriseExposure(joined, run, { recalled }, deps.clock());
    await joined.saveRun(run.scope, run.run_id, run);
  });
}

/** Words in common are not enough here: what resolved another failure is no help with this one. */
function isOfThisFailure({ reasons }: Recalled): boolean {
  return reasons.some(({ signal }) => signal === "fingerprint" || signal === "entities");
}

/** Adds memories that are not shown yet, under further labels; gives the labels of all that were found. */
export function joinRecalled(run: RunRecord, found: Pick<RecallResult, "recalled" | "conflicts">): string[] {
  const shown = new Map(run.recall.recalled.map((memory) => [memory.episode.id, memory.label]));
  const fresh = found.recalled.filter((memory) => !shown.has(memory.episode.id));
  const labels = new Map(found.recalled.map((memory) => [memory.label, shown.get(memory.episode.id) ?? ""]));
  const added: Recalled[] = fresh.map((memory, index) => {
    const label = `M${run.recall.recalled.length + index + 1}`;
    labels.set(memory.label, label);
    return { ...memory, label };
  });
  if (added.length === 0) return [...labels.values()];
  const relabel = (label: string): string => labels.get(label) ?? label;
  const conflicts = found.conflicts.map((conflict) => ({
    ...conflict,
    labels: conflict.labels.map(relabel),
  }));
  run.recall = {
    ...run.recall,
    recalled: [...run.recall.recalled, ...added],
    conflicts: [...run.recall.conflicts, ...conflicts],
    abstained: null,
  };
  return [...labels.values()];
}

export function askerOf(trigger: Trigger, deps: RunDeps): { reader: ReadScope; before: null } {
  return { reader: { scope: trigger.scope, share: deps.share }, before: null };
}
