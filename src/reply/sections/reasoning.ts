import { cutMiddle } from "../../util/cut-middle.js";
import type { RecordedStep, RunRecord } from "../../run-record.js";
import { codeBlock, sanitizeLine } from "../sanitize.js";
import { actionText } from "./tried.js";

const MAX_OUTPUT = 3000;

/** Collapsed: every decision with its planner and cites, and what each step printed. */
export function reasoningSection(run: RunRecord): string | null {
  if (run.steps.length === 0) return null;
  const steps = run.steps.map(describe);
  return `<details>\n<summary>Reasoning and log</summary>\n\n${steps.join("\n\n")}\n\n</details>`;
}

function describe(step: RecordedStep): string {
  const cites =
    step.plan.cites.length === 0
      ? "no memory cited"
      : `cites ${step.plan.cites.map((c) => sanitizeLine(c, 8)).join(", ")}`;
  const head =
    `**${step.n}. ${actionText(step.plan)}** — ${sanitizeLine(step.planner, 80)}, ` +
    `confidence ${step.plan.confidence.toFixed(2)}, ${cites}\n\n${sanitizeLine(step.plan.reasoning, 1200)}\n\n` +
    `*Chosen by:* ${sanitizeLine(step.route_reason, 300)}`;
  const output = step.observation.output.trim();
  return output === "" ? head : `${head}\n\n${codeBlock(cutMiddle(output, MAX_OUTPUT), "text")}`;
}
