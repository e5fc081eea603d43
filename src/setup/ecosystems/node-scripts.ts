import type { ProjectFiles } from "../project-files.js";
import type { Goal } from "../setup.js";
import { inFolder } from "./ecosystem.js";

export interface PackageJson {
  name?: string;
  scripts?: Record<string, string>;
  engines?: Record<string, string>;
  packageManager?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** Null where there is none; an object without content where it does not parse: the tool itself then says why. */
export function readPackageJson(files: ProjectFiles, folder: string): PackageJson | null {
  const text = files.text(inFolder(folder, "package.json"));
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** "build" and "test" as the project has them; npm's own placeholder is no test. */
export function scriptSteps(json: PackageJson, run: string): [goal: Goal, name: string, command: string][] {
  const steps: [Goal, string, string][] = [];
  if (json.scripts?.["build"] !== undefined) steps.push(["build", "build", `${run} build`]);
  const test = json.scripts?.["test"];
  if (test !== undefined && !test.includes("no test specified")) steps.push(["test", "test", `${run} test`]);
  return steps;
}
