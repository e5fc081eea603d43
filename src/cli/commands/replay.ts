import type { Command } from "commander";
import { composeWorkbench } from "../../compose.js";
import { readSettings } from "../../config/settings.js";
import { MnemeError } from "../../errors.js";
import { replayThreads, type ReplayedThread } from "../../replay/replay.js";
import { threadKey } from "../../thread/thread.js";
import { createOutput, type Output } from "../output.js";
import { readArchiveFile } from "../read-archive.js";
import { readThreads } from "../read-threads.js";
import { formatTable } from "../table.js";

interface ReplayOptions {
  json?: boolean;
  memory?: string;
  at?: string;
  sandbox: "auto" | "docker" | "none";
}

export function addReplayCommand(program: Command): void {
  program
    .command("replay")
    .description("play recorded threads in order of time, as the bot would have met them; posts nothing")
    .argument("<threads...>", "recorded threads (see mneme record)")
    .option("--memory <file>", "start from this exported memory (JSON lines)")
    .option("--at <n>", "speak once per thread, after its first N comments")
    .option("--sandbox <kind>", "auto, docker or none", "none")
    .option("--json", "print triggers, replies and episodes")
    .action(
      async (files: string[], options: ReplayOptions) => await replay(files, options, createOutput(options)),
    );
}

async function replay(files: readonly string[], options: ReplayOptions, output: Output): Promise<void> {
  const at = options.at === undefined ? undefined : parseAt(options.at);
  const threads = await readThreads(files);
  await using bench = await composeWorkbench(readSettings(), { store: "memory", sandbox: options.sandbox });
  if (options.memory !== undefined) await bench.log.importRecords(readArchiveFile(options.memory));
  const played = await replayThreads(threads, bench.parts, {
    signal: new AbortController().signal,
    at,
    onMoment: (moment, position, of) => output.progress(`${position + 1}/${of} ${threadKey(moment.thread)}`),
  });
  output.progressDone();
  output.result({ threads: played.map(toJson) });
  const rows = played.flatMap((entry) => entry.runs.map((run) => rowOf(entry, run)));
  output.line(
    formatTable(["thread", "after", "facts", "recalled", "steps", "ended", "reply starts with"], rows),
  );
}

function parseAt(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new MnemeError("bad_input", `--at ${text}: give the number of comments that can be seen, 0 for none`);
}

function toJson({ thread, runs, episodes }: ReplayedThread): object {
  const triggers = runs.map(({ visible, run }) => ({
    after_comments: visible,
    trigger: run.trigger,
    facts: run.facts,
    recalled: run.recall.recalled,
    abstained: run.recall.abstained,
    steps: run.steps,
    ended: run.ended,
    reply: run.reply?.markdown ?? null,
    run,
  }));
  return {
    thread: threadKey(thread),
    source_url: thread.source_url,
    title: thread.title,
    triggers,
    episodes,
  };
}

function rowOf(entry: ReplayedThread, { visible, run }: ReplayedThread["runs"][number]): (string | number)[] {
  const recalled = run.recall.recalled.map((memory) => memory.episode.thread).join(" ");
  const last = run.steps.at(-1);
  return [
    threadKey(entry.thread),
    visible,
    run.facts.length,
    recalled === "" ? "–" : recalled.slice(0, 40),
    run.steps.length,
    run.ended ?? "",
    (last?.plan.reasoning ?? "").replace(/\s+/g, " ").slice(0, 60),
  ];
}
