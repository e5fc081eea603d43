import { inFolder } from "../ecosystems/ecosystem.js";
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
  type Surroundings,
} from "./pit.js";
import { closestVersion } from "./closest-version.js";
import { mavenVersions } from "./maven-versions.js";
import { cargoVersions, nodeVersions } from "./other-versions.js";
import { offersOf } from "./requirements.js";

const AVAILABLE = /\(from versions: ([^)]*)\)/;

/** A pinned version that the index does not have: another index has it, another interpreter sees it, or another version does. */
export const versionNotFound: Pit = {
  id: "version-not-found",
  ways: ["other-index", "other-version"],
  error_types: ["VERSION_NOT_FOUND", "VERSION_CONFLICT", "MISSING_PACKAGE", "BUILD_FAILURE", "OTHER"],
  async react(failed) {
    const name = entityOf(failed.failure, "package");
    if (isPython(failed.step)) {
      // Not every tool says in its log which versions there are: then the index is asked.
      if (name === null || failed.step.ecosystem === "uv") return await pythonVersions(failed, failed.step);
      if (!isPlainName(name)) return [];
      return [...otherIndexes(failed, name), ...otherPythonVersion(failed, name)];
    }
    if (failed.failure.error_type === "BUILD_FAILURE") return [];
    return await otherVersions(failed, failed.step);
  },
  async foresee(surroundings, step) {
    return step.goal === "install" ? await otherVersions(surroundings, step) : [];
  },
};

/** What the manifest asks for and no version of the registry fits, each with the nearest that there is. */
async function otherVersions(surroundings: Surroundings, step: SetupStep): Promise<Way[]> {
  if (isPython(step)) return await pythonVersions(surroundings, step);
  if (isNode(step)) return await nodeVersions(surroundings, step);
  if (step.ecosystem === "cargo") return await cargoVersions(surroundings, step);
  if (step.ecosystem === "maven") return await mavenVersions(surroundings, step);
  return [];
}

async function pythonVersions({ files, lookups }: Surroundings, step: SetupStep): Promise<Way[]> {
  return (await offersOf(files, step, lookups)).flatMap(({ requirement, offer }) => {
    const wanted = /[=~><]={0,2}\s*([\w.]+)/.exec(requirement.text)?.[1];
    if (!offer.exists || offer.matching || wanted === undefined) return [];
    const version = closestVersion(wanted, offer.versions);
    return version === null ? [] : [pinTo(offer.name, wanted, version, requirement.file)];
  });
}

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
  const manifest = version === null ? null : manifestNaming(files, step, name);
  return version === null || manifest === null ? [] : [pinTo(name, wanted, version, manifest)];
}

/** One bound of a requirement, for sed: ">= 1.2". */
const BOUND = '[=~><!]+[[:space:]]*[^];#", \\x27\\\\]+';

function pinTo(name: string, wanted: string, version: string, manifest: string): Way {
  return way("other-version", {
    kind: "insert_step",
    template: [
      "sed -i -E 's/(^|[^[:alnum:]._-])({pattern}([[][^]]*[]])?[[:space:]]*){bound}([[:space:]]*,[[:space:]]*{bound})*/\\1\\2=={version}/I' {manifest}",
    ],
    slots: { pattern: namePattern(name), bound: BOUND, package: name, version, manifest },
    why: `${name} has no version ${wanted}; ${version} is the nearest that the index has.`,
    probability: 0.6,
    risk: 0.25,
  });
}

/** "_", "-" and "." are one in the names of Python packages. */
function namePattern(name: string): string {
  return escapePattern(name).replaceAll(/\\\.|[-_]/g, "[-_.]");
}

/** The manifest that pins the package, relative to the step's folder. */
function manifestNaming(files: FailedStep["files"], step: SetupStep, name: string): string | null {
  const pattern = new RegExp(`(?:^|["' \\t])${namePattern(name)}(?:\\[[^\\]\\n]*\\])?[ \\t]*[=~><!]`, "im");
  return (
    files
      .names(step.cwd)
      .filter((path) => /\.(?:txt|in)$|^(?:pyproject\.toml|setup\.cfg|setup\.py)$/.test(path))
      .find((path) => pattern.test(files.text(inFolder(step.cwd, path)) ?? "")) ?? null
  );
}
