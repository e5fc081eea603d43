import { inFolder } from "../ecosystems/ecosystem.js";
import type { ProjectFiles } from "../project-files.js";
import type { Way } from "../setup.js";
import { isPlainName, way, type FailedStep, type Pit } from "./pit.js";

/** Go and Rust: what the sources use and the manifest does not name, or names without the feature that has it. */
export const missingCompiledModule: Pit = {
  id: "missing-compiled-module",
  ways: ["missing-module", "missing-feature"],
  error_types: [
    "MISSING_PACKAGE",
    "BUILD_FAILURE",
    "TEST_FAILURE",
    "CHECKSUM_MISMATCH",
    "OTHER",
    "SYNTAX_OR_CONFIG",
  ],
  react: ({ step, output, files }: FailedStep): Way[] => {
    if (step.ecosystem === "go" && /no required module provides package|go get/.test(output)) return [tidy()];
    if (step.ecosystem !== "cargo") return [];
    const crate =
      /use of (?:undeclared crate or module|unresolved module or unlinked crate) `(\w+)`/.exec(output)?.[1] ??
      /can't find crate for `(\w+)`/.exec(output)?.[1] ??
      /unresolved import `(\w+)/.exec(output)?.[1];
    const declared = declaredCrates(files, step.cwd);
    const gated = /gated (?:here|behind the `([\w-]+)` feature)/.exec(output)?.[1];
    const features = wantedFeatures(files, step.cwd, null);
    if (crate !== undefined && declared.has(crate) && gated !== undefined)
      return [feature(crate.replaceAll("_", "-"), [gated])];
    const missing = Array.from(features).map(([name, list]) => feature(name, list));
    if (crate === undefined || declared.has(crate)) return missing;
    return isPlainName(crate) ? [addCrates([crate]), ...missing] : missing;
  },
  async foresee({ files, lookups }, step) {
    if (step.ecosystem === "go")
      return step.goal === "install" && isUndeclaredInGo(files, step.cwd) ? [tidy()] : [];
    if (step.ecosystem !== "cargo" || step.goal !== "install") return [];
    const declared = declaredCrates(files, step.cwd);
    const used = usedCrates(files, step.cwd).filter((name) => !declared.has(name));
    const known = await lookups.crates([...used, ...Array.from(declared.values())]);
    const missing = used.filter((name) => known?.[name] !== null && known?.[name] !== undefined);
    const offered = new Map(
      Object.entries(known ?? {}).map(([name, versions]) => [name, versions?.at(-1)?.features ?? []]),
    );
    const features = Array.from(wantedFeatures(files, step.cwd, offered)).map(([name, list]) =>
      feature(name, list),
    );
    return [...(missing.length === 0 ? [] : [addCrates(missing)]), ...features];
  },
};

function tidy(): Way {
  return way("missing-module", {
    kind: "insert_step",
    template: ["go mod tidy"],
    why: "A module is imported that go.mod does not name.",
    probability: 0.8,
  });
}

function addCrates(names: readonly string[]): Way {
  return way("missing-module", {
    kind: "insert_step",
    template: ["cargo add {packages}"],
    slots: { packages: names.join(" "), package: names[0] ?? "" },
    why: `${names.join(", ")}: used, and Cargo.toml does not name it.`,
    probability: 0.75,
  });
}

function feature(name: string, features: readonly string[]): Way {
  return way("missing-feature", {
    kind: "insert_step",
    template: ["cargo add {package} --features {features}"],
    slots: { package: name, features: features.join(",") },
    why: `${name} has what is used only with its feature ${features.join(", ")}.`,
    probability: 0.75,
  });
}

/** True if a file imports a module that no line of go.mod holds. */
function isUndeclaredInGo(files: ProjectFiles, folder: string): boolean {
  const mod = files.text(inFolder(folder, "go.mod")) ?? "";
  const own = /^module (\S+)/m.exec(mod)?.[1] ?? "";
  const required = Array.from(mod.matchAll(/^(?:require |[ \t]+)([\w./~-]+) v/gm), (match) => match[1] ?? "");
  return files
    .names(folder)
    .filter((name) => name.endsWith(".go"))
    .flatMap((name) => goImports(files.text(inFolder(folder, name)) ?? ""))
    .some(
      (path) =>
        (path.split("/")[0] ?? "").includes(".") &&
        ![own, ...required].some((known) => path === known || path.startsWith(`${known}/`)),
    );
}

function goImports(text: string): string[] {
  const blocks = Array.from(text.matchAll(/^import\s*\(([^)]*)\)/gm), (match) => match[1] ?? "");
  const single = Array.from(
    text.matchAll(/^import\s+(?:[\w.]+\s+)?"([^"\n]+)"/gm),
    (match) => match[1] ?? "",
  );
  return [
    ...single,
    ...blocks.flatMap((block) => Array.from(block.matchAll(/"([^"\n]+)"/g), (match) => match[1] ?? "")),
  ];
}

/** Crates of the manifest by the name under which they are used. */
function declaredCrates(files: ProjectFiles, folder: string): Map<string, string> {
  const text = files.text(inFolder(folder, "Cargo.toml")) ?? "";
  const crates = new Map<string, string>();
  let inside = false;
  for (const line of text.split("\n")) {
    const section = /^\[([^\]]+)\]/.exec(line)?.[1];
    if (section !== undefined) {
      inside = section.endsWith("dependencies");
      const single = /dependencies\.([\w-]+)$/.exec(section)?.[1];
      if (single !== undefined) crates.set(single.replaceAll("-", "_"), single);
    } else if (inside) {
      const name = /^([\w-]+)\s*[.=]/.exec(line)?.[1];
      if (name !== undefined) crates.set(name.replaceAll("-", "_"), name);
    }
  }
  const own = /^name\s*=\s*"([\w-]+)"/m.exec(text)?.[1];
  if (own !== undefined) crates.set(own.replaceAll("-", "_"), own);
  return crates;
}

function rustSources(files: ProjectFiles, folder: string): string {
  return files
    .names(folder)
    .filter((name) => name.endsWith(".rs"))
    .map((name) => files.text(inFolder(folder, name)) ?? "")
    .join("\n");
}

const OWN = new Set(["std", "core", "alloc", "crate", "self", "super", "proc_macro", "test"]);

function usedCrates(files: ProjectFiles, folder: string): string[] {
  const text = rustSources(files, folder);
  const local = new Set(
    Array.from(text.matchAll(/^[ \t]*(?:pub(?:\([^)\n]*\))? )?mod (\w+)/gm), (match) => match[1] ?? ""),
  );
  const used = [
    ...Array.from(text.matchAll(/^[ \t]*(?:pub )?use (?:::)?([a-z_]\w*)::/gm), (match) => match[1] ?? ""),
    ...Array.from(text.matchAll(/^[ \t]*extern crate (\w+)/gm), (match) => match[1] ?? ""),
  ];
  return Array.from(new Set(used.filter((name) => !OWN.has(name) && !local.has(name))));
}

/** Features by crate: a derive of what a crate exports, or a path into a part that is called like a feature. */
function wantedFeatures(
  files: ProjectFiles,
  folder: string,
  offered: ReadonlyMap<string, readonly string[]> | null,
): Map<string, string[]> {
  const manifest = files.text(inFolder(folder, "Cargo.toml")) ?? "";
  const text = rustSources(files, folder);
  const derived = new Set(
    Array.from(text.matchAll(/derive\(([^)]*)\)/g), (match) => (match[1] ?? "").split(/[\s,]+/)).flat(),
  );
  const wanted = new Map<string, string[]>();
  for (const [used, name] of declaredCrates(files, folder)) {
    const line =
      new RegExp(`^${name}\\s*=.*$|^\\[[^\\]]*dependencies\\.${name}\\][^[]*`, "m").exec(manifest)?.[0] ?? "";
    const known = offered?.get(name) ?? offered?.get(used) ?? null;
    const has = (one: string) =>
      (known === null || known.includes(one)) && !line.includes(`"${one}"`) && !line.includes('"full"');
    const imported = Array.from(text.matchAll(new RegExp(`\\b${used}::(?:\\{([^}]*)\\}|(\\w+))`, "g")));
    const names = imported.flatMap(([, list, one]) => (list ?? one ?? "").split(/[\s,]+/));
    const features = new Set<string>();
    if (
      names.some((entry) => derived.has(entry)) &&
      has("derive") &&
      (known !== null || used === "serde" || used === "clap")
    )
      features.add("derive");
    if (known !== null)
      for (const entry of names)
        for (const one of [entry, entry.replaceAll("_", "-")])
          if (known.includes(one) && has(one)) features.add(one);
    if (new RegExp(`#\\[${used}::(?:main|test)`).test(text) && used === "tokio")
      for (const one of ["macros", "rt-multi-thread"]) if (has(one)) features.add(one);
    if (features.size > 0 && line !== "") wanted.set(name, Array.from(features).sort());
  }
  return wanted;
}
