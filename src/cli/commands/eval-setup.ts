import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { InvalidArgumentError, type Command } from "commander";
import { composeSetup, composeSetupMemory } from "../../compose-setup.js";
import { composeWorkbench, type Workbench } from "../../compose.js";
import { readSettings, type Settings } from "../../config/settings.js";
import { MnemeError } from "../../errors.js";
import { evaluateSetup, type SetupBench } from "../../evaluation/setup.js";
import { readSetupCorpus } from "../../evaluation/setup-corpus.js";
import { Arm, figuresOf, type SetupRun } from "../../evaluation/setup-figures.js";
import { plotSetup } from "../../evaluation/setup-plot.js";
import { SetupRuns } from "../../evaluation/setup-runs.js";
import { DEFAULT_LIMITS } from "../../sandbox/sandbox.js";
import { setUpProject } from "../../setup/engine.js";
import { NO_MEMORY } from "../../setup/memory/setup-memory.js";
import { ProjectFiles } from "../../setup/project-files.js";
import { DEFAULT_BUDGET, type SetupReport } from "../../setup/setup.js";
import { createOutput, type Output } from "../output.js";
import { renderSetupFigures } from "../render/setup-figures.js";

interface EvalSetupOptions {
  only?: string;
  resume?: boolean;
  jobs: number;
  arms: Arm[];
  work?: string;
  out?: string;
  json?: boolean;
}

const LIMITS = { ...DEFAULT_LIMITS, disk_mb: DEFAULT_LIMITS.disk_mb * 2 };
/** The time that `mneme setup` itself has: a busy machine is not the engine's fault. */
const BUDGET = { ...DEFAULT_BUDGET, commands: 20 };

export function addEvalSetupCommand(evaluation: Command): void {
  evaluation
    .command("setup")
    .description(
      "set up repositories with known pits, without memory and with the memory of the other half (needs Docker)",
    )
    .argument("<folder>", "learn/<name>/ and test/<name>/, each with pit.json and repo/")
    .option("--only <pattern>", 'cases to run: "test/*--npm--*"; kept results are left alone')
    .option("--resume", "go on where an earlier evaluation stopped")
    .option("--jobs <n>", "how many at a time", parseJobs, 1)
    .option("--arms <list>", "learn,novice,veteran: which of them to run", parseArms, [...Arm.options])
    .option("--work <folder>", "of the runs so far and of the learnt memory (default: <data>/eval-setup)")
    .option("--out <folder>", "keep table, plot and figures there (default: results beside the folder)")
    .option("--json", "print the figures as JSON")
    .action(async (folder: string, options: EvalSetupOptions) => {
      await run(folder, options, createOutput(options));
    });
}

async function run(folder: string, options: EvalSetupOptions, output: Output): Promise<void> {
  const cases = readSetupCorpus(folder, options.only ?? null);
  const settings = readSettings();
  const work = resolve(options.work ?? join(settings.MNEME_DATA, "eval-setup"));
  const runs = SetupRuns.open(work, options.resume === true);
  const own: Settings = { ...settings, MNEME_DATA: join(work, "learnt") };
  // The learnt memory is this evaluation's alone, in files of its own.
  delete own.DATABASE_URL;
  await using workbench = await composeWorkbench(own, { store: "settings", sandbox: "docker" });
  const missing = await workbench.sandbox.unavailableBecause();
  if (missing !== null) throw new MnemeError("unavailable", missing);
  await workbench.sandbox.sweep();
  await evaluateSetup(cases, runs, benchOf(workbench, own, output, join(work, "reports")), options);
  output.progressDone();
  const wanted = new Set(cases.map(({ name }) => name));
  const figures = figuresOf(runs.all().filter(({ name }) => wanted.has(name)));
  const table = renderSetupFigures(figures);
  output.line(`\n${table}`);
  output.result({
    ...figures,
    learnt_from: cases.filter(({ half }) => half === "learn").length,
    runs: runs.all(),
  });
  const out = options.out ?? (options.only === undefined ? join(dirname(resolve(folder)), "results") : null);
  if (out === null) return;
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, "setup.txt"), `${table}\n`);
  writeFileSync(join(out, "setup.svg"), plotSetup(figures));
  writeFileSync(join(out, "setup.json"), `${JSON.stringify(figures, null, 2)}\n`);
  writeFileSync(
    join(out, "setup-runs.jsonl"),
    runs
      .all()
      .map((entry) => `${JSON.stringify(entry)}\n`)
      .join(""),
  );
  output.line(`\nKept in ${out}.`);
}

function benchOf(workbench: Workbench, settings: Settings, output: Output, reports: string): SetupBench {
  mkdirSync(reports, { recursive: true });
  return {
    noMemory: NO_MEMORY,
    memoryFor: (name) => composeSetupMemory(workbench, name),
    async setUp({ name, repository, goal }, { memory, verify, onEvent }) {
      const files = await ProjectFiles.open(repository, name, LIMITS.disk_mb * 1024 * 1024 * 0.8);
      const dependencies = composeSetup(workbench, settings, {
        project: name,
        memory,
        limits: LIMITS,
        verify,
        python_indexes: [],
        onEvent,
      });
      return await setUpProject({ files, goal, budget: BUDGET }, dependencies);
    },
    progress: (text) => output.progress(text),
    onRun: (done, report) => {
      keepReport(reports, done, report);
      output.progressDone();
      output.line(oneLine(done, output));
    },
    clock: () => performance.now(),
  };
}

function keepReport(folder: string, { arm, name }: SetupRun, report: SetupReport): void {
  writeFileSync(join(folder, `${arm}--${name}.json`), `${JSON.stringify(report, null, 2)}\n`);
}

function oneLine(run: SetupRun, { colors }: Output): string {
  const mark = run.first_attempt
    ? colors.green("first")
    : run.ok
      ? colors.yellow("later")
      : colors.red("lost ");
  const numbers = `${run.steps} steps, ${run.reused} from memory, ${run.seconds.toFixed(0)} s`;
  return `${mark}  ${run.arm.padEnd(7)}  ${run.name.padEnd(48)}  ${numbers}`;
}

function parseJobs(text: string): number {
  const jobs = Number(text);
  if (!Number.isInteger(jobs) || jobs < 1 || jobs > 16) throw new InvalidArgumentError("Say 1 to 16.");
  return jobs;
}

function parseArms(text: string): Arm[] {
  const arms = Arm.array().safeParse(text.split(","));
  if (!arms.success) throw new InvalidArgumentError("Say learn, novice or veteran, separated by commas.");
  return arms.data;
}
