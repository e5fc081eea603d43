import { manifestFolders, readPackageJson, type PackageJson } from "../ecosystems/node-scripts.js";
import { inFolder } from "../ecosystems/ecosystem.js";
import type { ProjectFiles } from "../project-files.js";
import type { SetupStep } from "../setup.js";
import { plainPythonName } from "../ecosystems/python-names.js";

/** True if the manifest asks for something that the lock file does not hold; false where that cannot be told. */
export function isLockBehind(files: ProjectFiles, { ecosystem, cwd }: SetupStep): boolean {
  const text = (name: string) => files.text(inFolder(cwd, name)) ?? "";
  const json = readPackageJson(files, cwd);
  if (ecosystem === "npm") return isNpmLockBehind(files, cwd);
  if (ecosystem === "yarn" && json !== null)
    return entriesOf(json).some(([name, range]) => !text("yarn.lock").includes(`${name}@${range}`));
  if (ecosystem === "pnpm" && json !== null) return isPnpmLockBehind(json, text("pnpm-lock.yaml"));
  if (ecosystem === "cargo") {
    const locked = new Set(
      Array.from(text("Cargo.lock").matchAll(/^name = "([^"]+)"/gm), (match) => match[1] ?? ""),
    );
    const members = files.names(cwd).filter((name) => name.endsWith("/Cargo.toml"));
    const manifests = /^\[workspace/m.test(text("Cargo.toml")) ? ["Cargo.toml", ...members] : ["Cargo.toml"];
    return manifests
      .flatMap((name) => namesOfSections(text(name), /dependencies$/))
      .some((name) => !locked.has(name));
  }
  return false;
}

export function isPoetryLockBehind(files: ProjectFiles, folder: string): boolean {
  const lock = files.text(inFolder(folder, "poetry.lock"));
  if (lock === null) return false;
  const manifest = files.text(inFolder(folder, "pyproject.toml")) ?? "";
  const named = namesOfSections(manifest, /^tool\.poetry\.(?:group\.[\w-]+\.)?(?:dev-)?dependencies$/).filter(
    (name) => name !== "python",
  );
  return [...named, ...listedNames(manifest)].some((name) => !lockedNames(lock).has(plainPythonName(name)));
}

export function isUvLockBehind(files: ProjectFiles, folder: string): boolean {
  const lock = files.text(inFolder(folder, "uv.lock"));
  const manifest = files.text(inFolder(folder, "pyproject.toml")) ?? "";
  return lock !== null && listedNames(manifest).some((name) => !lockedNames(lock).has(plainPythonName(name)));
}

/** Modules that go.mod requires and go.sum has no line of. */
export function isGoSumBehind(files: ProjectFiles, folder: string): boolean {
  const mod = files.text(inFolder(folder, "go.mod")) ?? "";
  const sum = files.text(inFolder(folder, "go.sum")) ?? "";
  const required = mod.matchAll(/^(?:require |[ \t]+)([\w./~-]+) (v[\w.+-]+)/gm);
  return Array.from(required).some(([, name = "", version = ""]) => !sum.includes(`${name} ${version} h1:`));
}

type LockedPackage = PackageJson & { version?: string };

/** True if a package.json of the project, or of its workspace, asks for what the lock file's own copy of it does not. */
export function isNpmLockBehind(files: ProjectFiles, folder: string): boolean {
  const text = files.text(inFolder(folder, "package-lock.json"));
  if (text === null) return false;
  let lock: { packages?: Record<string, LockedPackage> };
  try {
    lock = JSON.parse(text) as typeof lock;
  } catch {
    return false;
  }
  const { packages } = lock;
  if (packages?.[""] === undefined) return false;
  return manifestFolders(files, folder).some((member) => {
    const json = readPackageJson(files, inFolder(folder, member));
    return json !== null && isMemberBehind(json, packages, member === "." ? "" : member);
  });
}

function isMemberBehind(
  json: PackageJson,
  packages: Readonly<Record<string, LockedPackage>>,
  path: string,
): boolean {
  const kept = Object.fromEntries(entriesOf(packages[path] ?? {}));
  const isListed = Object.keys(packages).length > 1;
  const isThere = (name: string) =>
    packages[`node_modules/${name}`] !== undefined || packages[`${path}/node_modules/${name}`] !== undefined;
  return entriesOf(json).some(([name, range]) => kept[name] !== range || (isListed && !isThere(name)));
}

function isPnpmLockBehind(json: PackageJson, lock: string): boolean {
  const specifiers = new Map(
    Array.from(lock.matchAll(/^ {6}'?(@?[\w./-]+)'?:\n {8}specifier: '?([^'\n]+)'?/gm), (match) => [
      match[1] ?? "",
      match[2] ?? "",
    ]),
  );
  return entriesOf(json).some(([name, range]) => specifiers.get(name) !== range);
}

function entriesOf(json: PackageJson): [string, string][] {
  return Object.entries({ ...json.dependencies, ...json.devDependencies });
}

/** Keys of the TOML sections whose names fit. */
function namesOfSections(text: string, section: RegExp): string[] {
  const names: string[] = [];
  let inside = false;
  for (const line of text.split("\n")) {
    const header = /^\[([^\]]+)\]/.exec(line)?.[1];
    if (header !== undefined) inside = section.test(header);
    else if (inside) {
      const name = /^"?([\w.-]+)"?\s*[.=]/.exec(line)?.[1];
      if (name !== undefined) names.push(name);
    }
  }
  return names;
}

/** Names of `dependencies = ["flask>=2", …]`. */
function listedNames(manifest: string): string[] {
  const list = /^dependencies\s*=\s*\[([^\]]*)\]/m.exec(manifest)?.[1] ?? "";
  return Array.from(list.matchAll(/["']([a-z0-9][\w.-]*)/gi), (match) => match[1] ?? "");
}

function lockedNames(lock: string): Set<string> {
  return new Set(
    Array.from(lock.matchAll(/^name = "([^"]+)"/gm), (match) => plainPythonName(match[1] ?? "")),
  );
}
