import type { Environment } from "../environment/environment.js";

export interface EnvironmentMatch {
  match: "match" | "unknown" | "mismatch";
  /** "macOS there, Linux here" */
  differences: string[];
}

/** `here` is what is known of the asking thread, `there` of the remembered one. */
export type CompareEnvironments = (here: Environment, there: Environment) => EnvironmentMatch;

/** By operating system family and processor alone. */
export function compareCoarsely(here: Environment, there: Environment): EnvironmentMatch {
  const pairs = [
    [here.os_family?.value, there.os_family?.value],
    [here.arch?.value, there.arch?.value],
  ] as const;
  const known = pairs.filter(([a, b]) => a !== undefined && b !== undefined);
  const differing = known.filter(([a, b]) => a !== b);
  if (differing.length > 0) {
    return { match: "mismatch", differences: differing.map(([a, b]) => `${b ?? ""} there, ${a ?? ""} here`) };
  }
  return { match: known.length > 0 ? "match" : "unknown", differences: [] };
}
