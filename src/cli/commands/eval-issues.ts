import type { Command } from "commander";
import { composeWorkbench } from "../../compose.js";
import { readSettings } from "../../config/settings.js";
import { ARMS, type ArmFigures, type IssueFigures } from "../../evaluation/issues/figures.js";
import { evaluateIssues, type PlayedIssues } from "../../evaluation/issues/issues.js";
import { readScenarios } from "../../evaluation/issues/read-scenarios.js";
import { createOutput, type Output } from "../output.js";
import { formatTable } from "../table.js";

interface EvalIssuesOptions {
  json?: boolean;
  stories?: boolean;
}

export function addEvalIssuesCommand(evaluation: Command): void {
  evaluation
    .command("issues")
    .description("scripted issues, played over an empty memory and over one of other issues")
    .argument("<folder>", "scenarios, one YAML or JSON file a family")
    .option("--stories", "tell each issue turn by turn")
    .option("--json", "print the figures as JSON")
    .action(
      async (folder: string, options: EvalIssuesOptions) =>
        await evaluate(folder, options, createOutput(options)),
    );
}

async function evaluate(folder: string, options: EvalIssuesOptions, output: Output): Promise<void> {
  const scenarios = await readScenarios(folder);
  await using bench = await composeWorkbench(readSettings(), { store: "memory", sandbox: "none" });
  const { planner, limits } = bench.parts;
  const result = await evaluateIssues(scenarios, { planner, limits }, (done, of) =>
    output.progress(`${String(done)}/${String(of)}`),
  );
  output.progressDone();
  output.result(options.stories === true ? { ...result.figures, issues: result.played } : result.figures);
  output.line(tableOf(result.figures));
  if (options.stories === true) tellStories(result, output);
}

const COLUMNS = [
  "n",
  "rounds",
  "first_proposal_success",
  "repeated_questions",
  "unanswered",
  "wordless",
  "cost",
] as const;

function tableOf(figures: IssueFigures): string {
  const rows = [...Object.entries(figures.families), ["all", figures] as const].flatMap(([family, pair]) =>
    ARMS.map((arm) => [family, arm, ...cells(pair[arm])]),
  );
  return [
    formatTable(["family", "memory", ...COLUMNS], rows),
    `rounds with memory / without: ${String(figures.rounds_ratio)}; first proposals right: ${(figures.first_proposal_gain * 100).toFixed(1)} points more`,
  ].join("\n\n");
}

function cells(figures: ArmFigures): (string | number)[] {
  return COLUMNS.map((name) => (name === "cost" ? figures.cost.toFixed(4) : figures[name]));
}

function tellStories({ played }: PlayedIssues, output: Output): void {
  for (const arm of ARMS)
    for (const issue of played[arm])
      output.line(
        `\n${issue.family}/${issue.id} ${arm} memory: ${String(issue.rounds)} rounds\n  ${issue.story.join("\n  ")}`,
      );
}
