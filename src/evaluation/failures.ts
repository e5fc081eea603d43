import { z } from "zod";
import { MnemeError, messageOf } from "../errors.js";
import type { FailureCase } from "../failures/failure-case.js";
import { parseLog } from "../failures/parse-log.js";

const LabelledLog = z.object({
  id: z.string(),
  command: z.string().nullish(),
  log: z.string(),
  group: z.string().optional(),
  expected: z.object({
    error_type: z.string(),
    also_ok: z.array(z.string()).default([]),
    entities: z.array(z.object({ kind: z.string(), value: z.string() })),
    root_line: z.string(),
  }),
});
export type LabelledLog = z.infer<typeof LabelledLog>;

/** What the root case of one log says against its label. */
export interface LogResult {
  id: string;
  group: string | undefined;
  found: FailureCase | undefined;
  label: LabelledLog["expected"];
  type_right: boolean;
  root_right: boolean;
  /** (kind, value) pairs, compared as written. */
  entities_right: number;
}

/** Names of section 13 of the contract. */
export interface FailureFigures {
  n: number;
  error_type_accuracy: number;
  root_line_accuracy: number;
  entity_precision: number;
  entity_recall: number;
  entity_f1: number;
  mb_per_s: number;
}

/** One labelled log a line. `name` is for messages. */
export function readLabelledLogs(text: string, name: string): LabelledLog[] {
  const logs = text
    .split("\n")
    .flatMap((line, index) => (line.trim() === "" ? [] : [readLine(line, index + 1, name)]));
  if (logs.length === 0)
    throw new MnemeError("bad_input", `${name} holds no labelled log: give one JSON object a line`);
  return logs;
}

function readLine(line: string, no: number, name: string): LabelledLog {
  try {
    return LabelledLog.parse(JSON.parse(line));
  } catch (error) {
    throw new MnemeError(
      "bad_input",
      `${name}:${no} is no labelled log {id, command, log, expected}: ${messageOf(error).slice(0, 200)}`,
      { cause: error },
    );
  }
}

/** Only the first case counts: it is the one that the system acts on. `now` gives milliseconds. */
export function evaluateFailures(
  logs: readonly LabelledLog[],
  now: () => number,
): { figures: FailureFigures; results: LogResult[] } {
  parseLog("");
  const start = now();
  const found = logs.map(
    (log) => parseLog(log.log, typeof log.command === "string" ? { command: log.command } : {}).failures[0],
  );
  const seconds = Math.max(now() - start, 0.001) / 1000;
  const results = logs.map((log, index) => compare(log, found[index]));
  const bytes = logs.reduce((sum, { log }) => sum + Buffer.byteLength(log), 0);
  return { figures: { ...figuresOf(results), mb_per_s: round(bytes / 1e6 / seconds) }, results };
}

function compare({ id, group, expected }: LabelledLog, found: FailureCase | undefined): LogResult {
  const wanted = new Set(expected.entities.map(pairOf));
  const pairs = new Set(found?.key_entities.map(pairOf) ?? []);
  return {
    id,
    group,
    found,
    label: expected,
    type_right: found !== undefined && [expected.error_type, ...expected.also_ok].includes(found.error_type),
    root_right: found?.root_line === expected.root_line,
    entities_right: [...pairs].filter((pair) => wanted.has(pair)).length,
  };
}

function pairOf({ kind, value }: { kind: string; value: string }): string {
  return `${kind}\u0000${value.trim()}`;
}

export function figuresOf(results: readonly LogResult[]): Omit<FailureFigures, "mb_per_s"> {
  const n = results.length;
  const right = sum(results.map(({ entities_right }) => entities_right));
  const given = sum(results.map(({ found }) => new Set(found?.key_entities.map(pairOf) ?? []).size));
  const wanted = sum(results.map(({ label }) => new Set(label.entities.map(pairOf)).size));
  const precision = given === 0 ? 0 : right / given;
  const recall = wanted === 0 ? 0 : right / wanted;
  return {
    n,
    error_type_accuracy: round(share(results, ({ type_right }) => type_right)),
    root_line_accuracy: round(share(results, ({ root_right }) => root_right)),
    entity_precision: round(precision),
    entity_recall: round(recall),
    entity_f1: round(precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall)),
  };
}

function share(results: readonly LogResult[], test: (result: LogResult) => boolean): number {
  return results.length === 0 ? 0 : results.filter(test).length / results.length;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
