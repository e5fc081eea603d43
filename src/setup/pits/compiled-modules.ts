import { inFolder } from "../ecosystems/ecosystem.js";
import type { ProjectFiles } from "../project-files.js";
import type { Lookups } from "../lookups/lookups.js";
import type { Way } from "../setup.js";
import {
  cargoPackages,
  declaredCrates,
  usedCrates,
  wantedFeatures,
  type CargoPackage,
} from "./cargo-packages.js";
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
  react: async ({ step, output, files, lookups }: FailedStep): Promise<Way[]> => {
    if (step.ecosystem === "go" && /no required module provides package|go get/.test(output)) return [tidy()];
    if (step.ecosystem !== "cargo") return [];
    const packages = cargoPackages(files, step.cwd);
    const crate =
      /use of (?:undeclared crate or module|unresolved module or unlinked crate) `(\w+)`/.exec(output)?.[1] ??
      /can't find crate for `(\w+)`/.exec(output)?.[1] ??
      /unresolved import `(\w+)/.exec(output)?.[1];
    const gated = /gated (?:here|behind the `([\w-]+)` feature)/.exec(output)?.[1];
    const from = packages.find((entry) => crate !== undefined && usedCrates(entry).includes(crate));
    const declared = from === undefined ? null : declaredCrates(from);
    if (crate !== undefined && from !== undefined && declared?.has(crate) === true && gated !== undefined)
      return [feature(crate.replaceAll("_", "-"), [gated], from.name)];
    const missing = await lackingFeatures(packages, /E0599|E0432|E0433|E0425/.test(output) ? lookups : null);
    if (crate === undefined || declared?.has(crate) === true || !isPlainName(crate)) return missing;
    return [addCrates([crate], from?.name ?? null), ...missing];
  },
  async foresee({ files, lookups }, step) {
    if (step.ecosystem === "go")
      return step.goal === "install" && isUndeclaredInGo(files, step.cwd) ? [tidy()] : [];
    if (step.ecosystem !== "cargo" || step.goal !== "install") return [];
    const packages = cargoPackages(files, step.cwd);
    const undeclared = packages.map((from) => {
      const declared = declaredCrates(from);
      return { from, names: usedCrates(from).filter((name) => !declared.has(name)) };
    });
    const known = await lookups.crates(Array.from(new Set(undeclared.flatMap(({ names }) => names))));
    const added = undeclared.flatMap(({ from, names }) => {
      const there = names.filter((name) => known?.[name] !== null && known?.[name] !== undefined);
      return there.length === 0 ? [] : [addCrates(there, from.name)];
    });
    return [...added, ...(await lackingFeatures(packages, lookups))];
  },
};

/** Without look-ups only what everybody knows of a crate is found. */
async function lackingFeatures(packages: readonly CargoPackage[], lookups: Lookups | null): Promise<Way[]> {
  const declared = packages.flatMap((from) => Array.from(declaredCrates(from).values()));
  const known = (await lookups?.crates(Array.from(new Set(declared)))) ?? null;
  const offered = new Map(
    Object.entries(known ?? {}).map(([name, versions]) => [name, versions?.at(-1)?.features ?? []]),
  );
  return packages.flatMap((from) =>
    Array.from(wantedFeatures(from, known === null ? null : offered)).map(([name, list]) =>
      feature(name, list, from.name),
    ),
  );
}

function tidy(): Way {
  return way("missing-module", {
    kind: "insert_step",
    template: ["go mod tidy"],
    why: "A module is imported that go.mod does not name.",
    probability: 0.8,
  });
}

/** `cargo add` makes the lock file where there is none: it has to heed the compiler as everything after it does. */
const HEEDING = "CARGO_RESOLVER_INCOMPATIBLE_RUST_VERSIONS=fallback";

function addCrates(names: readonly string[], member: string | null): Way {
  return way("missing-module", {
    kind: "insert_step",
    template: [`${HEEDING} cargo add {packages}${member === null ? "" : " --package {section}"}`],
    slots: {
      packages: names.join(" "),
      package: names[0] ?? "",
      ...(member === null ? {} : { section: member }),
    },
    why: `${names.join(", ")}: used, and Cargo.toml does not name it.`,
    probability: 0.75,
  });
}

function feature(name: string, features: readonly string[], member: string | null): Way {
  return way("missing-feature", {
    kind: "insert_step",
    template: [
      `${HEEDING} cargo add {package} --features {features}${member === null ? "" : " --package {section}"}`,
    ],
    slots: { package: name, features: features.join(","), ...(member === null ? {} : { section: member }) },
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
