import type { Command } from "commander";
import { MnemeError } from "../../errors.js";
import type { RunHistory } from "../../memory/log/episode-log.js";
import { RunRecord } from "../../run-record.js";
import { createOutput, EXIT, type Output } from "../output.js";
import { renderMarkdown } from "../render/terminal-markdown.js";
import { formatTable } from "../table.js";
import { type MemoryOptions, useMemory, wholeNumber, withMemoryOptions } from "./memory/open-memory.js";

interface RunsOptions extends MemoryOptions {
  thread?: string;
  unposted?: boolean;
  limit: number;
}

/** Runs are looked through, newest first, up to so many. */
const MOST_RUNS = 10_000;

export function addRunsCommand(program: Command): void {
  const runs = program
    .command("runs")
    .description("what mneme answered, or would have answered in shadow mode");
  withMemoryOptions(runs.command("list", { isDefault: true }))
    .description("the newest runs")
    .option("--thread <owner/name#n>", "of this issue")
    .option("--unposted", "only those whose answer was not posted: shadow mode")
    .option("--limit <n>", "at most", wholeNumber("--limit"), 50)
    .action(list);
  withMemoryOptions(runs.command("show"))
    .description("the answer of one run")
    .argument("<id>", "the run's id, or how it begins")
    .action(show);
}

async function list(options: RunsOptions): Promise<void> {
  const output = createOutput(options);
  const found = (await useMemory(options, (log) => read(log, options)))
    .filter(({ trigger }) => isOf(trigger, options.repo))
    .filter((run) => options.unposted !== true || isUnposted(run))
    .slice(0, options.limit);
  output.result({ runs: found });
  output.line(found.length === 0 ? "no run matches" : table(found));
  process.exitCode = found.length === 0 ? EXIT.negative : EXIT.done;
}

async function show(id: string, options: MemoryOptions): Promise<void> {
  const output = createOutput(options);
  const runs = await useMemory(options, (log) => read(log, {}));
  const [run, second] = runs.filter(({ run_id }) => run_id.startsWith(id.toLowerCase()));
  if (run === undefined || second !== undefined)
    throw new MnemeError(
      "bad_input",
      `${run === undefined ? "no run" : "more than one run"} begins with ${id}: see \`mneme runs\``,
    );
  output.result(run);
  tell(run, output);
}

async function read(log: RunHistory, { thread }: { thread?: string }): Promise<RunRecord[]> {
  const filter = thread === undefined ? {} : { thread };
  const records = await log.runs({ scope: null, ...filter, limit: MOST_RUNS });
  return records.flatMap((record) => RunRecord.safeParse(record).data ?? []);
}

function isOf({ repo, scope }: RunRecord["trigger"], wanted: string | undefined): boolean {
  return wanted === undefined || repo === wanted || scope.repository === wanted;
}

function isUnposted({ reply }: RunRecord): boolean {
  return reply !== null && reply.comment_id === null;
}

function table(runs: readonly RunRecord[]): string {
  const rows = runs.map((run) => [
    run.run_id.slice(0, 8),
    run.started_at.slice(0, 16),
    run.thread,
    run.trigger.by,
    run.trigger.command,
    run.ended ?? "at work",
    run.spent.steps,
    isUnposted(run) ? "no" : run.reply === null ? "–" : "yes",
    run.control === true ? "none" : String(run.recall.recalled.length),
  ]);
  const headers = ["run", "began", "issue", "for", "asked", "ended", "steps", "posted", "memories"];
  return formatTable(headers, rows);
}

function tell(run: RunRecord, output: Output): void {
  output.line(table([run]));
  output.line();
  const text = run.reply?.markdown ?? "This run has not answered yet.";
  output.line(output.interactive ? renderMarkdown(text, process.stdout.columns) : text);
}
