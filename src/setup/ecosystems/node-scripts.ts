import type { ProjectFiles } from "../project-files.js";
import type { Goal } from "../setup.js";
import { inFolder } from "./ecosystem.js";

export interface PackageJson {
  name?: string;
  scripts?: Record<string, string>;
  engines?: Record<string, string>;
  packageManager?: string;
  workspaces?: unknown;
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

/**
 * The whole of a project with workspaces: what its members ask for, and the names under which they know each other.
 * `others`: folders below that are projects of their own.
 */
export function readWorkspace(
  files: ProjectFiles,
  folder: string,
): { json: PackageJson; own: ReadonlySet<string>; others: readonly string[] } | null {
  const root = readPackageJson(files, folder);
  if (root === null) return null;
  const shared = root.workspaces !== undefined || files.has(inFolder(folder, "pnpm-workspace.yaml"));
  const nested = files
    .names(folder)
    .filter((name) => name.endsWith("/package.json"))
    .map((name) => name.slice(0, -"package.json".length));
  const members = shared
    ? nested.flatMap((name) => readPackageJson(files, inFolder(folder, name.slice(0, -1))) ?? [])
    : [];
  const own = new Set([root, ...members].flatMap(({ name }) => name ?? []));
  const merged = (section: (json: PackageJson) => Record<string, string> | undefined) =>
    Object.fromEntries(
      [...members, root]
        .flatMap((json) => Object.entries(section(json) ?? {}))
        .filter(([name]) => !own.has(name)),
    );
  const json = {
    ...root,
    dependencies: merged(({ dependencies }) => dependencies),
    devDependencies: merged(({ devDependencies }) => devDependencies),
    peerDependencies: merged(({ peerDependencies }) => peerDependencies),
    optionalDependencies: merged(({ optionalDependencies }) => optionalDependencies),
  };
  return { json, own, others: shared ? [] : nested };
}

/** "." and the folders of the workspace's members, as far as their names are plain. */
export function manifestFolders(files: ProjectFiles, folder: string): string[] {
  const workspace = readWorkspace(files, folder);
  if (workspace === null || workspace.others.length > 0) return ["."];
  const members = files
    .names(folder)
    .filter((name) => /^[\w./-]+\/package\.json$/.test(name))
    .map((name) => name.slice(0, -"/package.json".length));
  return [".", ...members];
}

/** "build" and "test" as the project has them; npm's own placeholder is no test. */
export function scriptSteps(json: PackageJson, run: string): [goal: Goal, name: string, command: string][] {
  const steps: [Goal, string, string][] = [];
  if (json.scripts?.["build"] !== undefined) steps.push(["build", "build", `${run} build`]);
  const test = json.scripts?.["test"];
  if (test !== undefined && !test.includes("no test specified")) steps.push(["test", "test", `${run} test`]);
  return steps;
}
