import type { Environment } from "../../environment/environment.js";
import type { Condition } from "../../memory/experience.js";

/**
 * The conditions under which a way that helped may help again: the operating system and processor for what comes from
 * the system, and the runtime's line for what depends on it.
 */
export function conditionsOf(environment: Environment, runtime: string | null): Condition[] {
  const conditions: Condition[] = [];
  if (environment.os_family !== undefined)
    conditions.push({ dimension: "os_family", expected: environment.os_family.value });
  if (environment.arch !== undefined)
    conditions.push({ dimension: "arch", expected: environment.arch.value });
  const version = runtime === null ? undefined : environment.runtimes[runtime]?.value;
  if (runtime !== null && version !== undefined)
    conditions.push({ dimension: `runtimes.${runtime}`, expected: lineOf(runtime, version) });
  return conditions;
}

/** False only where the environment is known to differ: what is unknown does not speak against a memory. */
export function holdIn(conditions: readonly Condition[], environment: Environment): boolean {
  return conditions.every(({ dimension, expected }) => {
    if (dimension.startsWith("runtimes.")) {
      const runtime = dimension.slice("runtimes.".length);
      const version = environment.runtimes[runtime]?.value;
      return version === undefined || lineOf(runtime, version) === expected;
    }
    const value =
      dimension === "os_family"
        ? environment.os_family
        : dimension === "arch"
          ? environment.arch
          : environment.distro;
    return value === undefined || value.value === expected;
  });
}

/** "3.13" for Python 3.13.5, "20" for Node 20.19.2: what a package is built for. */
function lineOf(runtime: string, version: string): string {
  const parts = version.split(".");
  return runtime === "node" || runtime === "java" ? (parts[0] ?? version) : parts.slice(0, 2).join(".");
}

export function runtimeOf(ecosystem: string): string | null {
  if (/^(?:pip|poetry|uv|conda)$/.test(ecosystem)) return "python";
  if (/^(?:npm|yarn|pnpm)$/.test(ecosystem)) return "node";
  if (ecosystem === "bundler") return "ruby";
  if (ecosystem === "composer") return "php";
  return null;
}
