import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatTable } from "../src/cli/table.js";
import { percentile } from "../src/evaluation/recall-figures.js";
import { Indexer } from "../src/memory/index/catch-up.js";
import { SqliteRecallIndex } from "../src/memory/index/sqlite/sqlite-recall-index.js";
import { openEpisodeLog } from "../src/memory/log/sql/open-episode-log.js";
import { createRecall } from "../src/recall/create-recall.js";
import { queryFromWords } from "../src/recall/query-from-chain.js";
import { toIndexEntry } from "../src/recall/index-entry.js";
import { plotLines } from "./plot.js";
import { InProcess, PlainFts5, type Rival } from "./rivals.js";
import { episode, report, SCOPE } from "./synthetic.js";

const SIZES = (process.argv[2] ?? "10000,50000,100000,200000").split(",").map(Number);
const BATCH = 500;
const QUERIES = 200;
/** Of the engines beside it, of which one takes seconds. */
const RIVAL_QUERIES = 20;
/** Share of further ones that come first and are not counted: a worker's code is compiled as it answers its first. */
const WARM_UP = 0.25;
/** The in-process engine takes most of a second a query beyond it. */
const IN_PROCESS_MOST = 10_000;
const same = (text: string) => text;

interface Figures {
  episodes: number;
  recall_p50_ms: number;
  recall_p95_ms: number;
  /** Of this process alone: what a busy machine does not blur. */
  recall_cpu_p95_ms: number;
  fts5_p95_ms: number;
  minisearch_p95_ms: number;
  /** Episodes a second of this process's own time, in batches: into the log of record, into the index, into both. */
  log_per_s: number;
  index_per_s: number;
  memorise_per_s: number;
  open_ms: number;
  index_mb: number;
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "mneme-bench-"));
  const path = join(folder, "index.db");
  const log = await openEpisodeLog(join(folder, "log.db"));
  let index = SqliteRecallIndex.open(path);
  const fts5: Rival = new PlainFts5(join(folder, "fts5.db"));
  const inProcess: Rival = new InProcess();
  const rows: Figures[] = [];
  try {
    let have = 0;
    for (const size of SIZES) {
      const spent = { log: 0, index: 0 };
      for (let start = have; start < size; start += BATCH) {
        const numbers = Array.from({ length: Math.min(BATCH, size - start) }, (_, place) => start + place);
        const episodes = numbers.map(episode);
        spent.log += await processorTime(async () => await log.append(episodes));
        const reports = numbers.map((id) => ({ id: id + 1, ...report(id) }));
        fts5.add(reports);
        if (size <= IN_PROCESS_MOST) inProcess.add(reports);
      }
      const indexer = new Indexer({
        index,
        log,
        embedder: null,
        toEntry: (each) => toIndexEntry(each, same),
      });
      spent.index = await processorTime(async () => await indexer.catchUp());
      const added = size - have;
      have = size;
      await index.close();
      const opened = performance.now();
      index = SqliteRecallIndex.open(path);
      await index.cursor();
      const openMs = performance.now() - opened;
      const recall = createRecall({
        index,
        log,
        embedder: null,
        now: () => Date.UTC(2026, 0, 1),
        abstract: same,
      });
      const times = await measure(async (number) => {
        const { title, text } = report(number);
        await recall.recall(
          queryFromWords({ reader: READER, title, text, thread: `other#${number}`, before: null, limit: 5 }),
        );
      });
      const fts5Times = await measure((number) => fts5.search(wordsOf(number)), RIVAL_QUERIES);
      const inProcessTimes =
        size <= IN_PROCESS_MOST
          ? await measure((number) => inProcess.search(wordsOf(number)), RIVAL_QUERIES)
          : null;
      rows.push({
        episodes: size,
        recall_p50_ms: percentile(times.wall, 0.5),
        recall_p95_ms: percentile(times.wall, 0.95),
        recall_cpu_p95_ms: percentile(times.cpu, 0.95),
        fts5_p95_ms: percentile(fts5Times.wall, 0.95),
        minisearch_p95_ms: inProcessTimes === null ? NaN : percentile(inProcessTimes.wall, 0.95),
        log_per_s: added / (spent.log / 1000),
        index_per_s: added / (spent.index / 1000),
        memorise_per_s: added / ((spent.log + spent.index) / 1000),
        open_ms: openMs,
        index_mb: statSync(path).size / 2 ** 20,
      });
      console.error(`${size} episodes measured`);
    }
  } finally {
    await index.close();
    await log.close();
    fts5.close();
    inProcess.close();
    rmSync(folder, { recursive: true });
  }
  print(rows);
}

const READER = { scope: SCOPE, share: "repository" as const };

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Milliseconds of processor time of this process: what a busy machine does not blur. */
async function processorTime(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function wordsOf(number: number): string {
  const { title, text } = report(number);
  return `${title} ${text}`;
}

/** Reports that are not in memory, about topics that are. The first ones warm up and are not counted. */
async function measure(ask: (number: number) => unknown, queries = QUERIES) {
  const times = { wall: [] as number[], cpu: [] as number[] };
  for (let query = 0; query < queries * (1 + WARM_UP); query += 1) {
    let ms = 0;
    const cpu = await processorTime(async () => {
      ms = await timed(async () => await ask(10_000_000 + query));
    });
    if (query < queries * WARM_UP) continue;
    times.wall.push(ms);
    times.cpu.push(cpu);
  }
  return times;
}

function print(rows: readonly Figures[]): void {
  const names = Object.keys(rows[0] ?? {}) as (keyof Figures)[];
  console.log(formatTable(names, rows.map((row) => names.map((name) => Number(row[name].toFixed(name === "episodes" ? 0 : 1)))))); // prettier-ignore
  for (const { episodes, recall_p95_ms, fts5_p95_ms, minisearch_p95_ms } of rows) {
    const ratios = [`${(recall_p95_ms / fts5_p95_ms).toFixed(2)} × plain FTS5`];
    if (!Number.isNaN(minisearch_p95_ms))
      ratios.push(`${(recall_p95_ms / minisearch_p95_ms).toFixed(2)} × minisearch`);
    console.log(`p95 at ${episodes}: ${ratios.join(", ")}`);
  }
  const svg = process.argv[3];
  if (svg === undefined) return;
  writeFileSync(
    svg,
    plotLines("p95 of one query (and mneme's p50), ms, by number of episodes", [
      { name: "mneme recall", points: rows.map((row) => [row.episodes, row.recall_p95_ms]) },
      { name: "mneme recall, p50", points: rows.map((row) => [row.episodes, row.recall_p50_ms]) },
      { name: "plain FTS5", points: rows.map((row) => [row.episodes, row.fts5_p95_ms]) },
      {
        name: "minisearch",
        points: rows
          .filter((row) => !Number.isNaN(row.minisearch_p95_ms))
          .map((row) => [row.episodes, row.minisearch_p95_ms]),
      },
    ]),
  );
  console.log(`\nplot written to ${svg}`);
}

await main();
