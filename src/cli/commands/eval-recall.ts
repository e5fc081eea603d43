import { randomUUID } from "node:crypto";
import { type Command, Option } from "commander";
import { composeBuilding, composeEmbedder, composeIndex } from "../../compose-index.js";
import { readSettings, type Settings } from "../../config/settings.js";
import type { Embedder } from "../../embedding/embedder.js";
import { MnemeError } from "../../errors.js";
import { CachedEmbedder } from "../../evaluation/cached-embedder.js";
import { rankWithPlainBm25 } from "../../evaluation/plain-bm25.js";
import { DEPTH, playTracker, type RecallRun } from "../../evaluation/recall.js";
import { readTracker, type Tracker } from "../../evaluation/recall-data.js";
import { abstentionCurve, figuresOf, percentile } from "../../evaluation/recall-figures.js";
import { abstract } from "../../memory/abstraction.js";
import type { RecallIndex } from "../../memory/index/recall-index.js";
import { createOutput, type Output } from "../output.js";
import { formatTable } from "../table.js";

interface EvalRecallOptions {
  store: "sqlite" | "qdrant";
  embedder: "none" | "openai" | "local";
  model?: string;
  vectors?: string;
  baseline?: "bm25";
  abstention?: boolean;
  json?: boolean;
}

export function addEvalRecallCommand(evaluation: Command): void {
  evaluation
    .command("recall")
    .description("how often recall finds an issue's known duplicates, playing a tracker in order of time")
    .argument(
      "<folder>",
      "corpus.jsonl[.gz] {id, title, body, created} and queries.jsonl {id, cluster_earlier}",
    )
    .addOption(
      new Option(
        "--store <store>",
        "recall index; qdrant is the server of QDRANT_URL, in a collection of its own",
      )
        .choices(["sqlite", "qdrant"])
        .default("sqlite"),
    )
    .addOption(
      new Option("--embedder <embedder>", "embedding model; openai and local are as MNEME_EMBEDDING_… say")
        .choices(["none", "openai", "local"])
        .default("none"),
    )
    .option("--model <name>", "the model's name at the server, or the folder of the local one")
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
  const settings = readSettings();
  const embedder = await openEmbedder(settings, options);
  const store = await openStore(settings, options.store, embedder);
  const bench = {
    index: store.index,
    embedder,
    abstract,
    clock: () => performance.now(),
    progress: (text: string) => output.progress(text),
  };
  let run: RecallRun;
  try {
    run = await playTracker(tracker, bench, options.abstention === true);
  } finally {
    await store.drop();
    output.progressDone();
  }
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

async function openStore(
  settings: Settings,
  store: EvalRecallOptions["store"],
  embedder: Embedder | null,
): Promise<{ index: RecallIndex; drop: () => Promise<void> }> {
  if (store === "sqlite") {
    const index = await composeIndex(settings, { kind: "memory" }, embedder);
    return { index, drop: async () => await index.close() };
  }
  if (settings.QDRANT_URL === undefined) throw new MnemeError("bad_input", "--store qdrant needs QDRANT_URL");
  const own = { ...settings, QDRANT_COLLECTION: `mneme-eval-${randomUUID()}` };
  const building = await composeBuilding(own, { kind: "qdrant", url: settings.QDRANT_URL }, embedder);
  return { index: building.index, drop: async () => await building.abandon() };
}

async function openEmbedder(
  settings: Settings,
  { embedder, model, vectors }: EvalRecallOptions,
): Promise<Embedder | null> {
  if (embedder === "none") return null;
  const opened = await composeEmbedder(
    embedder === "local" ? localOnly(settings, model) : serverOnly(settings, model),
  );
  return opened === null || vectors === undefined ? opened : CachedEmbedder.open(opened, vectors);
}

function localOnly(settings: Settings, model = settings.MNEME_EMBEDDING_FOLDER): Settings {
  if (model !== undefined) return { ...settings, MNEME_EMBEDDING_FOLDER: model };
  if (settings.MNEME_EMBEDDING_DOWNLOAD !== undefined) return settings;
  throw new MnemeError(
    "bad_input",
    "--embedder local needs --model FOLDER, MNEME_EMBEDDING_FOLDER or MNEME_EMBEDDING_DOWNLOAD",
  );
}

function serverOnly(settings: Settings, model = settings.MNEME_EMBEDDING_MODEL): Settings {
  if (settings.MNEME_EMBEDDING_BASE_URL === undefined || model === undefined)
    throw new MnemeError(
      "bad_input",
      "--embedder openai needs MNEME_EMBEDDING_BASE_URL, and --model NAME or MNEME_EMBEDDING_MODEL",
    );
  return {
    ...settings,
    MNEME_EMBEDDING_FOLDER: undefined,
    MNEME_EMBEDDING_DOWNLOAD: undefined,
    MNEME_EMBEDDING_MODEL: model,
  };
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
