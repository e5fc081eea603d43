import type { Environment } from "./environment.js";
import { schemeOf } from "./versions/scheme-of.js";

export interface Compatibility {
  match: "match" | "unknown" | "mismatch";
  /** "macOS there, Linux here"; all that differ, also those that do not matter. */
  differences: string[];
}

/**
 * Dimensions on which a fix may depend: "os_family", "distro", "arch", "container", "cuda", "runtimes.node",
 * "package_managers.npm", "software.gcc" …
 */
export type Dimension = string;

/** Where nothing says what a fix depends on. */
export const USUAL_DIMENSIONS: readonly Dimension[] = ["os_family", "arch"];

const SINGLE = ["os_family", "distro", "arch", "container", "cuda"] as const;
const GROUPS = ["runtimes", "package_managers", "software"] as const;

/**
 * `here` is the asking thread's machine, `there` the remembered one. A mismatch on a dimension that matters is a
 * mismatch; something known equal on one that matters is a match; else it is unknown. Versions are compared by their
 * ecosystem's rules: another major version differs, another patch does not.
 */
export function compareEnvironments(
  here: Environment,
  there: Environment,
  matters: readonly Dimension[] = USUAL_DIMENSIONS,
): Compatibility {
  const compared = dimensionsOf(here, there, matters).map((dimension) => ({
    dimension,
    ...compareOn(dimension, valueOf(here, dimension), valueOf(there, dimension)),
  }));
  const differences = compared.flatMap(({ difference }) => difference ?? []);
  const important = compared.filter(({ dimension }) => matters.includes(dimension));
  if (important.some(({ same }) => same === false)) return { match: "mismatch", differences };
  return { match: important.some(({ same }) => same === true) ? "match" : "unknown", differences };
}

interface Compared {
  /** undefined: not known on one side. */
  same: boolean | undefined;
  difference?: string;
}

function compareOn(dimension: Dimension, here: string | undefined, there: string | undefined): Compared {
  if (here === undefined || there === undefined) return { same: undefined };
  const name = dimension.split(".").slice(1).join(".");
  const same = name === "" ? here.toLowerCase() === there.toLowerCase() : sameMajor(name, here, there);
  if (same !== false) return { same };
  return { same, difference: say(dimension, name, here, there) };
}

/** Undefined where one of them is no version: a commit says nothing about another commit. */
function sameMajor(name: string, hereVersion: string, thereVersion: string): boolean | undefined {
  const scheme = schemeOf(name);
  const [here, there] = [readable(name, hereVersion), readable(name, thereVersion)];
  const order = isCommit(here) || isCommit(there) ? undefined : scheme.compare(here, there);
  if (order === undefined) return here === there ? true : undefined;
  if (order === 0) return true;
  const [a, b] = [scheme.major(here), scheme.major(there)];
  if (a === undefined || b === undefined) return undefined;
  // Before 1.0, and in the languages that count so, the second number is what breaks things.
  if (a === b && (a === "0" || MINOR_BREAKS.has(name))) return secondNumber(here) === secondNumber(there);
  return a === b;
}

function isCommit(version: string): boolean {
  return /^[0-9a-f]{7,40}$/.test(version) && /[a-f]/.test(version);
}

/** Java 8 called itself 1.8. */
function readable(name: string, version: string): string {
  const bare = version.replace(/^[a-z]{1,10}-?(?=\d)/i, "");
  return name === "java" ? bare.replace(/^1\.(?=\d)/, "") : bare;
}

const MINOR_BREAKS = new Set(["python", "ruby", "go", "php", "elixir", "rails", "django"]);

function secondNumber(version: string): string {
  return /^\D{0,8}\d{1,9}\.(\d{1,9})/.exec(version)?.[1] ?? "0";
}

function say(dimension: Dimension, name: string, here: string, there: string): string {
  if (name !== "") return `${name} ${there} there, ${here} here`;
  if (dimension === "os_family")
    return `${FAMILY_NAMES[there] ?? there} there, ${FAMILY_NAMES[here] ?? here} here`;
  return `${there} there, ${here} here`;
}

const FAMILY_NAMES: Readonly<Record<string, string>> = {
  macos: "macOS",
  linux: "Linux",
  windows: "Windows",
  freebsd: "FreeBSD",
  openbsd: "OpenBSD",
  netbsd: "NetBSD",
  android: "Android",
  ios: "iOS",
};

/** What matters, and all else that both know. */
function dimensionsOf(here: Environment, there: Environment, matters: readonly Dimension[]): Dimension[] {
  const shared = GROUPS.flatMap((group) =>
    Object.keys(here[group])
      .filter((name) => Object.hasOwn(there[group], name))
      .map((name) => `${group}.${name}`),
  );
  return [...new Set([...SINGLE, ...matters, ...shared])];
}

function valueOf(environment: Environment, dimension: Dimension): string | undefined {
  const single = SINGLE.find((key) => key === dimension);
  if (single !== undefined) return environment[single]?.value;
  const group = GROUPS.find((key) => dimension.startsWith(`${key}.`));
  if (group === undefined) return undefined;
  const name = dimension.slice(group.length + 1);
  return Object.hasOwn(environment[group], name) ? environment[group][name]?.value : undefined;
}
