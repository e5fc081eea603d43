import { inFolder } from "../ecosystems/ecosystem.js";
import type { ProjectFiles } from "../project-files.js";
import type { SetupStep, Way } from "../setup.js";
import { closestVersion } from "./closest-version.js";
import { way, type Surroundings } from "./pit.js";

interface Pom {
  file: string;
  text: string;
}

interface Asked {
  name: string;
  artifact: string;
  version: string;
  /** Where the version is written, and the property that holds it. */
  file: string;
  property: string | null;
}

/** The project's POM and those of its modules. */
export function pomsOf(files: ProjectFiles, folder: string): Pom[] {
  return files
    .names(folder)
    .filter((name) => /(?:^|\/)pom\.xml$/.test(name) && !/(?:^|\/)src\//.test(name))
    .map((file) => ({ file, text: files.text(inFolder(folder, file)) ?? "" }));
}

/** Versions that the POMs ask for and that no repository has. */
export async function mavenVersions({ files, lookups }: Surroundings, step: SetupStep): Promise<Way[]> {
  const poms = pomsOf(files, step.cwd);
  const asked = poms.flatMap((pom) => askedOf(pom, poms));
  const own = new Set(poms.flatMap(({ text }) => tag(outside(text), "artifactId") ?? []));
  const foreign = asked.filter(({ artifact }) => !own.has(artifact));
  const known = await lookups.mavenVersions(Array.from(new Set(foreign.map(({ name }) => name))));
  const ways = foreign.flatMap(({ name, artifact, version, file, property }) => {
    const versions = known?.[name];
    if (versions === undefined || versions === null || versions.includes(version)) return [];
    const closest = closestVersion(version, versions);
    if (closest === null) return [];
    const script =
      property === null
        ? "/<artifactId>{artifact}</,/<.version>/s#<version>[^<]*<#<version>{version}<#"
        : "s#<{property}>[^<]*<#<{property}>{version}<#";
    return [
      way("other-version", {
        kind: "insert_step",
        template: [`sed -i '${script}' {manifest}`],
        slots: {
          package: name,
          artifact,
          version: closest,
          manifest: file,
          ...(property === null ? {} : { property }),
        },
        why: `${name} has no version ${version}; ${closest} is the nearest that there is.`,
        probability: 0.65,
        risk: 0.25,
      }),
    ];
  });
  return distinct(ways);
}

function askedOf({ file, text }: Pom, poms: readonly Pom[]): Asked[] {
  return Array.from(text.matchAll(/<(dependency|plugin|parent)>([\s\S]*?)<\/\1>/g)).flatMap(
    ([, kind, block = ""]) => {
      const group = tag(block, "groupId") ?? (kind === "plugin" ? "org.apache.maven.plugins" : null);
      const artifact = tag(block, "artifactId");
      const written = tag(block, "version");
      if (group === null || artifact === null || written === null) return [];
      const property = /^\$\{([\w.-]+)\}$/.exec(written)?.[1] ?? null;
      const holder =
        property === null ? { file, text } : poms.find((pom) => tag(pom.text, property) !== null);
      const version = property === null ? written : tag(holder?.text ?? "", property);
      return holder === undefined || version === null || !/^[\w.-]+$/.test(version)
        ? []
        : [{ name: `${group}:${artifact}`, artifact, version, file: holder.file, property }];
    },
  );
}

/** A POM without its nested blocks that hold artifacts of others. */
function outside(text: string): string {
  return text.replaceAll(/<(parent|dependencies|build|profiles|dependencyManagement)>[\s\S]*?<\/\1>/g, "");
}

function tag(block: string, name: string): string | null {
  const [open, close] = [`<${name}>`, `</${name}>`];
  const at = block.indexOf(open);
  const end = block.indexOf(close, at);
  const value = at < 0 || end < 0 ? "" : block.slice(at + open.length, end).trim();
  return /^[^<\s]+$/.test(value) ? value : null;
}

function distinct(ways: readonly Way[]): Way[] {
  return Array.from(new Map(ways.map((found) => [found.strategy.steps.join("\n"), found])).values());
}
