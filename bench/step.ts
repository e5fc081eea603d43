// What a step costs beyond model and sandbox: the scripted issues played over a store on disk that remembers other
// issues, sandbox and people answering at once. Milliseconds a step; the last line is JSON.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { composeWorkbench } from "../src/compose.js";
import { readSettings } from "../src/config/settings.js";
import { readScenarios } from "../src/evaluation/issues/read-scenarios.js";
import type { Scenario } from "../src/evaluation/issues/scenario.js";
import { rememberThreads, replayThreads } from "../src/replay/replay.js";
import type { Thread } from "../src/thread/thread.js";

const TARGET_MS = 50;
/** Copies of every scenario's thread that are remembered beforehand, under other numbers. */
const REMEMBERED = 5;

const folder = await mkdtemp(join(tmpdir(), "mneme-step-"));
try {
  await measure(folder);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function measure(data: string): Promise<void> {
  const settings = { ...readSettings(), MNEME_DATA: data };
  await using bench = await composeWorkbench(settings, { store: "settings", sandbox: "none" });
  const scenarios = await readScenarios("eval/issues");
  for (let copy = 1; copy <= REMEMBERED; copy++)
    await rememberThreads(
      scenarios.map((scenario) => solved(scenario, copy * 1000)),
      bench.parts,
    );
  await bench.parts.catchUp();
  const costs: number[] = [];
  const work: number[] = [];
  for (const scenario of scenarios) {
    const began = performance.now();
    const used = process.cpuUsage();
    const [played] = await replayThreads([threadOf(scenario, 0)], bench.parts, {
      signal: new AbortController().signal,
      at: 0,
    });
    const steps = played?.runs[0]?.run.steps.length ?? 0;
    costs.push((performance.now() - began) / Math.max(1, steps));
    const { user, system } = process.cpuUsage(used);
    work.push((user + system) / 1000 / Math.max(1, steps));
  }
  const [wall, cpu] = [costs, work].map((values) => values.slice(1).toSorted((a, b) => a - b));
  report(wall ?? [], cpu ?? []);
}

/** On a busy machine the clock also counts what others do; `cpu` is what the step itself took. */
function report(wall: readonly number[], cpu: readonly number[]): void {
  const figures = {
    n: wall.length,
    p50_ms: quantile(wall, 0.5),
    p95_ms: quantile(wall, 0.95),
    cpu_p50_ms: quantile(cpu, 0.5),
    cpu_p95_ms: quantile(cpu, 0.95),
    target_ms: TARGET_MS,
  };
  console.log(JSON.stringify(figures));
  process.exitCode = Math.min(figures.p95_ms, figures.cpu_p95_ms) <= TARGET_MS ? 0 : 1;
}

function quantile(sorted: readonly number[], share: number): number {
  return Number((sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1));
}

function solved(scenario: Scenario, offset: number): Thread {
  const thread = threadOf(scenario, offset);
  const { fix } = scenario.truth;
  const said: [string, "maintainer" | "reporter", string][] = [
    ["mia", "maintainer", `${fix.says}\n\n\`\`\`sh\n${fix.commands.join("\n")}\n\`\`\``],
    [thread.author, "reporter", "That fixed it, thank you."],
  ];
  return {
    ...thread,
    state: "closed",
    state_reason: "completed",
    comments: said.map(([author, author_role, body], index) => ({
      id: String(index + 1),
      author,
      author_role,
      body,
      created_at: `2026-01-0${String(index + 2)}T00:00:00Z`,
      edited_at: null,
      url: thread.source_url,
      minimized: false,
    })),
  };
}

function threadOf({ repo, number, title, body }: Scenario, offset: number): Thread {
  return {
    source_url: `https://github.com/${repo}/issues/${String(number + offset)}`,
    repo,
    number: number + offset,
    title,
    body,
    author: "rob",
    labels: [],
    state: "open",
    state_reason: null,
    locked: false,
    created_at: offset === 0 ? "2026-03-01T00:00:00Z" : "2026-01-01T00:00:00Z",
    comments: [],
    events: [],
  };
}
