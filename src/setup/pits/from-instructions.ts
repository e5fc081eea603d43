import { systemPackagesOf } from "../../sandbox/system-packages.js";
import type { SetupStep, Way } from "../setup.js";
import { inFolder } from "../ecosystems/ecosystem.js";
import { readPackageJson } from "../ecosystems/node-scripts.js";
import { missingLocals } from "./local-files.js";
import { readMakefile, targetsFor } from "./makefiles.js";
import { entityOf, isNode, way, type FailedStep, type Pit } from "./pit.js";

const MOST = 3;
/** Failures that a system package may mend. */
const BUILDS = /^(?:BUILD_FAILURE|MISSING_SYSTEM_LIBRARY|MISSING_FILE|COMMAND_NOT_FOUND|CRASH)$/;
const SETS_UP = /\b(?:install|setup|configure|build|bootstrap|sync|restore|generate|migrate|cp )\b/;
/** Of another system, of a variable that only the CI has, or without effect on the commands after it. */
const NOT_HERE =
  /\$[{(\w]|^(?:export|source|\.|cd) |\b(?:brew|choco|winget|scoop|port|dnf|yum|apk|pacman|zypper|emerge|nix|docker|podman)\b/;

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
  react({ detection, files, step, failure, output }: FailedStep): Way[] {
    const missing = entityOf(failure, "file") ?? entityOf(failure, "header") ?? entityOf(failure, "package");
    const made = generators(files, detection, step, [
      ...(missing === null ? [] : [missing]),
      ...missingLocals(files, step.cwd).map(({ target }) => target),
    ]);
    const texts = openCommands({ detection, files }, step)
      .slice(0, MOST)
      .map(({ command, file }, index) => {
        const fits =
          (MAKES.test(command) && /generated?|codegen|No such file|Cannot find module/i.test(output)) ||
          (BUILDS.test(failure.error_type) && systemPackagesOf(command) !== null);
        return said(command, file, step, fits ? 0.75 : 0.4 - index * 0.05);
      });
    return [...made, ...texts];
  },
  foresee({ detection, files }, step) {
    if (step.goal === "install" && !/^(?:make|cmake|go|cargo)$/.test(step.ecosystem)) return [];
    const wanted = missingLocals(files, step.cwd).map(({ target }) => target);
    return wanted.length === 0 ? [] : generators(files, detection, step, wanted).slice(0, 1);
  },
};

/** What makes a file that is not in the repository: a command of the texts, a script of the manifest, a target. */
function generators(
  files: FailedStep["files"],
  detection: FailedStep["detection"],
  step: SetupStep,
  wanted: readonly string[],
): Way[] {
  if (wanted.length === 0) return [];
  const bases = wanted.map(baseOf);
  const names = (text: string) => bases.some((base) => base.length > 2 && text.includes(base));
  const told = openCommands({ detection, files }, step)
    .filter(({ command }) => names(command) || MAKES.test(command))
    .sort((a, b) => Number(names(b.command)) - Number(names(a.command)))
    .map(({ command, file }) => said(command, file, step, names(command) ? 0.85 : 0.75));
  const scripts = Object.entries(isNode(step) ? (readPackageJson(files, step.cwd)?.scripts ?? {}) : {})
    .filter(
      ([name, body]) =>
        !/^(?:test|start|lint|dev|serve|install|pre|post)/.test(name) && (names(body) || MAKES.test(name)),
    )
    .sort(([, a], [, b]) => Number(names(b)) - Number(names(a)))
    .map(([name]) => said(`npm run ${name}`, "package.json", step, 0.8));
  return [...told, ...scripts, ...targetsOf(files, step, wanted, names)];
}

/** The rules of the makefile that make what is wanted: the very file first, then what is called like it. */
function targetsOf(
  files: FailedStep["files"],
  step: SetupStep,
  wanted: readonly string[],
  isCalledSo: (name: string) => boolean,
): Way[] {
  const makefile = readMakefile(files, step.cwd);
  const exact = wanted.flatMap((name) => targetsFor(makefile, name));
  const named = makefile.targets.filter(
    (name) => isCalledSo(name) || /^(?:gen|generate|generated|codegen)$/.test(name),
  );
  const list = Array.from(new Set([...exact, ...named])).filter((name) => !name.includes("%"));
  return list.map((name) => said(`make ${name}`, "Makefile", step, exact.includes(name) ? 0.85 : 0.75));
}

function baseOf(path: string): string {
  return (path.split("/").at(-1) ?? path).replace(/\.\w+$/, "");
}

/** What makes sources, tables or configuration. */
const MAKES =
  /generat|codegen|\bgen\b|mk\w+\.sh|make-?\w*\.(?:sh|py|js)|autogen|bootstrap|> ?[\w./-]+$|protoc|compile-\w+|build:\w+|run (?:prepare|setup|codegen|gen)/i;

function openCommands(
  { detection, files }: Pick<FailedStep, "detection" | "files">,
  step: SetupStep,
): { command: string; file: string }[] {
  const own = ownName(files, step.cwd);
  return detection.instructions.commands.filter(
    ({ command }) =>
      (SETS_UP.test(command) || MAKES.test(command)) &&
      !NOT_HERE.test(command) &&
      // "pip install thisproject" is for those who only use it.
      !(own !== null && /\b(?:install|add|get|i)\b/.test(command) && command.split(/\s+/).includes(own)) &&
      !isPlanned(command, detection.steps, step),
  );
}

function ownName(files: FailedStep["files"], folder: string): string | null {
  const texts = ["pyproject.toml", "setup.cfg", "setup.py", "Cargo.toml"].map(
    (name) => files.text(inFolder(folder, name)) ?? "",
  );
  return (
    readPackageJson(files, folder)?.name ??
    /^[ \t]*name ?= ?["']?([\w.-]+)/m.exec(texts.join("\n"))?.[1] ??
    null
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
