import { z } from "zod";
import type { Budget } from "../planning/planner.js";
import type { RunRecord } from "../run-record.js";

/** What one run may spend. */
export const RunLimits = z.object({
  steps: z.number().int().positive(),
  wall_ms: z.number().int().positive(),
  tokens: z.number().int().nonnegative(),
  usd: z.number().nonnegative(),
});
export type RunLimits = z.infer<typeof RunLimits>;

export function budgetOf(run: RunRecord, limits: RunLimits): Budget {
  return {
    steps_left: limits.steps - run.spent.steps,
    ms_left: limits.wall_ms - run.spent.wall_ms,
    tokens_left: limits.tokens - run.spent.tokens,
    usd_left: limits.usd - run.spent.usd,
  };
}

/** Tokens and money are the model's own limits: without them the playbooks go on. */
export function isSpent(budget: Budget): boolean {
  return budget.steps_left <= 0 || budget.ms_left <= 0;
}
