import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import { messageOf, MnemeError } from "../../errors.js";
import { evaluateFailures, figuresOf, type LogResult, readLabelledLogs } from "../../evaluation/failures.js";
import { createOutput, type Output } from "../output.js";
import { formatTable } from "../table.js";

interface EvalFailuresOptions {
  json?: boolean;
  mistakes?: boolean;
}

export function addEvalFailuresCommand(evaluation: Command): void {
  evaluation
    .command("failures")
    .description("how well failure cases are read from labelled logs")
    .argument("<file>", "JSON lines: {id, command, log, expected: {error_type, entities, root_line}}")
    .option("--mistakes", "list what was read wrongly")
    .option("--json", "print the figures as JSON")
    .action(async (file: string, options: EvalFailuresOptions) => {
      const { figures, results } = evaluateFailures(readLabelledLogs(await readText(file), file), () =>
        performance.now(),
      );
      const output = createOutput(options);
      output.result(
        options.mistakes === true ? { ...figures, mistakes: results.filter(isMistake) } : figures,
      );
      output.line(formatTable(["figure", "value"], Object.entries(figures)));
      printGroups(output, results);
      if (options.mistakes === true)
        for (const result of results.filter(isMistake)) printMistake(output, result);
    });
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw new MnemeError("bad_input", `cannot read ${file}: ${messageOf(error)}`, { cause: error });
  }
}

function printGroups(output: Output, results: readonly LogResult[]): void {
  const groups = [...new Set(results.map(({ group }) => group ?? ""))].filter((group) => group !== "").sort();
  if (groups.length === 0) return;
  const rows = groups.map((group) => {
    const figures = figuresOf(results.filter((result) => result.group === group));
    return [group, figures.n, figures.error_type_accuracy, figures.root_line_accuracy, figures.entity_f1];
  });
  output.line();
  output.line(formatTable(["group", "n", "error_type", "root_line", "entity_f1"], rows));
}

function isMistake({ type_right, root_right, entities_right, label, found }: LogResult): boolean {
  const exact = entities_right === label.entities.length && entities_right === found?.key_entities.length;
  return !type_right || !root_right || !exact;
}

function printMistake(output: Output, { id, group, found, label, type_right, root_right }: LogResult): void {
  output.line();
  output.line(`${id} (${group ?? "no group"}) read by ${found?.parser ?? "no rule"}`);
  if (!type_right)
    output.line(
      `  type    ${found?.error_type ?? "none"}, expected ${[label.error_type, ...label.also_ok].join(" or ")}`,
    );
  if (!root_right) {
    output.line(`  root    ${found?.root_line.slice(0, 200) ?? "none"}`);
    output.line(`  expect  ${label.root_line.slice(0, 200)}`);
  }
  const given = (found?.key_entities ?? []).map(({ kind, value }) => `${kind}=${value}`);
  const wanted = label.entities.map(({ kind, value }) => `${kind}=${value}`);
  const surplus = given.filter((pair) => !wanted.includes(pair));
  const missing = wanted.filter((pair) => !given.includes(pair));
  if (surplus.length > 0) output.line(`  surplus ${surplus.join(" · ")}`);
  if (missing.length > 0) output.line(`  missing ${missing.join(" · ")}`);
}
