import type { RunLimits } from "../../run/budget.js";
import type { Settings } from "../settings.js";
import type { PolicyDefaults } from "./policy.js";

/** What holds where no repository says otherwise, and what none may exceed. */
export function policyDefaults(settings: Settings): PolicyDefaults {
  const run = {
    steps: settings.MNEME_RUN_STEPS,
    wall_ms: settings.MNEME_RUN_SECONDS * 1000,
    tokens: settings.MNEME_RUN_TOKENS,
    usd: settings.MNEME_RUN_USD,
  };
  return {
    mode: settings.MNEME_MODE,
    share: settings.MNEME_SHARE,
    controlFraction: settings.MNEME_CONTROL_FRACTION,
    budget: {
      run,
      thread: times(run, settings.MNEME_THREAD_RUNS),
      day: times(run, settings.MNEME_DAY_RUNS),
    },
  };
}

function times({ steps, wall_ms, tokens, usd }: RunLimits, factor: number): RunLimits {
  return { steps: steps * factor, wall_ms: wall_ms * factor, tokens: tokens * factor, usd: usd * factor };
}
