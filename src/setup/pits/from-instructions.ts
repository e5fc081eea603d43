import type { SetupStep, Way } from "../setup.js";
import { inFolder } from "../ecosystems/ecosystem.js";
import { entityOf, way, type FailedStep, type Pit } from "./pit.js";

const MOST = 3;
const SETS_UP = /\b(?:install|setup|configure|build|bootstrap|sync|restore|generate|migrate|cp |export )\b/;

/** What the project's own README and CI do that the plan does not: worth a try, after what is known. */
export const fromInstructions: Pit = {
  id: "instructions",
  ways: ["instructions"],
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
  react({ detection, step, failure, output }: FailedStep): Way[] {
    const missing = entityOf(failure, "file") ?? entityOf(failure, "header") ?? entityOf(failure, "package");
    return openCommands(detection, step)
      .slice(0, MOST)
      .map(({ command, file }, index) => {
        // "./make-table.sh > table.h" is the one that makes what is missing.
        const makes = missing !== null && command.includes(missing.split("/").at(-1) ?? missing);
        const fits =
          makes ||
          (MAKES.test(command) && /generated?|codegen|No such file|Cannot find module/i.test(output));
        return said(command, file, step, fits ? 0.8 : 0.4 - index * 0.05);
      });
  },
  foresee({ detection, files }, step) {
    // What the texts have made before the first build or test: sources that are generated and not committed.
    const last = detection.steps.findLast(({ goal }) => goal === "install");
    if (step.goal === "install" && !(last === undefined || isMade(step))) return [];
    if (step.goal === "install" && step.ecosystem !== "make") return [];
    return openCommands(detection, step)
      .filter(({ command }) => MAKES.test(command) && isWanted(command, files, step))
      .map(({ command, file }) => said(command, file, step, 0.7))
      .slice(0, 1);
  },
};

/** What makes sources, tables or configuration. */
const MAKES =
  /generat|codegen|\bgen\b|mk\w+\.sh|make-?\w*\.(?:sh|py|js)|autogen|bootstrap|> ?[\w./-]+$|protoc|compile-\w+|build:\w+|run (?:prepare|setup|codegen|gen)/i;

function isMade(step: SetupStep): boolean {
  return step.ecosystem === "make" || step.ecosystem === "cmake";
}

/** It writes a file that is not there, or runs a script whose output nobody committed. */
function isWanted(command: string, files: FailedStep["files"], step: SetupStep): boolean {
  const target = /> ?([\w./-]+)$/.exec(command)?.[1];
  if (target !== undefined) return !files.has(inFolder(step.cwd, target));
  return !/^(?:make|cmake|go build|cargo build|npm (?:ci|install|test|run build))\b/.test(command);
}

function openCommands(
  detection: FailedStep["detection"],
  step: SetupStep,
): { command: string; file: string }[] {
  return detection.instructions.commands.filter(
    ({ command }) =>
      (SETS_UP.test(command) || MAKES.test(command)) && !isPlanned(command, detection.steps, step),
  );
}

function said(command: string, file: string, step: SetupStep, probability: number): Way {
  const found = way("instructions", {
    kind: "insert_step",
    template: ["{command}"],
    slots: { command: adapt(command, step), file },
    why: `${file} says so.`,
    probability,
    seconds: 20,
    risk: 0.15,
  });
  return { ...found, source: "instructions" };
}

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
