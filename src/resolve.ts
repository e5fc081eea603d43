import type { Actor } from "./acting/actor.js";
import type { Chain } from "./chain/chain.js";
import { isTriedAgain, messageOf } from "./errors.js";
import { isTerminal } from "./planning/plan.js";
import type { RunRecord } from "./run-record.js";
import { actContextFor } from "./run/act-context.js";
import { budgetOf, isSpent } from "./run/budget.js";
import type { ResolveOptions, RunDeps } from "./run/deps.js";
import { memoriseExposure, memoriseStep } from "./run/memorise.js";
import { followThread } from "./run/follow-thread.js";
import { openRun } from "./run/open-run.js";
import { publishFinal, publishProgress } from "./run/publish.js";
import { recallAfterFailure, recallForThread } from "./run/recall-for-run.js";
import { endOf } from "./run/end-of.js";
import { hasNoProgress } from "./run/state-hash.js";
import { takeStep } from "./run/take-step.js";
import type { Trigger } from "./thread/trigger.js";

/**
 * The story: trigger → thread → chain → recall → plan → act → observe → memorise → reply.
 *
 * Every iteration is on record before the next begins, so a run that was killed goes on where it was. Throws a
 * retryable MnemeError where another try helps and one is left; otherwise the run ends with a final text.
 */
export async function resolve(trigger: Trigger, deps: RunDeps, options: ResolveOptions): Promise<RunRecord> {
  const run = await openRun(trigger, deps);
  if (run.finished_at !== null) return run;
  try {
    await publishProgress(run, deps, 0);
    const { chain, settle } = await followThread(run, deps);
    deps.observer?.chain?.(chain);
    await publishProgress(run, deps, 1);

    if (run.steps.length === 0) {
      run.recall = await recallForThread(trigger, chain, deps);
      await memoriseExposure(deps.log, run, run.recall, deps.clock());
    }
    deps.observer?.recalled?.(run);
    await publishProgress(run, deps, 2);

    await using actor = await deps.openActor(actContextFor(run, chain, deps));
    await work(run, chain, actor, deps, options.signal);
    await settle();
  } catch (error) {
    if (options.signal.aborted || isTriedAgain(error, options.lastTry)) throw error;
    run.ended = "outage";
    run.degraded.push(messageOf(error));
    await deps.log.saveRun(run.scope, run.run_id, run);
  }
  return await publishFinal(run, deps);
}

/** plan → act → observe → memorise, until a terminal action, a spent budget, or no progress. */
async function work(
  run: RunRecord,
  chain: Chain,
  actor: Actor,
  deps: RunDeps,
  signal: AbortSignal,
): Promise<void> {
  while (run.ended === null) {
    if (isSpent(budgetOf(run, deps.limits))) {
      run.ended = "limit";
      await deps.log.saveRun(run.scope, run.run_id, run);
    } else {
      await advance(run, chain, actor, deps, signal);
    }
    deps.observer?.stepped?.(run);
  }
}

async function advance(
  run: RunRecord,
  chain: Chain,
  actor: Actor,
  deps: RunDeps,
  signal: AbortSignal,
): Promise<void> {
  const { recorded, episode } = await takeStep(run, chain, actor, deps, signal);
  const { plan, observation } = recorded;
  run.steps.push(recorded);
  run.episodes.push(episode);
  if (isTerminal(plan)) {
    run.final = plan;
    run.ended = endOf(plan);
    run.proof = actor.proof;
  } else if (hasNoProgress(run)) {
    run.ended = "no_progress";
  }
  await memoriseStep(deps.log, run, episode, plan.cites, deps.clock());
  if (observation.failure !== null) await recallAfterFailure(run, chain, observation.failure, deps);
}
