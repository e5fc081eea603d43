import { inFolder } from "../ecosystems/ecosystem.js";
import type { Entity } from "../../failures/failure-case.js";
import { readPackageJson } from "../ecosystems/node-scripts.js";
import type { ProjectFiles } from "../project-files.js";
import type { SetupStep } from "../setup.js";
import { plainPythonName } from "../ecosystems/python-names.js";

export interface Pin {
  name: string;
  version: string | null;
}

const MOST = 200;

/** The packages that a step is about to install, with the versions that the manifests pin. */
export function pinsOf(files: ProjectFiles, step: SetupStep): Pin[] {
  if (/^(?:npm|yarn|pnpm)$/.test(step.ecosystem)) {
    const json = readPackageJson(files, step.cwd);
    const all = { ...json?.dependencies, ...json?.devDependencies };
    return Object.entries(all)
      .slice(0, MOST)
      .map(([name, range]) => ({ name, version: /^[\^~=v ]*(\d[\w.+-]*)$/.exec(range)?.[1] ?? null }));
  }
  const text = files
    .names(step.cwd)
    .filter((name) =>
      /^(?:[\w./-]*requirements[\w./-]*\.(?:txt|in)|pyproject\.toml|setup\.(?:py|cfg)|environment\.ya?ml|Cargo\.toml|go\.mod|Gemfile|composer\.json|pom\.xml)$/.test(
        name,
      ),
    )
    .map((name) => files.text(inFolder(step.cwd, name)) ?? "")
    .join("\n");
  const pins = Array.from(
    text.matchAll(
      /^[ \t"']*([a-z][\w.-]*(?:\[[\w, -]*\])?)(?: ?(?:==|[=:,])? ?["']?[=^~>]{0,2} ?v?(\d[\w.+-]*))?/gim,
    ),
    (match) => ({
      name: (match[1] ?? "").replace(/\[.*/, "").toLowerCase(),
      version: match[2] ?? null,
    }),
  );
  return pins.slice(0, MOST);
}

export function entitiesOf(pins: readonly Pin[]): Entity[] {
  return pins.flatMap(({ name, version }) => [
    { kind: "package" as const, value: name },
    ...(version === null ? [] : [{ kind: "version" as const, value: version }]),
  ]);
}

export function sameName(a: string, b: string): boolean {
  return plainPythonName(a) === plainPythonName(b);
}
