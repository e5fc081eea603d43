import { inFolder } from "../ecosystems/ecosystem.js";
import { manifestFolders, readPackageJson, readWorkspace } from "../ecosystems/node-scripts.js";
import type { ProjectFiles } from "../project-files.js";
import type { SetupStep, Way } from "../setup.js";
import { pomsOf } from "./maven-versions.js";
import { escapePattern, isNode, isPlainName, way, type Pit } from "./pit.js";

/** The oldest source level that the image's compiler still takes. */
const OLDEST_JAVA = 8;

/** The sources are declared for a Java that no compiler of today takes. */
export const javaLevel: Pit = {
  id: "java-level",
  ways: ["java-level"],
  error_types: [
    "BUILD_FAILURE",
    "SYNTAX_OR_CONFIG",
    "RUNTIME_VERSION_MISMATCH",
    "OTHER",
    "PLATFORM_UNSUPPORTED",
  ],
  react: ({ files, step, output }) =>
    step.ecosystem === "maven" &&
    /(?:[Ss]ource|[Tt]arget) (?:option|release|level) \S+ is (?:no longer|not) supported|invalid (?:source|target) release|release version \S+ not supported/.test(
      output,
    )
      ? raiseLevel(files, step)
      : [],
  foresee: ({ files }, step) =>
    step.ecosystem === "maven" && step.goal !== "install" ? raiseLevel(files, step) : [],
};

function raiseLevel(files: ProjectFiles, step: SetupStep): Way[] {
  const poms = pomsOf(files, step.cwd);
  const old = poms.filter(({ text }) => levelsOf(text).some((level) => level < OLDEST_JAVA));
  const implicit = poms.every(
    ({ text }) =>
      levelsOf(text).length === 0 && !/<maven-compiler-plugin|maven\.compiler|<parent>/.test(text),
  );
  if (!implicit && old.length === 0) return [];
  const raise = way("java-level", {
    kind: "insert_step",
    template: [
      "sed -i -E 's#<((maven[.]compiler[.])?(source|target|release)|java[.]version)>[[:space:]]*(1[.])?[1-7][[:space:]]*<#<\\1>{level}<#g' {manifests}",
    ],
    slots: { level: String(OLDEST_JAVA), manifests: old.map(({ file }) => file).join(" ") },
    why: `The compiler takes no source level before ${OLDEST_JAVA}.`,
    probability: 0.85,
  });
  const given = way("java-level", {
    kind: "modify_command",
    template: ["{command} -Dmaven.compiler.source={level} -Dmaven.compiler.target={level}"],
    slots: { command: step.command, level: String(OLDEST_JAVA) },
    why: `The compiler takes no source level before ${OLDEST_JAVA}, and the project names none.`,
    probability: 0.8,
  });
  return implicit ? (step.command.includes("maven.compiler.source") ? [] : [given]) : [raise];
}

function levelsOf(pom: string): number[] {
  return Array.from(
    pom.matchAll(/<(?:maven\.compiler\.)?(?:source|target|release|java\.version)>\s*(?:1\.)?(\d+)\s*</g),
    (match) => Number(match[1]),
  );
}

/** A project without packages of its own needs no registry: Composer asks for it all the same. */
export const composerRegistry: Pit = {
  id: "composer-registry",
  ways: ["composer-registry"],
  error_types: ["NETWORK", "OTHER", "TIMEOUT", "PERMISSION_DENIED", "BUILD_FAILURE"],
  react: ({ files, step, output }) =>
    step.ecosystem === "composer" &&
    /could not be downloaded|Failed to open stream|curl error|403/i.test(output)
      ? withoutRegistry(files, step)
      : [],
  foresee: ({ files }, step) => (step.id === "composer/install" ? withoutRegistry(files, step) : []),
};

function withoutRegistry(files: ProjectFiles, step: SetupStep): Way[] {
  const text = files.text(inFolder(step.cwd, "composer.json")) ?? "";
  if (/"[\w.-]+\/[\w.-]+"\s*:\s*"/.test(text.replace(/"name"\s*:\s*"[^"\n]*"/, ""))) return [];
  return [
    way("composer-registry", {
      kind: "insert_step",
      template: ["composer config repo.packagist false"],
      why: "No package is asked for, and the registry is not reached from here: it is left out.",
      probability: 0.7,
      seconds: 2,
    }),
  ];
}

/** An extension of PHP that composer.json asks for: the distribution has each as a package of its own. */
export const phpExtension: Pit = {
  id: "php-extension",
  ways: ["php-extension"],
  error_types: [
    "MISSING_PACKAGE",
    "MISSING_SYSTEM_LIBRARY",
    "VERSION_CONFLICT",
    "RUNTIME_VERSION_MISMATCH",
    "OTHER",
    "CRASH",
    "PLATFORM_UNSUPPORTED",
    "VERSION_NOT_FOUND",
  ],
  react({ step, output }) {
    if (step.ecosystem !== "composer") return [];
    const names = Array.from(output.matchAll(/\bext-([a-z]\w*)/g), (match) => match[1] ?? "");
    return names.length === 0 ? [] : [extensions(Array.from(new Set(names)))];
  },
  async foresee({ files, lookups }, step) {
    if (step.ecosystem !== "composer" || step.goal !== "install") return [];
    const text = files.text(inFolder(step.cwd, "composer.json")) ?? "";
    const asked = Array.from(text.matchAll(/"ext-([a-z]\w*)"/g), (match) => `php:${match[1] ?? ""}`);
    const lacking = await lookups.missing(Array.from(new Set(asked)));
    return lacking.length === 0 ? [] : [extensions(lacking.map((word) => word.slice("php:".length)))];
  },
};

/** Extensions that come in the package of another one. */
const PHP_PACKAGES: Readonly<Record<string, string>> = {
  dom: "xml",
  simplexml: "xml",
  xmlreader: "xml",
  xmlwriter: "xml",
  pdo_mysql: "mysql",
  mysqli: "mysql",
  pdo_pgsql: "pgsql",
  pdo_sqlite: "sqlite3",
};

function extensions(names: readonly string[]): Way {
  const packages = Array.from(new Set(names.map((name) => `php-${PHP_PACKAGES[name] ?? name}`)));
  return way("php-extension", {
    kind: "insert_step",
    template: ["apt-get install -y {system_package}"],
    slots: { system_package: packages.join(" ") },
    why: `PHP has no ${names.join(", ")} here; the distribution has it as a package.`,
    probability: 0.85,
    seconds: 15,
  });
}

/** The newest versions want a newer compiler: the resolver is told to heed the one that is there. */
export const rustVersion: Pit = {
  id: "rust-version",
  ways: ["rust-version"],
  error_types: [
    "RUNTIME_VERSION_MISMATCH",
    "BUILD_FAILURE",
    "VERSION_CONFLICT",
    "SYNTAX_OR_CONFIG",
    "OTHER",
    "PLATFORM_UNSUPPORTED",
  ],
  react: ({ step, output }) =>
    step.ecosystem === "cargo" &&
    /requires rustc|rust-version|feature `edition\d+` is required|is not supported by the following package/.test(
      output,
    )
      ? [heedCompiler(step, true)]
      : [],
  foresee: ({ files }, step) =>
    step.id === "cargo/fetch" &&
    !files.has(inFolder(step.cwd, "Cargo.lock")) &&
    !step.command.includes("INCOMPATIBLE_RUST")
      ? [heedCompiler(step, false)]
      : [],
};

function heedCompiler(step: SetupStep, again: boolean): Way {
  const variable = "CARGO_RESOLVER_INCOMPATIBLE_RUST_VERSIONS=fallback";
  return way("rust-version", {
    kind: again ? "insert_step" : "modify_command",
    template: [again ? `${variable} cargo update` : `${variable} {command}`],
    slots: again ? {} : { command: step.command },
    why: "The newest version of a crate wants a newer compiler: an older version is taken.",
    probability: 0.8,
  });
}

/** A package that only its owners can fetch. Where nothing of the project imports it, it is left out. */
export const privatePackage: Pit = {
  id: "private-package",
  ways: ["private-package"],
  error_types: [
    "MISSING_PACKAGE",
    "AUTHENTICATION",
    "NETWORK",
    "VERSION_NOT_FOUND",
    "OTHER",
    "PERMISSION_DENIED",
  ],
  react({ files, step, output }) {
    const name = /(?:404|E40[134])[^\n]{0,120}?['/ ](@[\w.-]+(?:\/|%2f)[\w.-]+|[\w.-]+)@/i
      .exec(output)?.[1]
      ?.replace(/%2f/i, "/");
    return name === undefined ? [] : leaveOut(files, step, [name]);
  },
  async foresee({ files, lookups }, step) {
    if (!isNode(step) || step.goal !== "install") return [];
    const json = readWorkspace(files, step.cwd)?.json;
    const asked = Object.entries({ ...json?.dependencies, ...json?.devDependencies }).filter(
      ([, range]) => !/^(?:file|link|workspace|git|github|https?):|^[\w-]+\/[\w-]+/.test(range),
    );
    const known = await lookups.nodePackages(asked.map(([name]) => name));
    const gone = asked.map(([name]) => name).filter((name) => known?.[name] === null);
    return gone.length === 0 ? [] : leaveOut(files, step, gone);
  },
};

/** From whichever manifest of the project, or of its workspace, asks for it. */
function leaveOut(files: ProjectFiles, step: SetupStep, names: readonly string[]): Way[] {
  const sources = files.names(step.cwd).filter((name) => /\.[cm]?[jt]sx?$/.test(name));
  const unused = names.filter(
    (name) =>
      isPlainName(name) &&
      !sources.some((path) =>
        new RegExp(`["']${escapePattern(name)}["'/]`).test(files.text(inFolder(step.cwd, path)) ?? ""),
      ),
  );
  return manifestFolders(files, step.cwd).flatMap((folder) => {
    const json = readPackageJson(files, inFolder(step.cwd, folder));
    const keys = unused.flatMap((name) =>
      (["dependencies", "devDependencies", "optionalDependencies"] as const)
        .filter((section) => json?.[section]?.[name] !== undefined)
        .map((section) => `'${section}[${name}]'`),
    );
    if (keys.length === 0) return [];
    const there = folder === "." ? "" : "cd {section} && ";
    return [
      way("private-package", {
        kind: "insert_step",
        template: [`${there}npm pkg delete {keys}`, "rm -f package-lock.json"],
        slots: {
          keys: keys.join(" "),
          package: unused[0] ?? "",
          ...(folder === "." ? {} : { section: folder }),
        },
        why: `${unused.join(", ")} cannot be fetched from here, and no source imports it: it is left out.`,
        probability: 0.7,
        risk: 0.2,
      }),
    ];
  });
}
