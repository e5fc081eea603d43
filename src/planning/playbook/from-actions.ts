import type { Recalled } from "../../recall/recalled.js";
import { spokesmanOf } from "../../memory/episode.js";
import type { Candidate } from "./candidate.js";
import { reasonsSoFar } from "./from-thread.js";
import { isAmbiguous } from "./memory-fit.js";
import type { DiagnosticAction } from "./playbook.js";
import { describeMemory } from "./say.js";
import type { State } from "./state.js";
import { isPrepared, sandboxFits } from "./verification.js";

/** The playbook's diagnostic steps that can be taken now, in the sandbox. */
export function fromActions(state: State): Candidate[] {
  if (!state.situation.can_run || state.situation.budget.steps_left < 2) return [];
  return openActions(state)
    .filter(({ action }) => action.where === "either" && !state.lacking.has(action.title) && runsHere(state))
    .map(({ action, command, p, memory }) => ({
      from: `playbook/${state.playbook.name}`,
      p,
      value: action.value,
      seconds: action.seconds,
      rounds: 0,
      plan: {
        action: "run_command",
        parameters: { command, cwd: null, purpose: action.title },
        reasoning: reasonFor(action, state, memory),
        cites: memory === null ? [] : [memory.label],
        confidence: p,
      },
    }));
}

export interface OpenAction {
  action: DiagnosticAction;
  command: string;
  p: number;
  /** What raised it: an earlier issue in which this step found the cause. */
  memory: Recalled | null;
}

/** Not done yet, with all that they need known, and with a command that can be written. */
export function openActions(state: State): OpenAction[] {
  return state.playbook.actions.flatMap((action) => {
    if (state.done.has(action.title)) return [];
    if (!action.needs.every((flag) => state.known.has(flag))) return [];
    const command = action.command(state);
    if (command === null) return [];
    const memory = memoryOf(action, state);
    return [{ action, command, p: likelihood(action, state, memory), memory }];
  });
}

/** A look that tells remembered causes of one symptom apart. */
const TELLS_APART = 0.8;

function runsHere(state: State): boolean {
  return state.program !== null && sandboxFits(state) && isPrepared(state, [state.program]);
}

/** A resolved, compatible memory in which this very step was taken or named. */
function memoryOf(action: DiagnosticAction, state: State): Recalled | null {
  return (
    state.situation.recall.recalled.find(({ episode, resolution, warning_only }) => {
      if (warning_only) return false;
      if (episode.status === "refuted" || (resolution === null && episode.outcome?.success === false))
        return false;
      return [episode, resolution].some(
        (part) =>
          part !== null &&
          (action.seen.test(part.action?.command ?? "") ||
            action.seen.test(part.summary) ||
            action.seen.test(part.outcome?.excerpt ?? "")),
      );
    }) ?? null
  );
}

function likelihood(action: DiagnosticAction, state: State, memory: Recalled | null): number {
  const raised = (action.raised ?? []).filter(({ by }) => state.known.has(by)).map(({ to }) => to);
  const prior = Math.max(action.prior, ...raised, isAmbiguous(state) ? TELLS_APART : 0);
  if (memory === null) return prior;
  const confidence = spokesmanOf(memory).confidence;
  return Math.max(prior, 0.5 + 0.45 * confidence);
}

function reasonFor(action: DiagnosticAction, state: State, memory: Recalled | null): string {
  const because =
    memory === null
      ? reasonsSoFar(state)
      : `${describeMemory(memory)} had the same symptoms, and this step found its cause.`;
  return `${because} Next: ${action.title}.`.trim();
}
