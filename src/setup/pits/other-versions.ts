import semver from "semver";
import { inFolder } from "../ecosystems/ecosystem.js";
import { readPackageJson } from "../ecosystems/node-scripts.js";
import type { SetupStep, Way } from "../setup.js";
import { closestVersion } from "./closest-version.js";
import { way, type Surroundings } from "./pit.js";

const SECTIONS = ["dependencies", "devDependencies", "optionalDependencies"] as const;

/** Ranges of package.json that no version of the registry is in. */
export async function nodeVersions({ files, lookups }: Surroundings, step: SetupStep): Promise<Way[]> {
  const json = readPackageJson(files, step.cwd);
  const asked = SECTIONS.flatMap((section) =>
    Object.entries(json?.[section] ?? {}).flatMap(([name, range]) =>
      semver.validRange(range) === null ? [] : [{ section, name, range }],
    ),
  );
  const known = await lookups.nodePackages(asked.map(({ name }) => name));
  return asked.flatMap(({ section, name, range }) => {
    const versions = Object.keys(known?.[name]?.versions ?? {});
    if (versions.length === 0 || semver.maxSatisfying(versions, range) !== null) return [];
    const version = closestVersion(range.replace(/^[\^~>=<v ]+/, ""), versions);
    if (version === null) return [];
    return [
      way("other-version", {
        kind: "insert_step",
        template: ["npm pkg set '{section}[{package}]={version}'", "rm -f package-lock.json"],
        slots: { section, package: name, version },
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

export async function mavenVersions({ files, lookups }: Surroundings, step: SetupStep): Promise<Way[]> {
  const pom = files.text(inFolder(step.cwd, "pom.xml")) ?? "";
  const tag = (block: string, name: string) =>
    new RegExp(`<${name}>\\s*([^<\\s]+)\\s*</${name}>`).exec(block)?.[1];
  const asked = Array.from(pom.matchAll(/<(dependency|plugin|parent)>([\s\S]*?)<\/\1>/g)).flatMap(
    ([, kind, block = ""]) => {
      const group = tag(block, "groupId") ?? (kind === "plugin" ? "org.apache.maven.plugins" : undefined);
      const artifact = tag(block, "artifactId");
      const written = tag(block, "version");
      const property = /^\$\{([\w.-]+)\}$/.exec(written ?? "")?.[1];
      const version = property === undefined ? written : tag(pom, property);
      return group === undefined ||
        artifact === undefined ||
        version === undefined ||
        !/^[\w.-]+$/.test(version)
        ? []
        : [{ name: `${group}:${artifact}`, artifact, version, property }];
    },
  );
  const known = await lookups.mavenVersions(Array.from(new Set(asked.map(({ name }) => name))));
  return asked.flatMap(({ name, artifact, version, property }) => {
    const versions = known?.[name];
    if (versions === undefined || versions === null || versions.includes(version)) return [];
    const closest = closestVersion(version, versions);
    if (closest === null) return [];
    const script =
      property === undefined
        ? "/<artifactId>{artifact}</,/<.version>/s#<version>[^<]*<#<version>{version}<#"
        : "s#<{property}>[^<]*<#<{property}>{version}<#";
    return [
      way("other-version", {
        kind: "insert_step",
        template: [`sed -i '${script}' pom.xml`],
        slots: { package: name, artifact, version: closest, ...(property === undefined ? {} : { property }) },
        why: `${name} has no version ${version}; ${closest} is the nearest that there is.`,
        probability: 0.65,
        risk: 0.25,
      }),
    ];
  });
}
