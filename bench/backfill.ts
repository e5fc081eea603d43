// Backfill of 5,000 recorded issues from GitHub in a box (without latency) by the command line as it is shipped: once
// undisturbed, once killed with SIGKILL again and again. What both remember must be the same. Last line: JSON.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { GithubBox } from "../test/support/github-box/github-box.js";
import { fillWithRecordings } from "./recorded-issues.js";

const ISSUES = Number(process.env["BACKFILL_ISSUES"] ?? 5_000);
const KILLS = 8;
const REPO = "octo/history";
const CLI = fileURLToPath(new URL("../../cli/mneme.js", import.meta.url));

const folder = mkdtempSync(join(tmpdir(), "mneme-backfill-"));
const box = await GithubBox.start();
const comments = fillWithRecordings(box, REPO, ISSUES);

const calm = await backfill(join(folder, "calm"), null);
const calls = box.requests.length;
const killed = await backfillKilled(join(folder, "killed"), (calm.seconds * 1_000) / (KILLS + 1));
const [calmMemory, killedMemory] = [
  await exportOf(join(folder, "calm")),
  await exportOf(join(folder, "killed")),
];
await box.stop();
rmSync(folder, { recursive: true });

const figures = {
  issues: calm.result.issues,
  comments,
  seconds: round(calm.seconds),
  issues_per_s: round(calm.result.issues / calm.seconds),
  max_rss_mb: round(calm.maxRssMb),
  rss_mb_at_quarter: round(calm.quarterRssMb),
  calls_per_issue: Number((calls / ISSUES).toFixed(3)),
  kills: killed.kills,
  issues_after_kills: killed.result.issues,
  records: calmMemory.length,
  same_after_kills: JSON.stringify(calmMemory) === JSON.stringify(killedMemory),
};
console.log(JSON.stringify(figures));
const holds =
  figures.same_after_kills &&
  figures.issues === ISSUES &&
  figures.issues_after_kills === ISSUES &&
  figures.calls_per_issue <= 2.2 &&
  figures.max_rss_mb <= 300 &&
  figures.issues_per_s >= 200;
process.exitCode = holds ? 0 : 1;

interface Done {
  result: { issues: number; done: boolean };
  seconds: number;
  maxRssMb: number;
  /** The most that was in use in the first quarter of the time. */
  quarterRssMb: number;
}

function start(data: string): ChildProcess {
  return spawn(process.execPath, [CLI, "backfill", REPO, "--share", "1", "--json"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
    env: { PATH: process.env["PATH"], MNEME_DATA: data, GITHUB_API_URL: box.url, GITHUB_TOKEN: "ghs_7" },
  });
}

/** Until it is done, or is killed after so many milliseconds (then null). */
async function backfill(data: string, killAfterMs: null): Promise<Done>;
async function backfill(data: string, killAfterMs: number): Promise<Done | null>;
async function backfill(data: string, killAfterMs: number | null): Promise<Done | null> {
  const began = performance.now();
  const child = start(data);
  let text = "";
  child.stdout?.on("data", (piece: Buffer) => (text += piece.toString()));
  const seen: number[] = [];
  const watch = setInterval(() => seen.push(residentMb(child.pid)), 100);
  const timer = killAfterMs === null ? undefined : setTimeout(() => child.kill("SIGKILL"), killAfterMs);
  const signal = await new Promise<NodeJS.Signals | null>((resolve) =>
    child.once("close", (_, by) => resolve(by)),
  );
  clearInterval(watch);
  clearTimeout(timer);
  if (signal !== null) return null;
  return {
    result: JSON.parse(text) as Done["result"],
    seconds: (performance.now() - began) / 1_000,
    maxRssMb: Math.max(...seen),
    quarterRssMb: Math.max(...seen.slice(0, Math.ceil(seen.length / 4))),
  };
}

async function backfillKilled(data: string, everyMs: number): Promise<Done & { kills: number }> {
  for (let kills = 0; ; kills += 1) {
    // Not at the same moment of each life.
    const after = kills < KILLS ? everyMs * (0.6 + (kills % 5) / 5) : Number.MAX_SAFE_INTEGER;
    const done = kills < KILLS ? await backfill(data, after) : await backfill(data, null);
    if (done !== null) return { ...done, kills };
  }
}

interface ExportedLine {
  type: string;
  fact?: { id: string; fact: { undoes?: string }; attribution: { at: string } };
}

/** What is remembered, without ids and times that are given anew each time. */
async function exportOf(data: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [CLI, "memory", "export"], {
    env: { PATH: process.env["PATH"], MNEME_DATA: data },
    maxBuffer: 2 ** 30,
  });
  return stdout
    .trim()
    .split("\n")
    .map((line) => {
      const record = JSON.parse(line) as ExportedLine;
      if (record.fact !== undefined) {
        record.fact.id = "";
        record.fact.attribution.at = "";
        if (record.fact.fact.undoes !== undefined) record.fact.fact.undoes = "";
      }
      return JSON.stringify(record);
    })
    .sort();
}

function residentMb(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${String(pid)}/status`, "utf8");
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1_024;
  } catch {
    return 0;
  }
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
