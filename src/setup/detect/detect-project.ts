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
  /** Folders beside the one that was chosen which hold a project too. Empty where the root itself is one. */
  others: readonly string[];
}

/** Build tools whose manifest is another ecosystem's helper where both stand in one folder. */
const HELPERS = new Set(["make"]);
const DEPTH = 3;
/** Folders that hold what belongs to a project, seldom the project itself. */
const ASIDE =
  /(?:^|\/)(?:\.[^/]+|docs?|examples?|samples?|demos?|tests?|benchmarks?|fixtures|third_party|vendor|tools|scripts|website)(?:\/|$)/;

/** Finds the manifests nearest to the root, and what leads from each of them to the goal. */
export function detectProject(files: ProjectFiles, goal: Goal): Detection {
  const candidates = foldersOf(files)
    .map((folder) => detectFolder(files, folder))
    .filter((list) => list.some(isMain));
  const [found = []] = candidates;
  const instructions = readInstructions(files);
  const wanted = GOALS.slice(0, GOALS.indexOf(goal) + 1);
  const steps = wanted.flatMap((stage) =>
    found.flatMap(({ steps: all, covered }) =>
      all.filter((step) => step.goal === stage && !(goal === "test" && covered.includes(step.id))),
    ),
  );
  return { found, instructions, steps, others: othersOf(candidates) };
}

/** Projects at the same depth, where none of them stands above the others. */
function othersOf(candidates: readonly (readonly Detected[])[]): string[] {
  const [chosen, ...rest] = candidates.flatMap(([first]) => (first === undefined ? [] : [first.folder]));
  if (chosen === undefined || chosen === ".") return [];
  return rest.filter((folder) => depthOf(folder) === depthOf(chosen) && !ASIDE.test(folder));
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
  return Array.from(folders).sort(
    (a, b) =>
      Number(ASIDE.test(a)) - Number(ASIDE.test(b)) ||
      depthOf(a) - depthOf(b) ||
      (a < b ? -1 : a > b ? 1 : 0),
  );
}

function depthOf(folder: string): number {
  return folder === "." ? 0 : folder.split("/").length;
}
