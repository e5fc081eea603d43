import type { ProjectFiles } from "../project-files.js";
import type { Goal, SetupStep } from "../setup.js";

/** What was found of one ecosystem in one folder of the repository. */
export interface Detected {
  ecosystem: string;
  /** Folder of the manifest, "." for the root. */
  folder: string;
  manifest: string;
  /** Steps up to and including each goal, in order. */
  steps: readonly SetupStep[];
  /** Ids of steps that are left out where the tests are run: passing tests show the same and more. */
  covered: readonly string[];
}

/** One package manager or build tool. Every file of this folder exports one, of the same inner shape. */
export interface Ecosystem {
  name: string;
  /** Ecosystems whose place it takes in the same folder: a lock file says more than a manifest. */
  replaces: readonly string[];
  /** Null where this folder does not use it. */
  detect(files: ProjectFiles, folder: string): Detected | null;
}

/** Builds the steps of a detection: [goal, name, command] each; "covered" where the tests show the same and more. */
export function detected(
  ecosystem: string,
  folder: string,
  manifest: string,
  steps: readonly (readonly [goal: Goal, name: string, command: string, covered?: "covered"] | null)[],
): Detected {
  const planned = steps.filter((step) => step !== null);
  const toStep = ([goal, name, command]: (typeof planned)[number]): SetupStep => ({
    id: `${ecosystem}/${name}`,
    ecosystem,
    goal,
    command,
    cwd: folder,
  });
  const tested = planned.some(([goal]) => goal === "test");
  return {
    ecosystem,
    folder,
    manifest,
    steps: planned.map(toStep),
    covered: planned
      .filter(([, , , covered]) => tested && covered !== undefined)
      .map(([, name]) => `${ecosystem}/${name}`),
  };
}

export function inFolder(folder: string, name: string): string {
  if (name === ".") return folder;
  return folder === "." ? name : `${folder}/${name}`;
}

/** The first of the names that this folder has. */
export function firstOf(files: ProjectFiles, folder: string, names: readonly string[]): string | null {
  return names.map((name) => inFolder(folder, name)).find((path) => files.has(path)) ?? null;
}
