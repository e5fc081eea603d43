import type { Plan } from "../plan.js";
import { sourceOf } from "../project-source.js";
import type { Candidate } from "./candidate.js";
import type { State } from "./state.js";
import { BUILD_TITLE } from "./titles.js";
import { VALUE } from "./value.js";
import {
  canVerify,
  isPrepared,
  needsSource,
  reproductionOf,
  sandboxFits,
  startsProgram,
  wasTried,
} from "./verification.js";

/** Fetch the source, build it, see the failure here: what makes a measurement or a proof possible. */
export function fromReproduction(state: State): Candidate[] {
  if (!sandboxFits(state)) return [];
  const commands = canVerify(state) ? reproductionOf(state) : programOf(state);
  if (commands.length === 0) return [];
  if (!isPrepared(state, commands)) return prepare(state, commands);
  if (!canVerify(state) || state.known.has("reproduced")) return [];
  return [
    candidate(state, 0.55, 60, {
      action: "reproduce",
      parameters: { commands },
      reasoning: "The thread shows the failing command. Seen to fail in a clean sandbox, it can prove a fix.",
      cites: [],
      confidence: 0.55,
    }),
  ];
}

/** The program that the playbook's own measurements start, where it has any left. */
function programOf(state: State): string[] {
  const open = state.playbook.actions.some(
    ({ title, where }) => where === "either" && !state.done.has(title),
  );
  return state.program === null || !open ? [] : [state.program];
}

function prepare(state: State, commands: readonly string[]): Candidate[] {
  if (!state.known.has("cloned")) {
    if (wasTried(state, "clone_repository") || !commands.some(needsSource)) return [];
    return [clone(state)];
  }
  const build = buildCommand(state);
  if (build !== null && !state.known.has("build_tried"))
    return [
      candidate(state, 0.65, 60, {
        action: "run_command",
        parameters: { command: build, cwd: null, purpose: BUILD_TITLE },
        reasoning: "The program has to be built before it can be watched; the reporter shows how.",
        cites: [],
        confidence: 0.65,
      }),
    ];
  if (wasTried(state, "setup_environment")) return [];
  return [
    candidate(state, 0.55, 120, {
      action: "setup_environment",
      parameters: { goal: "build" },
      reasoning: "The program has to be built before it can be watched.",
      cites: [],
      confidence: 0.55,
    }),
  ];
}

function clone(state: State): Candidate {
  return candidate(state, 0.6, 30, {
    action: "clone_repository",
    parameters: sourceOf(state.situation),
    reasoning: "The command works on the project's source, so the source comes first.",
    cites: [],
    confidence: 0.6,
  });
}

/** The reporter's own build commands, before the program was started. */
function buildCommand({ situation }: State): string | null {
  const build =
    /^(?:make|cmake|ninja|cargo build|go build|npm (?:ci|install)|gcc|cc|g\+\+|\.\/configure)\b[\w ./=:,@%+-]*$/;
  const commands = situation.chain.facts
    .filter(({ key, author_role }) => key === "command" && author_role === "reporter")
    .map(({ value }) => value.trim())
    .filter((command) => build.test(command) && !startsProgram(command));
  return commands.length === 0 ? null : commands.slice(0, 4).join(" && ");
}

function candidate(state: State, p: number, seconds: number, plan: Plan): Candidate {
  return { from: `playbook/${state.playbook.name}`, p, value: VALUE.reproduced, seconds, rounds: 0, plan };
}
