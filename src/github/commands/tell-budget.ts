import type { RepositoryPolicy } from "../../config/repository/policy.js";
import type { EpisodeLog, RunHistory } from "../../memory/log/episode-log.js";
import type { RunLimits } from "../../run/budget.js";
import type { Thread } from "../../thread/thread.js";
import type { Trigger } from "../../thread/trigger.js";
import { budgetsLeft } from "../run-policy.js";
import { findLastRun } from "./last-run.js";

interface BudgetDeps {
  log: EpisodeLog & RunHistory;
  policy: RepositoryPolicy;
  now: () => Date;
  readThread: () => Promise<Thread>;
}

/** "/mneme budget": what the last run here spent, and what is left of each budget. */
export async function tellBudget(
  trigger: Trigger,
  { log, policy, now, readThread }: BudgetDeps,
): Promise<string> {
  const run = await findLastRun(log, trigger.scope, await readThread());
  const left = await budgetsLeft(trigger, policy, log, now());
  const last =
    run === null ? "I have not worked on this issue yet." : `My last run here spent ${amounts(run.spent)}.`;
  const rows = (["run", "thread", "day"] as const).map(
    (level) => `| ${NAMES[level]} | ${amounts(policy.budget[level])} | ${amounts(left[level])} |`,
  );
  return [last, "", "| budget | limit | left |", "| --- | --- | --- |", ...rows].join("\n");
}

const NAMES = { run: "one answer", thread: "this issue", day: "this repository today (UTC)" };

function amounts({ steps, wall_ms, tokens, usd }: RunLimits): string {
  return `${Math.floor(steps)} steps, ${(wall_ms / 1000).toFixed(1)} s, ${Math.floor(tokens)} tokens, $${usd.toFixed(4)}`;
}
