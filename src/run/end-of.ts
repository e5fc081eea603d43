import type { Plan } from "../planning/plan.js";
import type { RunEnd } from "../run-record.js";

/** How a run ends that took this terminal action. */
export function endOf(plan: Plan): RunEnd {
  if (plan.action === "propose_fix") return "proposed";
  if (plan.action === "ask_reporter" || plan.action === "ask_maintainer") return "asked";
  return plan.action === "decline" ? "declined" : "concluded";
}
