import type { SetupStep, Way } from "../setup.js";
import {
  entityOf,
  escapePattern,
  isNode,
  isPlainName,
  isPython,
  way,
  type FailedStep,
  type Pit,
} from "./pit.js";

const AVAILABLE = /\(from versions: ([^)]*)\)/;

/** A pinned version that the index does not have: another index has it, another interpreter sees it, or another version does. */
export const versionNotFound: Pit = {
  id: "version-not-found",
  error_types: ["VERSION_NOT_FOUND", "MISSING_PACKAGE"],
  react(failed) {
    const name = entityOf(failed.failure, "package");
    if (name === null || !isPlainName(name)) return [];
    if (isPython(failed.step)) return [...otherIndexes(failed, name), ...otherPythonVersion(failed, name)];
    if (isNode(failed.step)) return nodeVersion(failed, name);
    if (failed.step.ecosystem === "cargo") return cargoVersion(failed, name);
    return [];
  },
};

/** Only what the operator allows, or the project itself names, is ever asked. */
function otherIndexes({ python_indexes, detection, step }: FailedStep, name: string): Way[] {
  if (!/\bpip install\b/.test(step.command)) return [];
  const indexes = Array.from(new Set([...python_indexes, ...detection.instructions.python_indexes]));
  return indexes
    .filter((index) => !step.command.includes(index))
    .map((index, at) =>
      way("other-index", {
        kind: "modify_command",
        template: ["{command} {index}"],
        slots: { command: step.command, index, package: name },
        why: `The default index does not have ${name} in this version; ${index} may.`,
        probability: 0.65 - at * 0.1,
        seconds: 15,
      }),
    );
}

function otherPythonVersion({ failure, output, step, files }: FailedStep, name: string): Way[] {
  const listed =
    AVAILABLE.exec(output)?.[1]
      ?.split(",")
      .map((version) => version.trim()) ?? [];
  const wanted = entityOf(failure, "version") ?? entityOf(failure, "constraint") ?? "";
  const version = closestVersion(
    wanted.replace(/^[=<>~!^ ]+/, ""),
    listed.filter((text) => /^\d/.test(text)),
  );
  if (version === null) return [];
  const manifest = manifestNaming(files, step, name);
  if (manifest === null) return [];
  return [
    way("other-version", {
      kind: "insert_step",
      template: ["sed -i -E 's/^({pattern})([[:space:]]*)==[^;# ]+/\\1\\2=={version}/I' {manifest}"],
      slots: { pattern: namePattern(name), package: name, version, manifest },
      why: `${name} has no version ${wanted}; ${version} is the nearest that the index has.`,
      probability: 0.6,
      risk: 0.25,
    }),
  ];
}

function nodeVersion({ step }: FailedStep, name: string): Way[] {
  return [
    way("other-version", {
      kind: "insert_step",
      template: [
        "npm pkg set 'dependencies.{package}=*' --json=false && npm pkg get name >/dev/null",
        "rm -f package-lock.json",
      ],
      slots: { package: name },
      why: `${name} has no such version; the newest one is taken.`,
      probability: step.ecosystem === "npm" ? 0.5 : 0.3,
      risk: 0.3,
    }),
  ];
}

function cargoVersion({ output }: FailedStep, name: string): Way[] {
  const version = /candidate versions found which didn't match: ([\d.]+)/.exec(output)?.[1];
  if (version === undefined) return [];
  return [
    way("other-version", {
      kind: "insert_step",
      template: ["cargo add {package}@{version}"],
      slots: { package: name, version },
      why: `${name} has no such version; ${version} is the newest that the index has.`,
      probability: 0.6,
      risk: 0.25,
    }),
  ];
}

/** "_", "-" and "." are one in the names of Python packages. */
function namePattern(name: string): string {
  return escapePattern(name).replaceAll(/\\\.|[-_]/g, "[-_.]");
}

/** The manifest that pins the package, relative to the step's folder. */
function manifestNaming(files: FailedStep["files"], step: SetupStep, name: string): string | null {
  const pattern = new RegExp(`^${namePattern(name)}[ \\t]*==`, "im");
  const prefix = step.cwd === "." ? "" : `${step.cwd}/`;
  return (
    files
      .names(step.cwd)
      .filter((path) => /\.(?:txt|in)$/.test(path))
      .find((path) => pattern.test(files.text(prefix + path) ?? "")) ?? null
  );
}

/** The nearest of the versions: the longest common start, then the highest. */
export function closestVersion(wanted: string, available: readonly string[]): string | null {
  const parts = wanted.split(".");
  const common = (version: string) => {
    const other = version.split(".");
    const at = parts.findIndex((part, index) => other[index] !== part);
    return at === -1 ? parts.length : at;
  };
  const stable = available.filter((version) => /^[\d.]+$/.test(version));
  const candidates = stable.length > 0 ? stable : available;
  return Array.from(candidates).sort((a, b) => common(b) - common(a) || compareNumbers(b, a))[0] ?? null;
}

function compareNumbers(a: string, b: string): number {
  const [left, right] = [a.split("."), b.split(".")];
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const difference = Number.parseInt(left[index] ?? "0", 10) - Number.parseInt(right[index] ?? "0", 10);
    if (difference !== 0 && !Number.isNaN(difference)) return difference;
  }
  return 0;
}
