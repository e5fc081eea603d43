import type { State } from "./state.js";

/** A Linux container can show what happens on Linux, and where the reporter does not say. */
export function sandboxFits({ situation, os_family }: State): boolean {
  return situation.can_run && (os_family === null || os_family === "linux");
}

/** Whether a fix could still be proven in this run: the failing command is known, and is not known to pass here. */
export function canVerify(state: State): boolean {
  if (!sandboxFits(state) || state.situation.budget.steps_left < 3) return false;
  const commands = reproductionOf(state);
  if (commands.length === 0 || state.known.has("not_reproduced")) return false;
  return isPrepared(state, commands) || !wasTried(state, "clone_repository");
}

/** The command that the reporter saw fail. */
export function reproductionOf({ situation }: State): string[] {
  return situation.chain.failures
    .map(({ raw_command }) => raw_command?.trim() ?? "")
    .filter((command) => command !== "" && !command.includes("\n"))
    .slice(0, 1);
}

/** A command on a path or a manifest works in the project's folder only; installing something by name does not. */
export function needsSource(command: string): boolean {
  return /^(?:\.{1,2}\/|make\b|cmake\b|cargo (?!install)|go (?!install)|mvn\b|gradle\b|npm (?:ci|run|test|install$)|pip3? install (?:-r|-e|\.)|bundle\b|composer (?!require)|poetry\b|(?:yarn|pnpm)(?: install)?$|pytest\b|python3? \S)/.test(
    command,
  );
}

/** What the commands need is there: the source where they work on it, and the program where they start one. */
export function isPrepared(state: State, commands: readonly string[]): boolean {
  if (!commands.some(needsSource)) return true;
  if (!state.known.has("cloned")) return false;
  return !commands.some(startsProgram) || state.known.has("built");
}

/** "./app": has to be built before it can be started; "./configure" and other scripts come with the source. */
export function startsProgram(command: string): boolean {
  return (
    /^\.{1,2}\//.test(command) &&
    !/^\S*(?:configure|autogen|bootstrap|gradlew|mvnw|\.(?:sh|py|rb|pl|js))\b/.test(command)
  );
}

/** The playbook's measurements can be made in the sandbox, now or once the source is there. */
export function couldRunHere(state: State): boolean {
  const { program } = state;
  if (program === null || !sandboxFits(state)) return false;
  if (isPrepared(state, [program])) return true;
  if (!state.known.has("cloned")) return !wasTried(state, "clone_repository");
  return !wasTried(state, "setup_environment");
}

export function wasTried({ situation }: State, action: string): boolean {
  return situation.steps.some(({ plan }) => plan.action === action);
}
