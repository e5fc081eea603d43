import { ALL_ECOSYSTEMS } from "../ecosystems/all-ecosystems.js";
import type { Detected } from "../ecosystems/ecosystem.js";
import type { ProjectFiles } from "../project-files.js";
import { GOALS, type Goal, type SetupStep } from "../setup.js";
import { readInstructions, type Instructions } from "./instructions.js";

export interface Detection {
  found: readonly Detected[];
  instructions: Instructions;
  /** Steps up to the goal, in the order in which they are done. */
  steps: SetupStep[];
}

/** Build tools whose manifest is another ecosystem's helper where both stand in one folder. */
const HELPERS = new Set(["make"]);
const DEPTH = 3;

/** Finds the manifests nearest to the root, and what leads from each of them to the goal. */
export function detectProject(files: ProjectFiles, goal: Goal): Detection {
  const found =
    foldersOf(files)
      .map((folder) => detectFolder(files, folder))
      .find((list) => list.some(isMain)) ?? [];
  const instructions = readInstructions(files);
  const wanted = GOALS.slice(0, GOALS.indexOf(goal) + 1);
  const steps = wanted.flatMap((stage) =>
    found.flatMap(({ steps: all, covered }) =>
      all.filter((step) => step.goal === stage && !(goal === "test" && covered.includes(step.id))),
    ),
  );
  return { found, instructions, steps };
}

function isMain({ ecosystem }: Detected): boolean {
  return ecosystem !== "apt";
}

function detectFolder(files: ProjectFiles, folder: string): Detected[] {
  const all = ALL_ECOSYSTEMS.flatMap((ecosystem) => {
    const entry = ecosystem.detect(files, folder);
    return entry === null ? [] : [{ ecosystem, entry }];
  });
  const replaced = new Set(all.flatMap(({ ecosystem }) => ecosystem.replaces));
  const kept = all.filter(({ ecosystem }) => !replaced.has(ecosystem.name)).map(({ entry }) => entry);
  const main = kept.filter((entry) => !HELPERS.has(entry.ecosystem) && isMain(entry));
  return main.length > 0 ? kept.filter((entry) => !HELPERS.has(entry.ecosystem)) : kept;
}

/** The root first, then folder by folder, nearest first: a project may lie below the repository's root. */
function foldersOf(files: ProjectFiles): string[] {
  const folders = new Set(["."]);
  for (const path of files.paths) {
    const parts = path.split("/").slice(0, -1);
    for (let depth = 1; depth <= Math.min(parts.length, DEPTH); depth += 1)
      folders.add(parts.slice(0, depth).join("/"));
  }
  return Array.from(folders).sort((a, b) =>
    a === "." ? -1 : b === "." ? 1 : a.split("/").length - b.split("/").length || (a < b ? -1 : 1),
  );
}
