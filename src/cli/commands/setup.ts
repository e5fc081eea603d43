import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { InvalidArgumentError, type Command } from "commander";
import { composeSetup, composeSetupMemory } from "../../compose-setup.js";
import { composeWorkbench } from "../../compose.js";
import { readSettings } from "../../config/settings.js";
import { MnemeError } from "../../errors.js";
import { DEFAULT_LIMITS } from "../../sandbox/sandbox.js";
import { setUpProject } from "../../setup/engine.js";
import { fetchSource } from "../../setup/fetch-source.js";
import { NO_MEMORY } from "../../setup/memory/setup-memory.js";
import { ProjectFiles } from "../../setup/project-files.js";
import { DEFAULT_BUDGET, GOALS, type Goal, type SetupReport } from "../../setup/setup.js";
import { createOutput, EXIT, type Output } from "../output.js";
import { renderPull, renderSetupEvent, renderSetupReport } from "../render/setup.js";

interface SetupCommandOptions {
  json?: boolean;
  goal: Goal;
  out?: string;
  memory: boolean;
  verify: boolean;
  findLinks: string[];
  disk: number;
}

export function addSetupCommand(program: Command): void {
  program
    .command("setup")
    .description(
      "set a project up in the sandbox until it installs, builds or passes its tests, and remember what helped",
    )
    .argument("<path-or-url>", "folder or address of a repository")
    .option("--goal <goal>", "install, build or test", parseGoal, "test" as Goal)
    .option("--out <folder>", "write Dockerfile, setup.sh and report.json there")
    .option(
      "--find-links <index>",
      "a further package index that pip may ask (a URL or a folder); may be repeated",
      collect,
      [],
    )
    .option("--disk <MB>", "size of the sandbox's disk", Number, DEFAULT_LIMITS.disk_mb * 2)
    .option("--no-memory", "neither ask nor write memory")
    .option("--no-verify", "do not prove what helped in a clean container")
    .option("--json", "print the report")
    .action(async (source: string, options: SetupCommandOptions) => {
      const report = await setUp(source, options, createOutput(options));
      process.exitCode = report.ok ? EXIT.done : EXIT.negative;
    });
}

async function setUp(source: string, options: SetupCommandOptions, output: Output): Promise<SetupReport> {
  const settings = readSettings();
  const limits = { ...DEFAULT_LIMITS, disk_mb: options.disk };
  const maxBytes = limits.disk_mb * 1024 * 1024 * 0.8;
  await using fetched = await fetchSource(source, maxBytes);
  await using bench = await composeWorkbench(settings, {
    store: "settings",
    sandbox: "docker",
    onPull: (progress) => output.progress(renderPull(progress)),
  });
  const missing = await bench.sandbox.unavailableBecause();
  if (missing !== null) throw new MnemeError("unavailable", missing);
  await bench.sandbox.sweep();
  const files = await ProjectFiles.open(fetched.folder, fetched.origin, maxBytes);
  const stop = new AbortController();
  // A second signal ends the process at once; what it leaves is swept at the next start.
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.once(name, () => stop.abort(new MnemeError("limit_reached", `stopped by ${name}`)));
  const report = await setUpProject(
    { files, goal: options.goal, budget: DEFAULT_BUDGET, signal: stop.signal },
    composeSetup(bench, settings, {
      project: fetched.name,
      memory: options.memory ? composeSetupMemory(bench, fetched.name) : NO_MEMORY,
      limits,
      verify: options.verify,
      python_indexes: options.findLinks,
      onEvent: (event) => renderSetupEvent(event, output),
    }),
  );
  output.progressDone();
  renderSetupReport(report, output);
  if (options.out !== undefined) await writeReport(options.out, report);
  output.result(report);
  return report;
}

async function writeReport(folder: string, report: SetupReport): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "Dockerfile"), report.dockerfile);
  await writeFile(join(folder, "setup.sh"), report.script, { mode: 0o755 });
  await writeFile(join(folder, "report.json"), `${JSON.stringify(report, null, 2)}\n`);
}

function parseGoal(text: string): Goal {
  const goal = GOALS.find((candidate) => candidate === text);
  if (goal === undefined) throw new InvalidArgumentError("Say install, build or test.");
  return goal;
}

/** "http://…" is an index that pip trusts only if it is told to. */
function collect(text: string, before: string[]): string[] {
  if (!/^[\w./:@%+-]+$/.test(text)) throw new InvalidArgumentError("Give one URL or folder, without spaces.");
  const host = /^http:\/\/([^/:]+)/.exec(text)?.[1];
  return [...before, `--find-links ${text}${host === undefined ? "" : ` --trusted-host ${host}`}`];
}
