import { inFolder } from "../ecosystems/ecosystem.js";
import type { ProjectFiles } from "../project-files.js";
import type { SetupStep } from "../setup.js";
import type { Surroundings } from "./pit.js";
import { recipeCommands } from "./recipes.js";
import { pinsOfRequirements } from "./requirements.js";
import {
  wantedCommand,
  wantedHeader,
  wantedLibrary,
  wantedModule,
  wantedPkgConfig,
  wantedRuntime,
} from "./system-patterns.js";
import { OTHER_SYSTEMS, unconditionalIncludes } from "./includes.js";
import type { Wanted } from "./wanted-by-failure.js";

/** Found by CMake without a package of their own, or part of every build machine. */
const GIVEN =
  /^(?:threads|openmp|pkgconfig|git|python3?|pythoninterp|pythonlibs|perl|ctest|cpack|cmakepackageconfighelpers|gnuinstalldirs|math|unixcommands|rt|m|pthread|dl|c|stdc\+\+)$/i;
const MOST_SOURCES = 400;

/** What the sources that a step is about to build look for in the system, and do not find. */
export async function wantedBySources(surroundings: Surroundings, step: SetupStep): Promise<Wanted[]> {
  const words = await wordsOf(surroundings, step);
  const lacking = new Set(await surroundings.lookups.missing(words));
  return words
    .filter((word) => lacking.has(word))
    .map((word) => {
      const at = word.indexOf(":");
      const [kind, name] = [word.slice(0, at), word.slice(at + 1)];
      if (kind === "header") return wantedHeader(name);
      if (kind === "library") return wantedLibrary(name);
      if (kind === "runtime") return wantedRuntime(name);
      if (kind === "pc") return wantedPkgConfig(name);
      if (kind === "apt") return { name, patterns: [], package: name };
      return kind === "module" ? wantedModule(name) : wantedCommand(name);
    });
}

/** "header:cairo.h", "command:bison" …, each once. */
async function wordsOf({ files, lookups }: Surroundings, step: SetupStep): Promise<string[]> {
  const words = new Set<string>();
  const add = (kind: string, names: Iterable<string>) => {
    for (const name of names) if (!GIVEN.test(name)) words.add(`${kind}:${name}`);
  };
  const compiles = /^(?:make|cmake|pip|uv|poetry|npm|yarn|pnpm|go|bundler)$/.test(step.ecosystem);
  if (compiles && (step.goal !== "test" || step.ecosystem === "make"))
    add("header", ownHeaders(files, step.cwd));
  if (step.ecosystem === "make") {
    const { commands, packages, libraries } = recipeCommands(files, step.cwd);
    add("command", commands);
    add("pc", packages);
    add("library", libraries);
  }
  if (step.ecosystem === "cmake" && step.goal === "install") {
    const { packages, modules } = cmakeWants(files, step.cwd);
    add("pc", packages);
    add("module", modules);
  }
  if (step.ecosystem === "cargo" && step.goal !== "install")
    for (const word of (await lookups.crateNeeds(buildHelpers(files, step.cwd))) ?? []) words.add(word);
  if (/^(?:pip|poetry|uv|conda)$/.test(step.ecosystem) && step.goal === "test")
    for (const word of (await lookups.pythonLibraries(step.cwd)) ?? []) words.add(word);
  if (step.id === "make/bootstrap") add("command", bootstrapTools(files, step.cwd));
  if (step.ecosystem === "go") add("pc", cgoPackages(files, step.cwd));
  if (/^pip\/(?:requirements|project)$/.test(step.id)) {
    const pins = await pinsOfRequirements(files, step, lookups);
    const sources = await lookups.pythonSources(
      pins.filter(({ form }) => form === "sdist").map(({ pin }) => pin),
    );
    for (const { needs } of Object.values(sources ?? {})) for (const word of needs) words.add(word);
  }
  return Array.from(words).filter((word) => word !== "header:Python.h");
}

/** Headers that the project's own sources include whatever is defined, and that are not its own. */
function ownHeaders(files: ProjectFiles, folder: string): Set<string> {
  const names = files.names(folder);
  const own = new Set(names.map((name) => name.split("/").at(-1) ?? name));
  const defined = definedByBuild(files, folder);
  const headers = new Set<string>();
  const sources = names.filter((name) => /\.(?:[chly]|cc|cpp|cxx|hh|hpp|go)$/.test(name));
  for (const name of sources.slice(0, MOST_SOURCES))
    for (const header of unconditionalIncludes(files.text(inFolder(folder, name)) ?? "", defined))
      if (!own.has(header.split("/").at(-1) ?? header)) headers.add(header);
  return headers;
}

const BUILD_FILE =
  /(?:^|\/)(?:(?:GNUm|[Mm])akefile(?:\.am)?|[\w.-]+\.mk|CMakeLists\.txt|setup\.(?:py|cfg)|binding\.gyp)$/;

/** Macros that the build files name: they are taken for defined. */
function definedByBuild(files: ProjectFiles, folder: string): Set<string> {
  return new Set(
    files
      .names(folder)
      .filter((name) => BUILD_FILE.test(name))
      .flatMap((name) => (files.text(inFolder(folder, name)) ?? "").match(/\b[A-Z][A-Z0-9_]{2,}\b/g) ?? [])
      .filter((name) => !OTHER_SYSTEMS.test(name)),
  );
}

function cmakeWants(files: ProjectFiles, folder: string): { packages: string[]; modules: string[] } {
  const text = files
    .names(folder)
    .filter((name) => /(?:^|\/)CMakeLists\.txt$/.test(name))
    .map((name) => files.text(inFolder(folder, name)) ?? "")
    .join("\n")
    .replaceAll(/#[^\n]*/g, "");
  const packages = Array.from(text.matchAll(/pkg_(?:check|search)_modules?\s*\(([^)]*)\)/gi), (match) =>
    (match[1] ?? "")
      .split(/\s+/)
      .slice(1)
      .filter((word) => /^[a-z][\w.+-]*(?:[<>=]+[\d.]+)?$/.test(word))
      .map((word) => word.replace(/[<>=].*/, "")),
  ).flat();
  const modules = Array.from(text.matchAll(/find_package\s*\(\s*(\w+)(\s[^)]*)?\)/gi))
    .filter(([, , rest = ""]) => /\bREQUIRED\b/.test(rest))
    .map(([, name = ""]) => name);
  const programs = Array.from(
    text.matchAll(/find_program\s*\(\s*\w+\s+(?:NAMES\s+)?"?([\w+.-]+)/gi),
    (match) => match[1] ?? "",
  );
  const libraries = Array.from(
    text.matchAll(/find_library\s*\(\s*\w+\s+(?:NAMES\s+)?"?([\w+.-]+)/gi),
    (match) => match[1] ?? "",
  );
  return { packages, modules: [...modules, ...programs, ...libraries] };
}

/** Crates of `[build-dependencies]`. */
function buildHelpers(files: ProjectFiles, folder: string): string[] {
  const text = files.text(inFolder(folder, "Cargo.toml")) ?? "";
  const section = /^\[build-dependencies\]\n([^[]*)/m.exec(text)?.[1] ?? "";
  return Array.from(section.matchAll(/^([\w-]+)[ \t]*[.=]/gm), (match) => match[1] ?? "");
}

/** What making a `configure` takes. */
function bootstrapTools(files: ProjectFiles, folder: string): string[] {
  const text = `${files.text(inFolder(folder, "configure.ac")) ?? ""}${files.text(inFolder(folder, "configure.in")) ?? ""}`;
  return [
    "autoreconf",
    ...(text.includes("AM_INIT_AUTOMAKE") ? ["aclocal"] : []),
    ...(/\bLT_INIT|AC_PROG_LIBTOOL/.test(text) ? ["libtoolize"] : []),
    ...(/AX_|PKG_CHECK_MODULES/.test(text) ? ["pkg-config"] : []),
    ...(/AM_GNU_GETTEXT|AM_ICONV/.test(text) ? ["autopoint"] : []),
  ];
}

/** "#cgo pkg-config: libusb-1.0" */
function cgoPackages(files: ProjectFiles, folder: string): string[] {
  return files
    .names(folder)
    .filter((name) => name.endsWith(".go"))
    .flatMap((name) =>
      Array.from(
        (files.text(inFolder(folder, name)) ?? "").matchAll(/#cgo [^\n]*pkg-config: ([^\n]+)/g),
        (match) => (match[1] ?? "").trim().split(/\s+/),
      ).flat(),
    );
}
