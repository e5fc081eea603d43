import type { Actor } from "../acting/actor.js";
import type { Chain } from "../chain/chain.js";
import type { Episode } from "../memory/episode.js";
import type { Situation } from "../planning/planner.js";
import type { RecordedStep, RunRecord } from "../run-record.js";
import { budgetOf } from "./budget.js";
import type { RunDeps } from "./deps.js";
import { spend } from "./spend.js";
import { stateHash } from "./state-hash.js";
import { stepEpisode } from "./step-episode.js";

/** One decision and what came of it, accounted for in `run.spent`; recorded by the caller. */
export async function takeStep(
  run: RunRecord,
  chain: Chain,
  actor: Actor,
  deps: RunDeps,
  signal: AbortSignal,
): Promise<{ recorded: RecordedStep; episode: Episode }> {
  const began = deps.clock().getTime();
  const decision = await deps.planner.plan(situationOf(run, chain, actor, deps), signal);
  spend(run, decision.usage);
  const { plan, degraded } = decision;
  if (degraded !== undefined && !run.degraded.includes(degraded)) run.degraded.push(degraded);
  deps.observer?.planned?.(plan, run.steps.length + 1);
  const observation = await actor.act(plan, signal);
  const ended = deps.clock();
  run.spent.steps += 1;
  run.spent.wall_ms += Math.max(0, ended.getTime() - began);
  const episode = stepEpisode(run, chain, plan, observation, ended, actor.proof !== null);
  const recorded: RecordedStep = {
    n: run.steps.length + 1,
    plan,
    planner: decision.planner,
    route_reason: decision.route_reason,
    observation,
    ...(decision.usage.length === 0 ? {} : { calls: decision.usage }),
    episode_id: episode.id,
    state_hash: stateHash(plan, observation),
  };
  return { recorded, episode };
}

function situationOf(run: RunRecord, chain: Chain, actor: Actor, deps: RunDeps): Situation {
  return {
    trigger: run.trigger,
    chain,
    recall: run.recall,
    steps: run.steps,
    budget: budgetOf(run, deps.limits),
    can_run: actor.canRun,
  };
}
