import type { Environment } from "../environment/environment.js";

export interface EnvironmentMatch {
  match: "match" | "unknown" | "mismatch";
  /** "macOS there, Linux here" */
  differences: string[];
}

/** `here` is what is known of the asking thread, `there` of the remembered one. */
export type CompareEnvironments = (here: Environment, there: Environment) => EnvironmentMatch;
