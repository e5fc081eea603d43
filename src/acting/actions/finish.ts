import type { Observation } from "../../planning/observation.js";
import type { Plan } from "../../planning/plan.js";
import { said } from "../observe.js";

/** Terminal actions do nothing here: what follows is a person's turn. */
export function finish(plan: Plan): Observation {
  const summaries: Partial<Record<Plan["action"], string>> = {
    ask_reporter: "asked the reporter",
    ask_maintainer: "asked a maintainer",
    propose_fix: "proposed",
    conclude: "concluded",
    decline: "declined",
  };
  return said(true, summaries[plan.action] ?? "done");
}
