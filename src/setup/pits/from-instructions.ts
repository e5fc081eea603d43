import type { SetupStep, Way } from "../setup.js";
import { way, type FailedStep, type Pit } from "./pit.js";

const MOST = 3;
const SETS_UP = /\b(?:install|setup|configure|build|bootstrap|sync|restore|generate|migrate|cp |export )\b/;

/** What the project's own README and CI do that the plan does not: worth a try, after what is known. */
export const fromInstructions: Pit = {
  id: "instructions",
  error_types: [
    "COMMAND_NOT_FOUND",
    "PERMISSION_DENIED",
    "VERSION_NOT_FOUND",
    "VERSION_CONFLICT",
    "RUNTIME_VERSION_MISMATCH",
    "MISSING_SYSTEM_LIBRARY",
    "MISSING_PACKAGE",
    "MISSING_FILE",
    "BUILD_FAILURE",
    "SYNTAX_OR_CONFIG",
    "CRASH",
    "TEST_FAILURE",
    "OTHER",
  ],
  react({ detection, step }: FailedStep): Way[] {
    const commands = detection.instructions.commands.filter(
      ({ command }) => SETS_UP.test(command) && !isPlanned(command, detection.steps, step),
    );
    return commands
      .slice(0, MOST)
      .map(({ command, file }, index) =>
        way("instructions", {
          kind: "insert_step",
          template: ["{command}"],
          slots: { command: adapt(command, step), file },
          why: `${file} says so.`,
          probability: 0.4 - index * 0.05,
          seconds: 20,
          risk: 0.15,
        }),
      )
      .map((found) => ({ ...found, source: "instructions" as const }));
  },
};

function isPlanned(command: string, steps: readonly SetupStep[], step: SetupStep): boolean {
  const words = normal(command);
  return normal(step.command) === words || steps.some((planned) => normal(planned.command) === words);
}

function normal(command: string): string {
  return command
    .replace(/^sudo /, "")
    .replace(/(?:python3? -m |\.venv\/bin\/)?pip3?\b/, "pip")
    .trim();
}

/** A README's "pip" and "python" mean the project's environment. */
function adapt(command: string, step: SetupStep): string {
  const plain = command.replace(/^sudo /, "");
  return step.ecosystem === "pip"
    ? plain.replace(/^pip3? /, ".venv/bin/pip ").replace(/^python3? /, ".venv/bin/python ")
    : plain;
}
