import { type Command, Option } from "commander";
import type { Embedder } from "../../embedding/embedder.js";
import { LocalEmbedder } from "../../embedding/local/local-embedder.js";
import { MnemeError } from "../../errors.js";
import { CachedEmbedder } from "../../evaluation/cached-embedder.js";
import { rankWithPlainBm25 } from "../../evaluation/plain-bm25.js";
import { DEPTH, playTracker, type RecallRun } from "../../evaluation/recall.js";
import { readTracker, type Tracker } from "../../evaluation/recall-data.js";
import { abstentionCurve, figuresOf, percentile } from "../../evaluation/recall-figures.js";
import { abstract } from "../../memory/abstraction.js";
import { SqliteRecallIndex } from "../../memory/index/sqlite/sqlite-recall-index.js";
import { createOutput, type Output } from "../output.js";
import { formatTable } from "../table.js";

interface EvalRecallOptions {
  store: "sqlite";
  embedder: "none" | "local";
  model?: string;
  vectors?: string;
  baseline?: "bm25";
  abstention?: boolean;
  json?: boolean;
}

export function addEvalRecallCommand(program: Command): void {
  program.commands
    .find((command) => command.name() === "eval")
    ?.command("recall")
    .description("how often recall finds an issue's known duplicates, playing a tracker in order of time")
    .argument(
      "<folder>",
      "corpus.jsonl[.gz] {id, title, body, created} and queries.jsonl {id, cluster_earlier}",
    )
    .addOption(new Option("--store <store>", "recall index").choices(["sqlite"]).default("sqlite"))
    .addOption(
      new Option("--embedder <embedder>", "embedding model").choices(["none", "local"]).default("none"),
    )
    .option("--model <folder>", "of the local embedding model")
    .option("--vectors <folder>", "keep vectors here between runs")
    .addOption(new Option("--baseline <baseline>", "measure this too, with the ratio").choices(["bm25"]))
    .option("--abstention", "what each threshold keeps and silences (asks each query twice)")
    .option("--json", "print the figures as JSON")
    .action(async (folder: string, options: EvalRecallOptions) => {
      await evaluateRecall(folder, options, createOutput(options));
    });
}

async function evaluateRecall(folder: string, options: EvalRecallOptions, output: Output): Promise<void> {
  const tracker = readTracker(folder);
  const index = SqliteRecallIndex.open(":memory:");
  const bench = {
    index,
    embedder: await openEmbedder(options),
    abstract,
    clock: () => performance.now(),
    progress: (text: string) => output.progress(text),
  };
  const run = await playTracker(tracker, bench, options.abstention === true);
  await index.close();
  output.progressDone();
  const figures = figuresOfRun(tracker, run);
  const baseline = options.baseline === undefined ? null : measureBaseline(tracker, figures.recall_at_10);
  const curve =
    options.abstention === true ? abstentionCurve(tracker.queries, run.rankings, run.bereft) : null;
  output.result({
    ...figures,
    ...baseline,
    ...(curve === null ? {} : { abstention: curve }),
  });
  output.line(formatTable(["figure", "value"], Object.entries(figures)));
  if (baseline !== null) {
    output.line();
    output.line(formatTable(["plain BM25", "value"], Object.entries(baseline.baseline)));
    output.line(`\nrecall_at_10 is ${baseline.ratio} × that of plain BM25`);
  }
  if (curve !== null) {
    output.line();
    const rows = curve.map(({ threshold, kept, silent }) => [threshold, kept, silent]);
    output.line(formatTable(["threshold", "right recalls kept", "silent where nothing is known"], rows));
  }
}

async function openEmbedder({ embedder, model, vectors }: EvalRecallOptions): Promise<Embedder | null> {
  if (embedder === "none") return null;
  if (model === undefined) throw new MnemeError("bad_input", "--embedder local needs --model FOLDER");
  const local = await LocalEmbedder.open(model);
  return vectors === undefined ? local : CachedEmbedder.open(local, vectors);
}

function figuresOfRun(tracker: Tracker, { rankings, indexSeconds }: RecallRun) {
  const times = rankings.map(({ ms }) => ms);
  return {
    ...figuresOf(
      tracker.queries,
      rankings.map(({ found }) => found.map(({ id }) => id)),
    ),
    p50_ms: Number(percentile(times, 0.5).toFixed(2)),
    p95_ms: Number(percentile(times, 0.95).toFixed(2)),
    index_seconds: Number(indexSeconds.toFixed(2)),
  };
}

function measureBaseline(tracker: Tracker, recallAt10: number) {
  const baseline = figuresOf(tracker.queries, rankWithPlainBm25(tracker, DEPTH));
  return { baseline, ratio: Number((recallAt10 / Math.max(1e-9, baseline.recall_at_10)).toFixed(3)) };
}
