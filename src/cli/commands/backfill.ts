import { setFlagsFromString } from "node:v8";
import type { Command } from "commander";
import { composeBackfill } from "../../compose-backfill.js";
import { loadEnvFile } from "../../config/env-file.js";
import { readSettings } from "../../config/settings.js";
import { MnemeError } from "../../errors.js";
import type { BackfillResult } from "../../github/backfill/backfill.js";
import { type BackfillProgress, renderDuration, renderProgress } from "../../github/backfill/progress.js";
import { createOutput, EXIT, type Output } from "../output.js";

/** In a pipe a line now and then is enough. */
const LINE_EVERY_MS = 5_000;

interface BackfillOptions {
  json?: boolean;
  share?: string;
  fromStart?: boolean;
}

export function addBackfillCommand(program: Command): void {
  program
    .command("backfill")
    .description("remember the closed issues of a repository; goes on where it was interrupted")
    .argument("<repository>", "owner/repo")
    .option("--share <fraction>", "at most so much of GitHub's rate limit (default: MNEME_BACKFILL_SHARE)")
    .option("--from-start", "read everything again, whatever was read before")
    .option("--json", "print the result")
    .action(
      async (repository: string, options: BackfillOptions) => await backfillRepository(repository, options),
    );
}

async function backfillRepository(repository: string, options: BackfillOptions): Promise<void> {
  const repo = parseRepository(repository);
  loadEnvFile(".env");
  const settings = readSettings();
  const share = options.share === undefined ? settings.MNEME_BACKFILL_SHARE : parseShare(options.share);
  const output = createOutput(options);
  const stop = new AbortController();
  const onSignal = (): void => stop.abort();
  process.once("SIGINT", onSignal).once("SIGTERM", onSignal);
  suitBatchWork();
  await using backfilling = await composeBackfill(settings, repo);
  const onProgress = createProgress(output);
  const run = { share, onProgress, signal: stop.signal };
  let result = await backfilling.run({ ...run, fromStart: options.fromStart === true });
  while (!result.done && !stop.signal.aborted) {
    await waitFor(result.wait_ms, output, stop.signal);
    result = await backfilling.run(run);
  }
  output.progressDone();
  report(result, output);
}

function report({ state, repo, done, roles_known }: BackfillResult, output: Output): void {
  const { issues, skipped, total } = state;
  output.result({ repo, done, issues, total, skipped, calls: state.calls, roles_known });
  output.line(
    done
      ? `${repo}: ${String(issues)} closed issues remembered, ${String(state.calls)} calls to GitHub`
      : `${repo}: stopped after ${String(issues)} of ${String(total)} issues; the same command goes on from there`,
  );
  if (skipped.length > 0)
    output.line(`left out, could not be read: ${skipped.map((n) => `#${String(n)}`).join(", ")}`);
  if (!roles_known)
    output.line("this credential may not list the collaborators: nobody's answer counts as a maintainer's");
  if (!done || skipped.length > 0) process.exitCode = EXIT.negative;
}

/** Drawn over on a terminal; a line every few seconds in a pipe. */
function createProgress(output: Output): (progress: BackfillProgress) => void {
  let lastLine = Date.now();
  return (progress) => {
    const text = renderProgress(progress);
    if (process.stderr.isTTY) {
      output.progress(text);
    } else if (Date.now() - lastLine >= LINE_EVERY_MS) {
      lastLine = Date.now();
      output.line(text);
    }
  };
}

async function waitFor(ms: number, output: Output, signal: AbortSignal): Promise<void> {
  const text = `waiting ${renderDuration(ms / 1000)} for GitHub's rate limit`;
  if (process.stderr.isTTY) output.progress(text);
  else output.line(text);
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function parseRepository(text: string): string {
  const [, repo] = /^(?:https?:\/\/[^/]+\/)?([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(text) ?? [];
  if (repo === undefined)
    throw new MnemeError("bad_input", `"${text}" names no repository: write it as owner/repo`);
  return repo;
}

function parseShare(text: string): number {
  const share = Number(text);
  if (!(share > 0 && share <= 1))
    throw new MnemeError("bad_input", `--share ${text}: give a fraction above 0 and up to 1, such as 0.5`);
  return share;
}

/**
 * V8's own measure is a server that stays: by itself it lets the heap grow to twice what is used, and spends a quarter of a backfill's
 * processor time on making code faster that has run only a little.
 */
function suitBatchWork(): void {
  setFlagsFromString("--heap-growing-percent=50");
  setFlagsFromString("--interrupt-budget=600000");
}
