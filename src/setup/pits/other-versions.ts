import semver from "semver";
import { inFolder } from "../ecosystems/ecosystem.js";
import { manifestFolders, readPackageJson, readWorkspace } from "../ecosystems/node-scripts.js";
import type { SetupStep, Way } from "../setup.js";
import { closestVersion } from "./closest-version.js";
import { way, type Surroundings } from "./pit.js";

const SECTIONS = ["dependencies", "devDependencies", "optionalDependencies"] as const;

/** Ranges of the project's package.json, or of a member of its workspace, that no version of the registry is in. */
export async function nodeVersions({ files, lookups }: Surroundings, step: SetupStep): Promise<Way[]> {
  const own = readWorkspace(files, step.cwd)?.own;
  const asked = manifestFolders(files, step.cwd).flatMap((folder) => {
    const json = readPackageJson(files, inFolder(step.cwd, folder));
    return SECTIONS.flatMap((section) =>
      Object.entries(json?.[section] ?? {}).flatMap(([name, range]) =>
        semver.validRange(range) === null || own?.has(name) === true
          ? []
          : [{ section, name, range, folder }],
      ),
    );
  });
  const known = await lookups.nodePackages(Array.from(new Set(asked.map(({ name }) => name))));
  return asked.flatMap(({ section, name, range, folder }) => {
    const versions = Object.keys(known?.[name]?.versions ?? {});
    if (versions.length === 0 || semver.maxSatisfying(versions, range) !== null) return [];
    const version = closestVersion(range.replace(/^[\^~>=<v ]+/, ""), versions);
    if (version === null) return [];
    const there = folder === "." ? "" : "cd {manifests} && ";
    return [
      way("other-version", {
        kind: "insert_step",
        template: [`${there}npm pkg set '{section}[{package}]={version}'`, "rm -f package-lock.json"],
        slots: { section, package: name, version, ...(folder === "." ? {} : { manifests: folder }) },
        why: `${name} has no version ${range}; ${version} is the nearest that there is.`,
        probability: 0.65,
        risk: 0.25,
      }),
    ];
  });
}

/** Versions that a manifest of the project, or of its workspace, asks for and that no registry has. */
export async function cargoVersions({ files, lookups }: Surroundings, step: SetupStep): Promise<Way[]> {
  const manifests = files.names(step.cwd).filter((name) => /(?:^|\/)Cargo\.toml$/.test(name));
  const asked = manifests.flatMap((manifest) =>
    askedCrates(files.text(inFolder(step.cwd, manifest)) ?? "").map((entry) => ({ ...entry, manifest })),
  );
  const known = await lookups.crates(Array.from(new Set(asked.map(({ name }) => name))));
  return asked.flatMap(({ name, range, manifest }) => {
    const versions = (known?.[name] ?? []).filter(({ yanked }) => !yanked).map(({ version }) => version);
    const caret = /^\d/.test(range) ? `^${range}` : range;
    if (versions.length === 0 || semver.maxSatisfying(versions, caret) !== null) return [];
    const version = closestVersion(range.replace(/^[\^~=<> ]+/, ""), versions);
    if (version === null) return [];
    return [
      way("other-version", {
        kind: "insert_step",
        template: ['sed -i -E \'/^{package}[[:space:]]*=/s/"{range}"/"{version}"/\' {manifest}'],
        slots: { package: name, version, range: range.replaceAll(/[.^*+]/g, "\\$&"), manifest },
        why: `${name} has no version ${range}; ${version} is the nearest that there is.`,
        probability: 0.65,
        risk: 0.25,
      }),
    ];
  });
}

/** Lines of the sections of dependencies: `x = "1"`, `x = { version = "1" }`. */
function askedCrates(manifest: string): { name: string; range: string }[] {
  let inside = false;
  return manifest.split("\n").flatMap((line) => {
    const section = /^\[([^\]]+)\]/.exec(line)?.[1];
    if (section !== undefined) inside = section.endsWith("dependencies");
    const [, name = "", plain, nested] =
      /^([\w-]+)\s*=\s*(?:"([^"\n]+)"|\{[^}\n]*version\s*=\s*"([^"\n]+)")/.exec(line) ?? [];
    const range = plain ?? nested ?? "";
    return inside && /^[\^~=<>]*\s*\d[\w.*+-]*$/.test(range) ? [{ name, range }] : [];
  });
}
