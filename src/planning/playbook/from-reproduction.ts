import type { Candidate } from "./candidate.js";
import type { State } from "./state.js";
import { VALUE } from "./value.js";
import { canVerify, reproductionOf } from "./verification.js";

/** Seeing the failure here is what makes a proof possible: fetch the source, then run what the reporter ran. */
export function fromReproduction(state: State): Candidate[] {
  if (!canVerify(state) || state.known.has("reproduced")) return [];
  const steps = state.situation.steps;
  const cloneTried = steps.some(({ plan }) => plan.action === "clone_repository");
  const commands = reproductionOf(state);
  if (!cloneTried && !state.known.has("cloned") && commands.some(needsSource)) return [clone(state)];
  if (cloneTried && !state.known.has("cloned")) return [];
  return [
    {
      from: `playbook/${state.playbook.name}`,
      p: 0.55,
      value: VALUE.reproduced,
      seconds: 60,
      rounds: 0,
      plan: {
        action: "reproduce",
        parameters: { commands },
        reasoning:
          "The thread shows the failing command. Seen to fail in a clean sandbox, it can prove a fix.",
        cites: [],
        confidence: 0.55,
      },
    },
  ];
}

/** A command on a path or a manifest works in the project's folder only; installing something by name does not. */
function needsSource(command: string): boolean {
  return /^(?:\.{1,2}\/|make\b|cmake\b|cargo\b|go\b|mvn\b|gradle\b|npm (?:ci|run|test|install$)|python3? \S)/.test(
    command,
  );
}

function clone(state: State): Candidate {
  const { repo } = state.situation.trigger;
  return {
    from: `playbook/${state.playbook.name}`,
    p: 0.6,
    value: VALUE.reproduced,
    seconds: 30,
    rounds: 0,
    plan: {
      action: "clone_repository",
      parameters: { url: `https://github.com/${repo}.git`, ref: null },
      reasoning: "The failing command works on the project's source, so the source comes first.",
      cites: [],
      confidence: 0.6,
    },
  };
}
