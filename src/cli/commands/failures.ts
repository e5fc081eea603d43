import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { Command } from "commander";
import { messageOf, MnemeError } from "../../errors.js";
import type { FailureCase, ParsedLog } from "../../failures/failure-case.js";
import { type ExcerptReader, parseLogWithReader } from "../../failures/fallback.js";
import { type ParseOptions, parseLogStream } from "../../failures/parse-log.js";
import { composeExcerptReader } from "../../compose-model.js";
import { readSettings } from "../../config/settings.js";
import { createOutput, type Output } from "../output.js";

interface ParseCommandOptions {
  command?: string;
  cwd?: string;
  exitCode?: string;
  timeLimit?: string;
  model?: boolean;
  json?: boolean;
}

/** Larger chunks are no faster and leave more for the collector to find. */
const CHUNK_BYTES = 64 * 1024;
/** Characters of a log for which a model is asked; what is longer is read by the rules alone. */
const MODEL_LIMIT = 4_000_000;

export function addFailuresCommand(program: Command): void {
  program
    .command("failures")
    .description("read failures out of logs")
    .command("parse")
    .description("the failure cases of a log, the root one first")
    .argument("[file]", "a log, or - for standard input", "-")
    .option("--command <command>", "the command that printed it; else prompts in the log are read")
    .option("--cwd <directory>", "where it ran")
    .option("--exit-code <number>", "how it ended")
    .option("--time-limit <seconds>", "stop reading after so long and say so")
    .option("--no-model", "do not ask the configured model where no rule is sure")
    .option("--json", "print {failures, partial} as JSON")
    .action(async (file: string, options: ParseCommandOptions) => {
      const reader = options.model === false ? null : composeExcerptReader(readSettings());
      const parsed = await readLog(await openLog(file), reader, {
        ...(options.command === undefined ? {} : { command: options.command }),
        ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
        ...(options.exitCode === undefined ? {} : { exitCode: wholeNumber(options.exitCode, "--exit-code") }),
        ...(options.timeLimit === undefined
          ? {}
          : { timeLimitMs: seconds(options.timeLimit) * 1000, now: () => performance.now() }),
      });
      const output = createOutput(options);
      output.result(parsed);
      printFailures(output, parsed);
    });
}

/** Without a model a log of any length is read in bounded memory; a model may be asked where the log can be kept. */
async function readLog(
  chunks: AsyncIterable<string>,
  reader: ExcerptReader | null,
  options: ParseOptions,
): Promise<ParsedLog> {
  if (reader === null) return await parseLogStream(chunks, options);
  const kept: string[] = [];
  let length = 0;
  async function* keep(): AsyncGenerator<string> {
    for await (const chunk of chunks) {
      length += chunk.length;
      if (length <= MODEL_LIMIT) kept.push(chunk);
      yield chunk;
    }
  }
  const parsed = await parseLogStream(keep(), options);
  if (length > MODEL_LIMIT || parsed.partial !== null) return parsed;
  return await parseLogWithReader(kept.join(""), reader, options);
}

async function openLog(file: string): Promise<AsyncIterable<string>> {
  if (file === "-") {
    if (process.stdin.isTTY)
      throw new MnemeError(
        "bad_input",
        "no log to read: name a file, or pipe one in (make 2>&1 | mneme failures parse)",
      );
    return process.stdin.setEncoding("utf8");
  }
  try {
    if ((await stat(file)).isDirectory())
      throw new MnemeError("bad_input", `${file} is a folder: name a log file`);
  } catch (error) {
    if (error instanceof MnemeError) throw error;
    throw new MnemeError("bad_input", `cannot read ${file}: ${messageOf(error)}`, { cause: error });
  }
  return createReadStream(file, { encoding: "utf8", highWaterMark: CHUNK_BYTES });
}

function wholeNumber(text: string, option: string): number {
  if (!/^\d{1,5}$/.test(text))
    throw new MnemeError("bad_input", `${option} wants a whole number, not "${text}"`);
  return Number(text);
}

function seconds(text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new MnemeError("bad_input", `--time-limit wants seconds above 0, not "${text}"`);
  return value;
}

function printFailures(output: Output, { failures, partial }: ParsedLog): void {
  const { colors } = output;
  if (failures.length === 0) output.line(colors.green("No failure found."));
  failures.forEach((failure, index) => {
    if (index > 0) output.line();
    if (index === 1) output.line(colors.dim(`also in this log (${failures.length - 1}):\n`));
    printFailure(output, failure, index === 0);
  });
  if (partial !== null)
    output.line(
      colors.yellow(`\nStopped at the time limit after ${partial.lines_read} lines: the rest was not read.`),
    );
}

function printFailure(output: Output, failure: FailureCase, isRoot: boolean): void {
  const { colors } = output;
  const about = [failure.ecosystem, failure.stage.replace("_", " "), failure.code].filter(
    (part) => part !== null,
  );
  output.line(`${colors.red(isRoot ? "✗" : "·")} ${colors.bold(failure.error_type)}  ${about.join(" · ")}`);
  output.line(`  ${failure.root_cause}`);
  output.line();
  if (isRoot) printExcerpt(output, failure);
  else output.line(`  ${colors.dim(String(failure.root_line_no))} ${shorten(failure.root_line)}`);
  const facts = failure.key_entities.map(
    ({ kind, value }) => `${colors.dim(kind.replaceAll("_", " "))} ${value}`,
  );
  if (facts.length > 0) output.line(`  ${colors.dim("with")}  ${facts.join(" · ")}`);
  if (isRoot && failure.raw_command !== null)
    output.line(`  ${colors.dim("ran")}   ${shorten(failure.raw_command)}`);
  for (const step of (isRoot ? failure.hypothesis?.steps : undefined) ?? [])
    output.line(`  ${colors.dim("try")}   ${colors.cyan(step)}`);
  const sure = `${Math.round(failure.confidence * 100)} % sure`;
  if (isRoot)
    output.line(`  ${colors.dim(`${failure.parser}, ${sure}, fingerprint ${failure.fingerprint}`)}`);
}

/** The excerpt with the root line marked. */
function printExcerpt(output: Output, failure: FailureCase): void {
  const { colors } = output;
  const lines = failure.excerpt.split("\n");
  const at = lines.indexOf(shorten(failure.root_line, 400));
  lines.slice(Math.max(0, at - 2), at + 4).forEach((line, index) => {
    const isRoot = index === Math.min(2, at);
    const mark = isRoot ? `${colors.red("→")} ${String(failure.root_line_no)} ` : "  ";
    output.line(isRoot ? `  ${mark}${colors.bold(shorten(line))}` : colors.dim(`  ${mark}${shorten(line)}`));
  });
  output.line();
}

function shorten(text: string, limit = 160): string {
  return text.length > limit ? `${text.slice(0, limit)} …` : text;
}
