import { createHash } from "node:crypto";
import type { RepositoryPolicy } from "../config/repository/policy.js";
import type { EpisodeLog, RunHistory } from "../memory/log/episode-log.js";
import type { RunLimits } from "../run/budget.js";
import type { RunPolicy } from "../run/deps.js";
import { runIdOf } from "../run/run-id.js";
import { RunRecord } from "../run-record.js";
import { threadKey } from "../thread/thread.js";
import type { Trigger } from "../thread/trigger.js";

type Memory = Pick<EpisodeLog, "run"> & Pick<RunHistory, "spent">;

/** What is left of the budgets of a thread and of the repository's day. Never below nothing. */
export interface BudgetsLeft {
  run: RunLimits;
  thread: RunLimits;
  day: RunLimits;
}

/** What a run may do: the repository's policy, and what earlier runs left of its budgets. */
export async function runPolicyFor(
  trigger: Trigger,
  policy: RepositoryPolicy,
  memory: Memory,
  now: Date,
): Promise<RunPolicy> {
  const runId = runIdOf(trigger);
  const left = await budgetsLeft(trigger, policy, memory, now);
  const levels = [left.run, left.thread, left.day];
  const least = (read: (limits: RunLimits) => number): number => Math.min(...levels.map(read));
  const limits = {
    steps: least(({ steps }) => steps),
    wall_ms: least(({ wall_ms }) => wall_ms),
    tokens: least(({ tokens }) => tokens),
    usd: least(({ usd }) => usd),
  };
  return {
    limits,
    limitedBy: scarcest(left),
    share: policy.share,
    runForEverybody: policy.runForEverybody,
    withoutMemory: shareOf(runId) < policy.controlFraction,
  };
}

/** What this run itself spent so far, before a crash, is its own: its limits count it already. */
export async function budgetsLeft(
  trigger: Trigger,
  { budget }: Pick<RepositoryPolicy, "budget">,
  memory: Memory,
  now: Date,
): Promise<BudgetsLeft> {
  const { scope } = trigger;
  const since_ms = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  const own = RunRecord.safeParse(await memory.run(scope, runIdOf(trigger))).data;
  const thread = await memory.spent(scope, { thread: threadKey(trigger) });
  const day = await memory.spent(scope, { since_ms });
  return {
    run: budget.run,
    thread: minus(budget.thread, thread, own?.spent),
    day: minus(budget.day, day, own?.spent),
  };
}

function minus(most: RunLimits, spent: RunLimits, own: RunLimits | undefined): RunLimits {
  const rest = (name: keyof RunLimits): number => Math.max(0, most[name] - spent[name] + (own?.[name] ?? 0));
  return { steps: rest("steps"), wall_ms: rest("wall_ms"), tokens: rest("tokens"), usd: rest("usd") };
}

/** The budget that ends this run first. */
function scarcest({ run, thread, day }: BudgetsLeft): NonNullable<RunPolicy["limitedBy"]> {
  const tightness = ({ steps, wall_ms }: RunLimits): number =>
    Math.min(steps / Math.max(1, run.steps), wall_ms / Math.max(1, run.wall_ms));
  const [first] = [
    { name: "run" as const, left: 1 },
    { name: "thread" as const, left: tightness(thread) },
    { name: "day" as const, left: tightness(day) },
  ].sort((a, b) => a.left - b.left);
  return first?.name ?? "run";
}

/** 0 … 1, spread evenly over runs, and the same for the same run: a run that starts again stays in its arm. */
function shareOf(runId: string): number {
  return createHash("sha256").update(runId).digest().readUInt32BE(0) / 2 ** 32;
}
