import type { MnemeError } from "../errors.js";
import type { Chain } from "../chain/chain.js";
import type { RecallResult } from "../recall/recalled.js";
import type { Trigger } from "../thread/trigger.js";
import type { Observation } from "./observation.js";
import type { Plan } from "./plan.js";
import type { Usage } from "./usage.js";

export interface Step {
  /** 1-based. */
  n: number;
  plan: Plan;
  observation: Observation;
}

export interface Budget {
  steps_left: number;
  ms_left: number;
  tokens_left: number;
  usd_left: number;
}

/** What a planner may know. It holds nothing secret and nothing of another scope. */
export interface Situation {
  trigger: Trigger;
  chain: Chain;
  recall: RecallResult;
  steps: readonly Step[];
  budget: Budget;
  /** False where no sandbox runs, or where this person may not use it: then commands are asked for instead. */
  can_run: boolean;
}

export interface Decision {
  plan: Plan;
  /** "playbook/<name>", "memory", "llm/<model>", "fallback". */
  planner: string;
  /** Why this planner was chosen for this step. */
  route_reason: string;
  usage: Usage[];
  /** What did not work on the way to it, in words for people. */
  degraded?: string;
}

/** What a planner with costs tried; what it spent is told whether it came to a decision or not. */
export type Attempt = { ok: true; decision: Decision } | { ok: false; error: MnemeError; usage: Usage[] };

/** Capability: a planner that costs something, and can fail. */
export interface ModelPlanner extends Planner {
  attempt(situation: Situation, signal?: AbortSignal): Promise<Attempt>;
}

/** Port: chooses the one next action. Throws MnemeError("unavailable" | "invalid_output" | "limit_reached"). */
export interface Planner {
  plan(situation: Situation, signal?: AbortSignal): Promise<Decision>;
}
