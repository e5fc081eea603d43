// From an installed and built clone to the first reply on screen: `npx mneme try` as a person starts it for the first time
// (npx has not seen the project before), without and with Docker where that can be used. Three runs each; the last line is
// JSON in seconds.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const RUNS = 3;

const figures = { none_s: median(timeRuns("none")), auto_s: median(timeRuns("auto")), target_s: 5 };
console.log(JSON.stringify(figures));
process.exit(Math.max(figures.none_s, figures.auto_s) <= figures.target_s ? 0 : 1);

function timeRuns(sandbox: "none" | "auto"): number[] {
  return Array.from({ length: RUNS }, () => {
    const cache = mkdtempSync(join(tmpdir(), "mneme-first-reply-"));
    const env = { ...process.env, npm_config_cache: cache };
    const began = performance.now();
    const run = spawnSync("npx", ["mneme", "try", "--sandbox", sandbox], { encoding: "utf8", env });
    const seconds = (performance.now() - began) / 1000;
    rmSync(cache, { recursive: true, force: true });
    if (run.status !== 0 || !run.stdout.includes("Automated answer by mneme")) throw new Error(run.stderr);
    return seconds;
  });
}

function median(values: number[]): number {
  return Number((values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0).toFixed(2));
}
