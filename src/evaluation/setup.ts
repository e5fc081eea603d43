import type { SetupEvent, SetupReport } from "../setup/setup.js";
import type { SetupMemory } from "../setup/memory/setup-memory.js";
import type { SetupCase } from "./setup-corpus.js";
import type { Arm, SetupRun } from "./setup-figures.js";
import type { SetupRuns } from "./setup-runs.js";

export interface SetupBench {
  /** Sets one repository up. `verify`: what helped is proven in a clean container, as it is where memory is made. */
  setUp(
    entry: SetupCase,
    options: { memory: SetupMemory; verify: boolean; onEvent: (event: SetupEvent) => void },
  ): Promise<SetupReport>;
  /** The memory of the learn half, as one project of the given name asks it. */
  memoryFor(name: string): SetupMemory;
  noMemory: SetupMemory;
  progress(text: string): void;
  /** After each run. */
  onRun(run: SetupRun, report: SetupReport): void;
  clock(): number;
}

interface Task {
  arm: Arm;
  entry: SetupCase;
}

/**
 * Plays the learn half, then the test half as a novice and as a veteran. What a veteran meets is never written back,
 * so each repository of the test half starts from the same memory and their order does not matter.
 */
export async function evaluateSetup(
  cases: readonly SetupCase[],
  runs: SetupRuns,
  bench: SetupBench,
  { jobs, arms }: { jobs: number; arms: readonly Arm[] },
): Promise<void> {
  const learn = cases
    .filter(({ half }) => half === "learn")
    .map((entry) => ({ arm: "learn" as const, entry }));
  const test = cases
    .filter(({ half }) => half === "test")
    .flatMap((entry) => [
      { arm: "novice" as const, entry },
      { arm: "veteran" as const, entry },
    ]);
  const isOpen = ({ arm, entry }: Task) => arms.includes(arm) && !runs.has(arm, entry.name);
  const meter = new Meter(bench, [...learn, ...test].filter(isOpen).length);
  for (const tasks of [learn, test]) {
    const open = tasks.filter(isOpen);
    await inTurn(open, jobs, async (task) => {
      meter.begin(task);
      const report = await play(task, bench, (event) => meter.note(task, event));
      const run = toRun(task, report);
      runs.add(run);
      meter.end(task);
      bench.onRun(run, report);
    });
  }
}

async function play(
  { arm, entry }: Task,
  bench: SetupBench,
  onEvent: (event: SetupEvent) => void,
): Promise<SetupReport> {
  if (arm === "learn")
    return await bench.setUp(entry, { memory: bench.memoryFor(entry.name), verify: true, onEvent });
  const memory = arm === "novice" ? bench.noMemory : readOnly(bench.memoryFor(entry.name));
  return await bench.setUp(entry, { memory, verify: false, onEvent });
}

function readOnly(memory: SetupMemory): SetupMemory {
  return {
    preventive: async (step, surroundings, environment) =>
      await memory.preventive(step, surroundings, environment),
    reactive: async (failed, environment) => await memory.reactive(failed, environment),
    held: async (step, environment) => await memory.held(step, environment),
    learn: () => Promise.resolve(),
    learnHeld: () => Promise.resolve(),
  };
}

function toRun({ arm, entry }: Task, report: SetupReport): SetupRun {
  const { name, pit, also, ecosystem } = entry;
  return {
    arm,
    name,
    pit,
    also,
    ecosystem,
    ok: report.ok,
    first_attempt: report.first_attempt,
    steps: report.commands.length,
    commands: report.commands.reduce((total, { parts }) => total + parts.length, 0),
    reused: report.reused,
    lookups: report.lookups,
    seconds: report.duration_ms / 1000,
    ended: report.ended,
    failed: report.commands
      .filter(({ ok }) => !ok)
      .map(({ command, failure }) => ({ command, failure: failure ?? "" })),
    helped: report.failures.flatMap(({ tried }) =>
      tried.filter(({ helped }) => helped).map(({ way }) => way.pit),
    ),
  };
}

/** Workers that take the next task when they are done. After an error no further one is begun; what runs is awaited. */
async function inTurn<T>(tasks: readonly T[], jobs: number, work: (task: T) => Promise<void>): Promise<void> {
  const queue = [...tasks];
  const errors: unknown[] = [];
  async function worker(): Promise<void> {
    for (let task = queue.shift(); task !== undefined && errors.length === 0; task = queue.shift()) {
      try {
        await work(task);
      } catch (error) {
        errors.push(error);
      }
    }
  }
  await Promise.all(Array.from({ length: jobs }, worker));
  if (errors.length > 0) throw errors[0];
}

/** What is done, what runs, and when it will be over. */
class Meter {
  private readonly bench: Pick<SetupBench, "progress" | "clock">;
  private readonly total: number;
  private readonly started: number;
  private readonly running = new Map<Task, string>();
  private done = 0;

  constructor(bench: Pick<SetupBench, "progress" | "clock">, total: number) {
    this.bench = bench;
    this.total = total;
    this.started = bench.clock();
  }

  begin(task: Task): void {
    this.running.set(task, "");
    this.#show();
  }

  note(task: Task, event: SetupEvent): void {
    if (event.kind !== "running") return;
    this.running.set(task, event.command);
    this.#show();
  }

  end(task: Task): void {
    this.running.delete(task);
    this.done += 1;
    this.#show();
  }

  #show(): void {
    const elapsed = this.bench.clock() - this.started;
    const left = this.done === 0 ? null : (elapsed / this.done) * (this.total - this.done);
    const eta = left === null ? "" : `, about ${Math.ceil(left / 60_000)} min left`;
    const now = Array.from(this.running, ([{ arm, entry }, command]) => `${arm} ${entry.name}: ${command}`);
    this.bench.progress(`${this.done}/${this.total}${eta} · ${now.join(" · ").slice(0, 160)}`);
  }
}
