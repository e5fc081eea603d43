/**
 * How fast logs are read, and in how much memory: compile with `npx tsc --noEmit false --outDir OUT` and run
 * `node OUT/bench/failures.js`.
 * The log is made here, of the kinds of lines that builds print; every figure is of this machine, in this run.
 */
import { spawnSync } from "node:child_process";
import { createReadStream, mkdtempSync, openSync, closeSync, rmSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseLog, parseLogStream } from "../src/failures/parse-log.js";

const LINES = [
  "[ 12%] Building CXX object src/core/CMakeFiles/core.dir/io/reader_N.cpp.o",
  "gcc -O2 -g -Wall -Werror=return-type -Iinclude -c src/module_N.c -o build/module_N.o",
  "2026-01-01T12:00:00.1234567Z Downloading artifact-N.jar (1.2 MB at 3.4 MB/s)",
  "\u001b[32mok\u001b[0m test/unit/error-handling-N.test.ts (12 ms)",
  "[INFO] Copying N resources to target/classes",
  "Selecting previously unselected package libexampleN:amd64.",
  "npm http fetch GET 200 /package-N 123ms (cache miss)",
  "src/module_N.c:12:5: warning: unused variable 'errorN' [-Wunused-variable]",
  "   Compiling example-crate-N v0.1.0",
  "Collecting example-package-N>=1.0",
  "checking for error.h... (cached) yes N",
  "make[2]: Entering directory '/work/project/module-N'",
];
const FAILURE =
  "src/last.c:7:10: fatal error: missing_header.h: No such file or directory\nmake: *** [all] Error 2\n";
const KEY_WORDS = "error|fatal|not found|cannot|denied|failed|exception|no such";

function writeLog(file: string, megabytes: number): void {
  const handle = openSync(file, "w");
  let written = 0;
  for (let round = 0; written < megabytes * 1e6; round++) {
    const block = Array.from({ length: 2_000 }, (_, i) =>
      LINES[i % LINES.length]?.replaceAll("N", String(round + i)),
    ).join("\n");
    written += writeSync(handle, `${block}\n`);
  }
  writeSync(handle, FAILURE);
  closeSync(handle);
}

async function measureFile(
  file: string,
): Promise<{ speed: number; found: string | undefined; peak: number; own: number }> {
  let peak = 0;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20);
  const start = performance.now();
  const processor = process.cpuUsage();
  const parsed = await parseLogStream(
    createReadStream(file, { encoding: "utf8", highWaterMark: 256 * 1024 }),
  );
  const seconds = (performance.now() - start) / 1000;
  clearInterval(watch);
  const { user, system } = process.cpuUsage(processor);
  peak = Math.max(peak, process.memoryUsage().rss);
  return {
    speed: statSync(file).size / 1e6 / seconds,
    found: parsed.failures[0]?.error_type,
    peak: peak / 1e6,
    own: statSync(file).size / (user + system),
  };
}

function measureGrep(file: string): number {
  const start = performance.now();
  spawnSync("grep", ["-c", "-i", "-E", KEY_WORDS, file], { env: { LC_ALL: "C.UTF-8" } });
  return statSync(file).size / 1e6 / ((performance.now() - start) / 1000);
}

function measureText(text: string): number {
  const start = performance.now();
  parseLog(text);
  return text.length / 1e6 / ((performance.now() - start) / 1000);
}

const folder = mkdtempSync(join(tmpdir(), "mneme-bench-"));
try {
  const warm = join(folder, "warm.log");
  writeLog(warm, 5);
  await measureFile(warm);
  for (const megabytes of [1, 10, 100]) {
    const file = join(folder, `${megabytes}.log`);
    writeLog(file, megabytes);
    const runs = megabytes < 10 ? 9 : 3;
    const results = [];
    for (let run = 0; run < runs; run++) results.push(await measureFile(file));
    const best = results.reduce((a, b) => (a.speed > b.speed ? a : b));
    const median = results.map(({ speed }) => speed).sort((a, b) => a - b)[Math.floor(runs / 2)] ?? 0;
    console.log(
      `${megabytes} MB: median ${median.toFixed(0)} MB/s, best ${best.speed.toFixed(0)} MB/s of ${runs} (${Math.max(...results.map(({ own }) => own)).toFixed(0)} MB per second of processor time), peak ${best.peak.toFixed(0)} MB, root ${best.found}; grep -E ${measureGrep(file).toFixed(0)} MB/s`,
    );
  }
  console.log(`20 MB in one line: ${measureText("error: not found ".repeat(20e6 / 17)).toFixed(0)} MB/s`);
} finally {
  rmSync(folder, { recursive: true });
}
