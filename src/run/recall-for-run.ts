import type { Chain } from "../chain/chain.js";
import type { FailureCase } from "../failures/failure-case.js";
import type { RecallQuery } from "../recall/recall.js";
import type { Recalled, RecallResult } from "../recall/recalled.js";
import type { RunRecord } from "../run-record.js";
import type { Trigger } from "../thread/trigger.js";
import type { RunDeps } from "./deps.js";
import { memoriseExposure } from "./memorise.js";

const MOST = 5;

/** What other issues know about this one, before the first step. */
export async function recallForThread(trigger: Trigger, chain: Chain, deps: RunDeps): Promise<RecallResult> {
  return await deps.recall.recall(queryFor(trigger, chain, chain.failures, "thread"));
}

/** What once resolved a failure that a step just met; joins what was recalled before, under further labels. */
export async function recallAfterFailure(
  run: RunRecord,
  chain: Chain,
  failure: FailureCase,
  deps: RunDeps,
): Promise<void> {
  if (chain.failures.some((known) => known.fingerprint === failure.fingerprint)) return;
  const found = await deps.recall.recall(queryFor(run.trigger, chain, [failure], "reactive"));
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

function queryFor(
  trigger: Trigger,
  chain: Chain,
  failures: readonly FailureCase[],
  moment: RecallQuery["moment"],
): RecallQuery {
  return {
    moment,
    reader: { scope: trigger.scope, share: "repository" },
    thread: chain.thread,
    title: moment === "thread" ? chain.title : (failures[0]?.root_line ?? chain.title),
    symptoms: moment === "thread" ? chain.symptoms : failures.map((failure) => failure.root_line),
    error_types: [...new Set(failures.map((failure) => failure.error_type))],
    fingerprints: [...new Set(failures.map((failure) => failure.fingerprint))],
    entities: failures.flatMap((failure) => failure.key_entities),
    failures: [...failures],
    environment: chain.environment,
    stage: failures[0]?.stage ?? null,
    upcoming: null,
    before: null,
    limit: MOST,
  };
}
