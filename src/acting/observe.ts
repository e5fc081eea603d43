import { stripVTControlCharacters } from "node:util";
import type { FailureCase } from "../failures/failure-case.js";
import type { Observation } from "../planning/observation.js";
import type { ExecResult } from "../sandbox/sandbox.js";
import { cutMiddle } from "../util/cut-middle.js";
import type { ActContext, ActDeps } from "./actor.js";

/** Under the 8,000 of the contract, with room for the note on what was cut. */
const MOST_OUTPUT = 7_900;
const MOST_SUMMARY = 300;

/** Something that was not run, or needs no running. */
export function said(
  ok: boolean,
  summary: string,
  source: Observation["source"] = "none",
  output = "",
): Observation {
  return { ok, exit_code: null, output, summary, failure: null, source, duration_ms: 0 };
}

/** Redacted, without terminal codes, head and tail: fit to be stored, sent to a model and shown. */
export async function shape(text: string, deps: Pick<ActDeps, "redact">): Promise<string> {
  const plain = stripVTControlCharacters(text).replaceAll(/\r\n?/g, "\n");
  return cutMiddle(await deps.redact(plain), MOST_OUTPUT);
}

/** With what an output is read, and who pays for it. */
export interface Reading {
  deps: Pick<ActDeps, "redact" | "parseLog">;
  context: Pick<ActContext, "meter">;
}

/** What a command in the sandbox came to; `command` is what the failure case is read with. */
export async function observeExec(result: ExecResult, command: string, room: Reading): Promise<Observation> {
  const output = await shape(result.output, room.deps);
  const ok = result.exit_code === 0 && !result.timed_out;
  const failure = ok ? null : await failureOf(output, command, result.exit_code, room);
  return {
    ok,
    exit_code: result.exit_code,
    output,
    summary: summarise(result, output, failure),
    failure,
    source: "sandbox",
    duration_ms: result.duration_ms,
  };
}

async function failureOf(
  output: string,
  command: string,
  exitCode: number,
  { deps, context }: Reading,
): Promise<FailureCase | null> {
  const [failure] = (await deps.parseLog(output, command, context.meter)).failures;
  return failure === undefined ? null : { ...failure, raw_command: command, exit_code: exitCode };
}

function summarise(result: ExecResult, output: string, failure: FailureCase | null): string {
  const how = result.timed_out
    ? `stopped after ${Math.round(result.duration_ms / 1000)} s`
    : result.out_of_memory
      ? "killed for want of memory"
      : `exit ${result.exit_code}`;
  const what = failure?.root_line ?? output.trimEnd().split("\n").at(-1)?.trim() ?? "";
  return cut(what === "" ? how : `${how}: ${what}`);
}

function cut(line: string): string {
  return line.length > MOST_SUMMARY ? `${line.slice(0, MOST_SUMMARY - 1)}…` : line;
}
