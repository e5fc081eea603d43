import type { Plan } from "../../planning/plan.js";
import { isTerminal } from "../../planning/plan.js";
import type { RecordedStep, RunRecord } from "../../run-record.js";
import { codeSpan, sanitizeLine } from "../sanitize.js";

/** Each step that was really taken: what, why, and what came of it. */
export function triedSection(run: RunRecord): string | null {
  const steps = run.steps.filter((step) => !isTerminal(step.plan));
  if (steps.length === 0) return null;
  return ["**Tried**", "", ...steps.map((step, index) => describe(step, index + 1))].join("\n");
}

function describe(step: RecordedStep, position: number): string {
  const mark = step.observation.ok ? "✅" : "❌";
  const result = `${mark} ${sanitizeLine(step.observation.summary)}`;
  return `${position}. ${actionText(step.plan)} — ${sanitizeLine(step.plan.reasoning)}\n   ${result}`;
}

const MOST_QUERY = 100;

/** What a plan does, in words for people. */
export function actionText(plan: Plan): string {
  switch (plan.action) {
    case "run_command":
      return codeSpan(plan.parameters.command);
    case "read_file":
      return `Read ${codeSpan(plan.parameters.path)}`;
    case "clone_repository":
      return `Fetch the repository${plan.parameters.ref === null ? "" : ` at ${codeSpan(plan.parameters.ref)}`}`;
    case "setup_environment":
      return `Set the project up (${plan.parameters.goal})`;
    case "reproduce":
      return `Reproduce with ${plan.parameters.commands.map((command) => codeSpan(command)).join(", ")}`;
    case "search_memory":
      return `Search the memory for ${codeSpan(plan.parameters.query, MOST_QUERY)}`;
    case "search_web":
      return `Search the web for ${codeSpan(plan.parameters.query, MOST_QUERY)}`;
    case "verify_memory":
      return `Verify ${sanitizeLine(plan.parameters.memory, 20)}`;
    case "ask_reporter":
      return "Ask the reporter";
    case "ask_maintainer":
      return "Ask a maintainer";
    case "propose_fix":
      return "Propose a fix";
    case "conclude":
      return "Conclude";
    case "decline":
      return "Decline";
  }
}
