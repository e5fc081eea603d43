import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Command } from "commander";
import { composeWorkbench } from "../../compose.js";
import { readSettings } from "../../config/settings.js";
import { MnemeError } from "../../errors.js";
import { rememberThreads, replayThreads, type ReplayedThread } from "../../replay/replay.js";
import { threadKey, type Thread } from "../../thread/thread.js";
import { createOutput, type Output } from "../output.js";
import { readThreads } from "../read-threads.js";
import { heading, renderChain, renderObservation, renderPlan, renderRecall } from "../render/run.js";
import { renderMarkdown } from "../render/terminal-markdown.js";

const EXAMPLES = fileURLToPath(new URL("../../../examples/threads/", import.meta.url));

interface TryOptions {
  json?: boolean;
  list?: boolean;
  sandbox?: "auto" | "docker" | "none";
}

export function addTryCommand(program: Command): void {
  program
    .command("try")
    .description(
      "work through a bundled issue (or THREAD.json) and print the reply; needs no account, key, network or Docker",
    )
    .argument(
      "[thread]",
      "a recorded thread, or the name of a bundled one (see --list); default: the last bundled one",
    )
    .option("--list", "name the bundled threads")
    .option("--sandbox <kind>", "auto, docker or none", "auto")
    .option("--json", "print the run record")
    .action(async (name: string | undefined, options: TryOptions) => {
      const output = createOutput(options);
      await (options.list === true ? listExamples(output) : tryThread(name, options, output));
    });
}

async function exampleFiles(): Promise<string[]> {
  const names = await readdir(EXAMPLES);
  return names
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => join(EXAMPLES, name));
}

async function listExamples(output: Output): Promise<void> {
  const files = await exampleFiles();
  const threads = await readThreads(files);
  const rows = threads.map((thread, index) => ({
    name: nameOf(files[index] ?? ""),
    issue: threadKey(thread),
    title: thread.title,
  }));
  output.result(rows);
  for (const row of rows) output.line(`${row.name.padEnd(24)} ${row.issue.padEnd(28)} ${row.title}`);
}

function nameOf(file: string): string {
  return basename(file, ".json");
}

/** The thread to show, and the bundled ones that came before it in time: they are what is remembered. */
async function chooseThreads(name: string | undefined): Promise<{ shown: Thread; earlier: Thread[] }> {
  const files = await exampleFiles();
  const bundled = await readThreads(files);
  const wanted = name ?? nameOf(files.at(-1) ?? "");
  const position = files.findIndex((file) => nameOf(file) === wanted);
  const shown = position === -1 ? (await readThreads([wanted]))[0] : bundled[position];
  if (shown === undefined)
    throw new MnemeError("bad_input", `${wanted}: no such thread; see mneme try --list`);
  const earlier = bundled.filter(
    (thread) => threadKey(thread) !== threadKey(shown) && isBefore(thread, shown),
  );
  return { shown, earlier };
}

function isBefore(thread: Thread, shown: Thread): boolean {
  if (thread.created_at === null || shown.created_at === null) return true;
  return Date.parse(thread.created_at) < Date.parse(shown.created_at);
}

async function tryThread(name: string | undefined, options: TryOptions, output: Output): Promise<void> {
  const { shown, earlier } = await chooseThreads(name);
  const signal = new AbortController().signal;
  await using bench = await composeWorkbench(readSettings(), {
    store: "memory",
    sandbox: options.sandbox ?? "auto",
  });
  await rememberThreads(earlier, bench.parts);
  introduce(shown, earlier, output);
  let opened = false;
  const [played] = await replayThreads(
    [shown],
    {
      ...bench.parts,
      observer: {
        chain: (chain) => renderChain(chain, output),
        recalled: (run) => renderRecall(run, output),
        planned: (plan, n) => {
          if (!opened) heading("Plan", "one action at a time", output);
          opened = true;
          renderPlan(plan, n, output);
        },
        stepped: (run) => renderObservation(run, output),
      },
    },
    { signal, at: shown.comments.length },
  );
  conclude(played, output);
}

function introduce(shown: Thread, earlier: readonly Thread[], output: Output): void {
  const { colors } = output;
  output.line(`${colors.bold("mneme")} ${colors.dim("reads an issue, remembers earlier ones, and answers")}`);
  output.line();
  output.line(`${colors.cyan(threadKey(shown))} ${colors.bold(shown.title)}`);
  output.line(
    colors.dim(
      `${shown.comments.length} comments, ${shown.state}; ${earlier.length} earlier issues in memory`,
    ),
  );
}

function conclude(played: ReplayedThread | undefined, output: Output): void {
  const run = played?.runs.at(-1)?.run;
  if (run === undefined) throw new MnemeError("internal", "the thread was played without a run");
  output.result(run);
  heading("Reply", "as it would be posted; nothing was posted", output);
  output.line(output.colors.dim("─".repeat(72)));
  const markdown = run.reply?.markdown ?? "";
  output.line(output.interactive ? renderMarkdown(markdown, process.stdout.columns) : markdown);
}
