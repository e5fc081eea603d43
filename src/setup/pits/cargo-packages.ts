import { inFolder } from "../ecosystems/ecosystem.js";
import type { ProjectFiles } from "../project-files.js";

/** One package of a project or of its workspace. */
export interface CargoPackage {
  /** For `--package`; null where the project has only this one. */
  name: string | null;
  manifest: string;
  /** All its Rust sources, one after the other. */
  sources: string;
}

const OWN = new Set(["std", "core", "alloc", "crate", "self", "super", "proc_macro", "test"]);

/** A project's packages: its own, or the members of its workspace. */
export function cargoPackages(files: ProjectFiles, folder: string): CargoPackage[] {
  const names = files.names(folder);
  const homes = names
    .filter((name) => /(?:^|\/)Cargo\.toml$/.test(name))
    .map((name) => name.slice(0, -"Cargo.toml".length))
    .filter((home) => /^\[package\]/m.test(files.text(inFolder(folder, `${home}Cargo.toml`)) ?? ""));
  const workspace = /^\[workspace[\].]/m.test(files.text(inFolder(folder, "Cargo.toml")) ?? "");
  return homes
    .filter((home) => workspace || home === "")
    .map((home) => {
      const manifest = files.text(inFolder(folder, `${home}Cargo.toml`)) ?? "";
      const inner = homes.filter((other) => other !== home && other.startsWith(home));
      const own = names.filter(
        (name) =>
          name.startsWith(home) && name.endsWith(".rs") && !inner.some((other) => name.startsWith(other)),
      );
      const sources = own.map((name) => files.text(inFolder(folder, name)) ?? "").join("\n");
      return { name: workspace ? ownName(manifest) : null, manifest, sources };
    });
}

function ownName(manifest: string): string | null {
  return /^name\s*=\s*"([\w-]+)"/m.exec(manifest)?.[1] ?? null;
}

/** Crates of the manifest by the name under which they are used. */
export function declaredCrates({ manifest }: CargoPackage): Map<string, string> {
  const crates = new Map<string, string>();
  let inside = false;
  for (const line of manifest.split("\n")) {
    const section = /^\[([^\]]+)\]/.exec(line)?.[1];
    if (section !== undefined) {
      inside = section.endsWith("dependencies") && !section.startsWith("workspace");
      const single = /dependencies\.([\w-]+)$/.exec(section)?.[1];
      if (single !== undefined && !section.startsWith("workspace"))
        crates.set(single.replaceAll("-", "_"), single);
    } else if (inside) {
      const name = /^([\w-]+)\s*[.=]/.exec(line)?.[1];
      if (name !== undefined) crates.set(name.replaceAll("-", "_"), name);
    }
  }
  const own = /^\[lib\][^[]*\bname\s*=\s*"([\w-]+)"/m.exec(manifest)?.[1] ?? ownName(manifest);
  if (own !== null) crates.set(own.replaceAll("-", "_"), own);
  return crates;
}

/** First parts of the paths that the sources use: "serde" of `use serde::Deserialize`, "hex" of `hex::encode(…)`. */
export function usedCrates({ sources }: CargoPackage): string[] {
  const code = withoutTexts(sources);
  const local = new Set(namesIn(code, /^[ \t]*(?:pub(?:\([^)\n]*\))? )?mod (\w+)/gm));
  const used = [
    ...namesIn(code, /^[ \t]*(?:pub )?use (?:::)?([a-z_]\w*)::/gm),
    ...namesIn(code, /^[ \t]*extern crate (\w+)/gm),
    ...pathHeads(code),
  ];
  return Array.from(new Set(used.filter((name) => !OWN.has(name) && !local.has(name))));
}

const USE = /^[ \t]*(?:pub(?:\([^)\n]*\))? )?use ([^;]+);/gm;

/** Heads of paths within code that no `use` has brought in: `fs` of `fs::read` is of the standard library after `use std::fs`. */
function pathHeads(code: string): string[] {
  const broughtIn = new Set(namesIn(code, USE).flatMap((path) => path.split(/\W+/)));
  return namesIn(code.replaceAll(USE, ""), /(?<![\w:.$'])([a-z_]\w*)::\b/g).filter(
    (name) => !broughtIn.has(name) && !PRIMITIVES.has(name),
  );
}

function namesIn(code: string, pattern: RegExp): string[] {
  return Array.from(code.matchAll(pattern), (match) => match[1] ?? "");
}

const PRIMITIVES = new Set(
  "u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 bool char str".split(" "),
);

/** What stands in comments and strings is no code. */
function withoutTexts(sources: string): string {
  return sources.replaceAll(/"(?:[^"\\\n]|\\.)*"/g, '""').replaceAll(/\/\/[^\n]*/g, "");
}

/**
 * Features by crate: a derive of what a crate exports, a path into a part that is called like a feature, or a function
 * of one of its types that is (`Uuid::new_v4`). `offered`: the features that each crate has, null where nobody was asked.
 */
export function wantedFeatures(
  from: CargoPackage,
  offered: ReadonlyMap<string, readonly string[]> | null,
): Map<string, string[]> {
  const wanted = new Map<string, string[]>();
  for (const [used, name] of declaredCrates(from)) {
    const line =
      new RegExp(`^${name}\\s*=.*$|^\\[[^\\]]*dependencies\\.${name}\\][^[]*`, "m").exec(
        from.manifest,
      )?.[0] ?? "";
    const known = offered?.get(name) ?? offered?.get(used) ?? null;
    const features = featuresOf(from.sources, used, known).filter(
      (one) => !line.includes(`"${one}"`) && !line.includes('"full"'),
    );
    if (features.length > 0 && line !== "") wanted.set(name, features);
  }
  return wanted;
}

/** Crates whose derives are a feature that everybody knows. */
const DERIVES = new Set(["serde", "clap"]);

function featuresOf(sources: string, used: string, known: readonly string[] | null): string[] {
  const features = new Set<string>();
  const has = (one: string) => known === null || known.includes(one);
  const names = Array.from(sources.matchAll(new RegExp(`\\b${used}::(?:\\{([^}]*)\\}|(\\w+))`, "g"))).flatMap(
    ([, list, one]) => (list ?? one ?? "").split(/[\s,]+/),
  );
  const derived = new Set(
    Array.from(sources.matchAll(/derive\(([^)]*)\)/g), (match) => (match[1] ?? "").split(/[\s,]+/)).flat(),
  );
  if (names.some((entry) => derived.has(entry)) && has("derive") && (known !== null || DERIVES.has(used)))
    features.add("derive");
  if (used === "tokio" && /#\[tokio::(?:main|test)/.test(sources))
    for (const one of ["macros", "rt-multi-thread"]) if (has(one)) features.add(one);
  if (known === null) return Array.from(features);
  const calls = names
    .filter((entry) => /^[A-Z]\w*$/.test(entry))
    .flatMap((type) =>
      Array.from(sources.matchAll(new RegExp(`\\b${type}::(\\w+)`, "g")), (match) =>
        (match[1] ?? "").split("_"),
      ).flat(),
    );
  for (const entry of [...names, ...calls])
    for (const one of [entry, entry.replaceAll("_", "-")]) if (known.includes(one)) features.add(one);
  return Array.from(features).sort();
}
