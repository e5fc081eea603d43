import { commandsOf } from "../acting/authority.js";
import type { Recalled } from "../recall/recalled.js";
import { spokesmanOf } from "../memory/episode.js";
import type { RecordedStep, RunRecord } from "../run-record.js";
import type { Verdict } from "./outcomes-of-runs.js";

/** What the run itself saw of a memory that it followed; null where it only talked of it. */
export function verdictOfSteps(run: RunRecord, memory: Recalled): Verdict | null {
  const held = run.steps.findLast((step) => heldIn(step, memory) !== null);
  const seen = held === undefined ? null : heldIn(held, memory);
  if (seen === null) return null;
  const at = run.finished_at ?? run.started_at;
  return { held: seen, at, rerun: true, why: seen ? "it held in the sandbox" : "it failed in the sandbox" };
}

/** A verification with a verdict, or the memory's own command, run in the sandbox. */
function heldIn({ plan, observation }: RecordedStep, memory: Recalled): boolean | null {
  if (plan.action === "verify_memory" && plan.parameters.memory === memory.label) {
    if (observation.verdict === undefined || observation.verdict === "inconclusive") return null;
    return observation.verdict === "held";
  }
  if (plan.action !== "run_command" || observation.source !== "sandbox") return null;
  const own = commandsOf(spokesmanOf(memory)).map(normalise);
  return plan.cites.includes(memory.label) && own.includes(normalise(plan.parameters.command))
    ? observation.ok
    : null;
}

function normalise(command: string): string {
  return command.trim().replaceAll(/\s+/g, " ");
}
