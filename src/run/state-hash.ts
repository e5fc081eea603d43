import { createHash } from "node:crypto";
import type { Observation } from "../planning/observation.js";
import type { Plan } from "../planning/plan.js";
import type { RunRecord } from "../run-record.js";

const REPEATS_WITHOUT_PROGRESS = 3;

/** What a step changed in what is known: the same action with the same result gives the same hash. */
export function stateHash(plan: Plan, observation: Observation): string {
  const state = [plan.action, plan.parameters, observation.ok, observation.exit_code, observation.summary];
  return createHash("sha256").update(JSON.stringify(state)).digest("hex").slice(0, 16);
}

/** The same state three times, in a row or not: nothing new comes of going on. */
export function hasNoProgress(run: RunRecord): boolean {
  const last = run.steps.at(-1);
  if (last === undefined) return false;
  return run.steps.filter((step) => step.state_hash === last.state_hash).length >= REPEATS_WITHOUT_PROGRESS;
}
