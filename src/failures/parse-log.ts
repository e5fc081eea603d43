import { buildCase, type CaseSettings } from "./build-case.js";
import type { Environment } from "../environment/environment.js";
import type { FailureCase, ParsedLog } from "./failure-case.js";
import { LogScanner } from "./log-scanner.js";
import { type Ranked, rankCandidates } from "./rank.js";
import { compileRules, type RuleSet } from "./rule-set.js";
import { ALL_RULES } from "./rules/all-rules.js";

export interface ParseOptions {
  /** The command that printed the log, where known. Default: read from prompts in the text. */
  command?: string;
  cwd?: string;
  exitCode?: number;
  /** Copied into every case. Default: empty. */
  environment?: Environment;
  /** Stop reading after so many milliseconds, by `now`; the answer is then `partial`. Default: no limit. */
  timeLimitMs?: number;
  /** A clock in milliseconds; needed for a time limit. */
  now?: () => number;
  /** Default: all rules. */
  rules?: RuleSet;
}

const MAX_CASES = 10;
/** Beside the root, only what names a cause or an error of its own is a case. */
const SECOND_CASE_SCORE = 65;

let compiled: RuleSet | undefined;

function allRules(): RuleSet {
  compiled ??= compileRules(ALL_RULES);
  return compiled;
}

/** The failure cases in a log, the root one first; none, if nothing failed. One pass, bounded memory. */
export function parseLog(text: string | Iterable<string>, options: ParseOptions = {}): ParsedLog {
  const scan = startScan(options);
  if (typeof text === "string") scan.scanner.push(text, true);
  else for (const chunk of text) if (!scan.scanner.push(chunk)) break;
  return scan.conclude();
}

/** As `parseLog`, for a stream of chunks. */
export async function parseLogStream(
  chunks: AsyncIterable<string>,
  options: ParseOptions = {},
): Promise<ParsedLog> {
  const scan = startScan(options);
  for await (const chunk of chunks) if (!scan.scanner.push(chunk)) break;
  return scan.conclude();
}

function startScan(options: ParseOptions): { scanner: LogScanner; conclude: () => ParsedLog } {
  const { now, timeLimitMs } = options;
  const end = now !== undefined && timeLimitMs !== undefined ? now() + timeLimitMs : null;
  let stopped = false;
  const shouldStop = (): boolean => {
    if (end !== null && now !== undefined && now() >= end) stopped = true;
    return stopped;
  };
  const scanner = new LogScanner(options.rules ?? allRules(), options.command ?? null, shouldStop);
  const conclude = (): ParsedLog => {
    const ranked = rankCandidates(scanner.finish(), scanner.hasFences);
    return {
      failures: casesOf(ranked, {
        command: options.command ?? null,
        commandInLog: scanner.commandSeen,
        cwd: options.cwd ?? null,
        exitCode: options.exitCode ?? null,
        environment: options.environment ?? null,
      }),
      partial: stopped ? { reason: "time_limit", lines_read: scanner.linesRead } : null,
    };
  };
  return { scanner, conclude };
}

/** The best match is the root; others are cases of their own only if they are another fault with evidence of its own. */
function casesOf(ranked: readonly Ranked[], settings: CaseSettings): FailureCase[] {
  const cases: FailureCase[] = [];
  const fingerprints = new Set<string>();
  const lines = new Set<number>();
  for (const one of ranked) {
    if (cases.length >= MAX_CASES) break;
    if (cases.length > 0 && one.score < SECOND_CASE_SCORE) break;
    if (lines.has(one.candidate.root.no) || lines.has(one.candidate.matched.no)) continue;
    const built = buildCase(one, ranked, settings);
    if (fingerprints.has(built.fingerprint)) continue;
    fingerprints.add(built.fingerprint);
    lines.add(one.candidate.root.no).add(one.candidate.matched.no);
    cases.push(built);
  }
  return cases;
}
