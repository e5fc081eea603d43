// What a run costs beyond model and sandbox: the scripted issues played to their end over a store on disk that remembers
// others like them, sandbox and people answering at once. Milliseconds; the last line is JSON.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { policyDefaults } from "../src/config/repository/policy-defaults.js";
import { readSettings } from "../src/config/settings.js";
import { IssueBench } from "../src/evaluation/issues/issue-bench.js";
import { LiveThread, MAINTAINER, REPORTER } from "../src/evaluation/issues/live-thread.js";
import { playIssue } from "../src/evaluation/issues/play-issue.js";
import { readScenarios } from "../src/evaluation/issues/read-scenarios.js";
import type { Scenario } from "../src/evaluation/issues/scenario.js";
import { MetaPlanner } from "../src/planning/meta-planner.js";
import type { Planner } from "../src/planning/planner.js";

const TARGET_MS = 50;
/** Copies of every scenario's thread that are remembered beforehand, under other numbers. */
const REMEMBERED = 5;
const DAY = 86_400_000;
const LEARN_FROM = Date.parse("2026-01-01T00:00:00Z");
const PLAY_FROM = Date.parse("2026-05-01T00:00:00Z");

/** A moment by the clock, and by what this process has worked. */
interface Moment {
  wall: number;
  cpu: number;
}

/**
 * A step lasts from its planning to the next one's, the last of a run to the run's end: so the answer that is written and
 * posted counts as a part of it. `opening` is what comes before the first: the thread read, remembered, and recalled for.
 */
interface Costs {
  step: Moment[];
  opening: Moment[];
  /** A whole run, divided by its steps. */
  run_a_step: Moment[];
}

const folder = await mkdtemp(join(tmpdir(), "mneme-step-"));
try {
  report(await measure(folder));
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function measure(data: string): Promise<Costs> {
  const planned: Moment[] = [];
  const product = new MetaPlanner(null);
  const planner: Planner = {
    plan: async (situation, signal) => {
      planned.push(now());
      return await product.plan(situation, signal);
    },
  };
  const { run: limits } = policyDefaults(readSettings()).budget;
  await using bench = await IssueBench.open([], { planner, limits }, data);
  const scenarios = await readScenarios("eval/issues");
  for (let copy = 1; copy <= REMEMBERED; copy++)
    for (const [index, scenario] of scenarios.entries())
      await rememberSolved({ ...scenario, number: scenario.number + copy * 1000 }, bench, index);
  const costs: Costs = { step: [], opening: [], run_a_step: [] };
  const timed: Pick<IssueBench, "reply" | "remember"> = {
    reply: async (scenario, live) => {
      planned.length = 0;
      const began = now();
      const run = await bench.reply(scenario, live);
      account(costs, began, planned, now());
      return run;
    },
    remember: async (scenario, live) => {
      await bench.remember(scenario, live);
    },
  };
  for (const [index, scenario] of scenarios.entries())
    await playIssue(scenario, timed, PLAY_FROM + index * DAY);
  return costs;
}

async function rememberSolved(scenario: Scenario, bench: IssueBench, day: number): Promise<void> {
  const live = new LiveThread(scenario, LEARN_FROM + day * DAY);
  const { says, commands } = scenario.truth.fix;
  live.say(MAINTAINER, "maintainer", `${says}\n\n\`\`\`sh\n${commands.join("\n")}\n\`\`\``);
  live.say(REPORTER, "reporter", "That fixed it, thank you.");
  live.close();
  await bench.remember(scenario, live);
}

function account(costs: Costs, began: Moment, planned: readonly Moment[], ended: Moment): void {
  const [first] = planned;
  if (first === undefined) return;
  costs.opening.push(between(began, first));
  costs.step.push(...planned.map((at, index) => between(at, planned[index + 1] ?? ended)));
  const { wall, cpu } = between(began, ended);
  costs.run_a_step.push({ wall: wall / planned.length, cpu: cpu / planned.length });
}

function now(): Moment {
  const { user, system } = process.cpuUsage();
  return { wall: performance.now(), cpu: (user + system) / 1000 };
}

function between(from: Moment, to: Moment): Moment {
  return { wall: to.wall - from.wall, cpu: to.cpu - from.cpu };
}

/** By the clock, which on a busy machine also counts what others do; `cpu` is what the process itself worked. */
function report({ step, opening, run_a_step }: Costs): void {
  const figures = {
    step: figuresOf(step),
    opening: figuresOf(opening),
    run_a_step: figuresOf(run_a_step),
    target_ms: TARGET_MS,
  };
  console.log(JSON.stringify(figures));
  process.exitCode = figures.run_a_step.p95_ms <= TARGET_MS ? 0 : 1;
}

function figuresOf(
  moments: readonly Moment[],
): Record<"n" | "p50_ms" | "p95_ms" | "cpu_p50_ms" | "cpu_p95_ms", number> {
  const [wall, cpu] = [moments.map((one) => one.wall), moments.map((one) => one.cpu)];
  return {
    n: moments.length,
    p50_ms: quantile(wall, 0.5),
    p95_ms: quantile(wall, 0.95),
    cpu_p50_ms: quantile(cpu, 0.5),
    cpu_p95_ms: quantile(cpu, 0.95),
  };
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Number((sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1));
}
