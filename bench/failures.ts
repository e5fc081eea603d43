/**
 * How fast logs are read, and in how much memory: `npm run bench:failures`.
 * The log is made here, of the kinds of lines that builds print; every figure is of this machine, in this run, in processor time, so
 * that other work on the machine counts little: the median of three measurements after a warm-up. `grep -E` with the same key words stands beside it for orientation.
 */
import { spawnSync } from "node:child_process";
import { createReadStream, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { parseLog, parseLogStream } from "../src/failures/parse-log.js";
import { hostileText } from "../test/support/hostile-text.js";
import { cutLike, failingText, plainText, writeLog } from "./failure-texts.js";

const KEY_WORDS = "error|fatal|not found|cannot|denied|failed|exception|no such";
const HOSTILE_INPUTS = 10_000;
const CHUNK_BYTES = 64 * 1024;
/** A measurement reads at least so much, a small file again and again: its clock ticks too coarsely for one megabyte. */
const LEAST_MEGABYTES = 20;

interface Reading {
  /** Megabytes per second of the clock, and of processor time. */
  clock: number;
  processor: number;
  /** Of the whole process, in megabytes. */
  peak: number;
  found: string | undefined;
}

async function readFile(file: string): Promise<Reading> {
  const size = statSync(file).size / 1e6;
  const times = Math.max(1, Math.ceil(LEAST_MEGABYTES / size));
  const megabytes = size * times;
  let found: string | undefined;
  let peak = 0;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20);
  const start = performance.now();
  const before = process.cpuUsage();
  for (let time = 0; time < times; time++) {
    const chunks = createReadStream(file, { encoding: "utf8", highWaterMark: CHUNK_BYTES });
    found = (await parseLogStream(chunks)).failures[0]?.error_type;
  }
  const { user, system } = process.cpuUsage(before);
  const clock = megabytes / ((performance.now() - start) / 1000);
  clearInterval(watch);
  peak = Math.max(peak, process.memoryUsage().rss) / 1e6;
  return { clock, processor: megabytes / ((user + system) / 1e6), peak, found };
}

async function medianOf(runs: number, file: string): Promise<Reading> {
  const readings: Reading[] = [];
  for (let run = 0; run < runs; run++) readings.push(await readFile(file));
  const sorted = readings.toSorted((a, b) => a.processor - b.processor);
  const median = sorted[Math.floor(runs / 2)];
  if (median === undefined) throw new Error("nothing was measured");
  return { ...median, peak: Math.max(...readings.map(({ peak }) => peak)) };
}

function grepSpeed(file: string): number {
  const start = performance.now();
  spawnSync("grep", ["-c", "-i", "-E", KEY_WORDS, file], { env: { LC_ALL: "C.UTF-8" } });
  return statSync(file).size / 1e6 / ((performance.now() - start) / 1000);
}

/** Processor nanoseconds per character, the best of five. */
function costOf(texts: readonly string[]): number {
  const characters = texts.reduce((sum, { length }) => sum + length, 0);
  const costs = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    for (const text of texts) parseLog(text);
    const { user, system } = process.cpuUsage(before);
    return ((user + system) * 1000) / characters;
  });
  return Math.min(...costs);
}

function compare(name: string, cost: number, ordinary: number): void {
  console.log(
    `${name}: ${cost.toFixed(0)} ns a character, ${(cost / ordinary).toFixed(2)} times ordinary text`,
  );
}

async function measureFiles(folder: string): Promise<void> {
  const warm = join(folder, "warm.log");
  writeLog(warm, plainText(1), 20);
  await medianOf(3, warm);
  for (const megabytes of [1, 10, 100]) {
    const file = join(folder, `${megabytes}.log`);
    writeLog(file, plainText(1), megabytes);
    const { clock, processor, peak, found } = await medianOf(3, file);
    console.log(
      `${megabytes} MB: ${processor.toFixed(0)} MB per second of processor time (${clock.toFixed(0)} of the clock), peak ${peak.toFixed(0)} MB, root ${found}; grep -E ${grepSpeed(file).toFixed(0)} MB/s`,
    );
  }
  const failing = join(folder, "failing.log");
  writeLog(failing, failingText(), 100);
  const { processor, peak } = await medianOf(1, failing);
  console.log(`100 MB in which everything fails: ${processor.toFixed(0)} MB/s, peak ${peak.toFixed(0)} MB`);
}

function measureHostile(): void {
  const hostile = fc.sample(hostileText, { numRuns: HOSTILE_INPUTS, seed: 7 });
  const ordinary = costOf([plainText(10)]);
  compare("20 MB in one line", costOf(["error: not found ".repeat(20e6 / 17)]), ordinary);
  compare(
    "hostile text in one piece",
    costOf([Array.from({ length: 6 }, () => hostile.join("\n")).join("\n")]),
    ordinary,
  );
  const lengths = hostile.map(({ length }) => length);
  const cost = costOf(hostile);
  compare(
    `${HOSTILE_INPUTS} hostile inputs, against build output in such pieces`,
    cost,
    costOf(cutLike(plainText(10), lengths)),
  );
  compare(
    `${HOSTILE_INPUTS} hostile inputs, against failing logs in such pieces`,
    cost,
    costOf(cutLike(failingText(), lengths)),
  );
}

const folder = mkdtempSync(join(tmpdir(), "mneme-bench-"));
try {
  await measureFiles(folder);
  measureHostile();
} finally {
  rmSync(folder, { recursive: true });
}
