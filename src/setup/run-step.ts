import { posix } from "node:path";
import type { FailureCase, ParsedLog } from "../failures/failure-case.js";
import { parseLog } from "../failures/parse-log.js";
import type { ExecResult, SandboxSession } from "../sandbox/sandbox.js";
import { systemPackagesOf } from "../sandbox/system-packages.js";
import type { RanCommand, SetupStep } from "./setup.js";

export interface RunnerDependencies {
  session: SandboxSession;
  checkCommand: (
    command: string,
    cwd: string,
  ) => Promise<{ allowed: boolean; rule: string | null; reason: string | null }>;
  parseLog: (text: string, options: { command: string; exitCode: number }) => ParsedLog | Promise<ParsedLog>;
  redact: (text: string) => string;
  timeout_ms: number;
  signal: AbortSignal | undefined;
  onOutput: (text: string) => void;
}

export interface Ran extends RanCommand {
  output: string;
  /** Null where it passed. */
  failure_case: FailureCase | null;
}

const REFUSED = 126;

/** Runs one command of a set-up: checked by the policy, in its folder, read as a failure case where it fails. */
export async function runCommand(
  command: string,
  step: SetupStep,
  role: RanCommand["role"],
  cites: readonly string[],
  deps: RunnerDependencies,
): Promise<Ran> {
  const cwd = posix.join(deps.session.workdir, step.cwd);
  const result = await refusedOr(
    command,
    cwd,
    deps,
    async () =>
      await deps.session.exec(command, {
        cwd,
        timeout_ms: deps.timeout_ms,
        onOutput: deps.onOutput,
        ...(deps.signal === undefined ? {} : { signal: deps.signal }),
      }),
  );
  const ok = result.exit_code === 0 && !result.timed_out;
  const output = deps.redact(result.output);
  const failure_case = ok ? null : await caseOf(command, step, result, output, deps);
  return {
    command,
    parts: [command],
    role,
    step: step.id,
    ok,
    exit_code: result.exit_code,
    duration_ms: Math.round(result.duration_ms),
    failure: failure_case?.root_line.slice(0, 300) ?? null,
    cites: [...cites],
    output,
    failure_case,
  };
}

/** System packages are installed by a part of their own that takes nothing but names; all else passes the policy. */
async function refusedOr(
  command: string,
  cwd: string,
  deps: RunnerDependencies,
  run: () => Promise<ExecResult>,
): Promise<ExecResult> {
  if (systemPackagesOf(command) !== null) return await run();
  const verdict = await deps.checkCommand(command, cwd);
  if (verdict.allowed) return await run();
  const output = `not run (${verdict.rule ?? "policy"}): ${verdict.reason ?? ""}\n`;
  return {
    exit_code: REFUSED,
    output,
    output_bytes: output.length,
    truncated: false,
    timed_out: false,
    out_of_memory: false,
    duration_ms: 0,
  };
}

async function caseOf(
  command: string,
  step: SetupStep,
  result: ExecResult,
  output: string,
  deps: RunnerDependencies,
): Promise<FailureCase> {
  const { failures } = await deps.parseLog(output, { command, exitCode: result.exit_code });
  const [parsed] = failures;
  if (parsed !== undefined)
    return { ...parsed, raw_command: command, cwd: step.cwd, exit_code: result.exit_code };
  return unreadCase(command, step, result, output);
}

/** A failure that no rule names: still a case, so that what helps against it can be remembered. */
function unreadCase(command: string, step: SetupStep, result: ExecResult, output: string): FailureCase {
  const line = result.timed_out
    ? "error: timed out"
    : result.out_of_memory
      ? "error: killed, out of memory"
      : "error: command failed";
  const last = output.trimEnd().split("\n").at(-1)?.trim() ?? "";
  const [base] = parseLog(`${line}: ${last}`, { command, exitCode: result.exit_code }).failures;
  return {
    failure_id: `${step.id}/${result.exit_code}`,
    task_context: `${step.ecosystem}_${step.goal}`,
    stage: step.goal === "install" ? "dependencies" : step.goal,
    ecosystem: step.ecosystem,
    error_type: result.timed_out ? "TIMEOUT" : result.out_of_memory ? "RESOURCE_EXHAUSTED" : "OTHER",
    code: null,
    key_entities: [],
    root_line: last === "" ? line : last,
    root_line_no: Math.max(1, output.trimEnd().split("\n").length),
    excerpt: output.slice(-1_000),
    fingerprint: base?.fingerprint ?? `${step.ecosystem}:OTHER:${step.id}`,
    root_cause: line,
    solution_applied: null,
    hypothesis: null,
    environment_snapshot: base?.environment_snapshot ?? { runtimes: {}, package_managers: {}, software: {} },
    parser: "setup/unread",
    confidence: 0.2,
    raw_command: command,
    cwd: step.cwd,
    exit_code: result.exit_code,
  };
}
