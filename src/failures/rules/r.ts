import type { Rule } from "../rule.js";

/** A name in the quotes of R's locale. */
const QUOTED = (name: string): string => `['‘"“](?<${name}>[\\w.]{1,80})['’"”]`;

/** What R says while it installs, loads or runs packages (`R CMD INSTALL`, `install.packages`, `library`). */
export const R_RULES: readonly Rule[] = [
  {
    id: "r/installing",
    error_type: "BUILD_FAILURE",
    stage: "dependencies",
    evidence: "context",
    keys: ["* installing *source* package", "installing the source package"],
    pattern: new RegExp(`installing (?:\\*source\\*|the source) package ${QUOTED("installed")}`, "i"),
    offers: ["package"],
    refine: ({ groups }) => ({ entities: [{ kind: "package", value: groups["installed"] ?? "" }] }),
  },
  {
    id: "r/package",
    error_type: "MISSING_PACKAGE",
    stage: "dependencies",
    evidence: "cause",
    keys: [
      "there is no package called",
      "is not available for this version of r",
      "is not available (for r version",
      "is not available for package",
      "are not available for package",
      "could not be found",
    ],
    pattern: new RegExp(
      `there is no package called ${QUOTED("package")}|package ${QUOTED("package2")} is not available (?:for this version of R|\\(for R version (?<version>[\\d.]+)\\))|ERROR: dependenc(?:y|ies) ${QUOTED("package3")}.{0,200} not available for package ${QUOTED("package4")}|[Pp]ackages? ${QUOTED("package5")}.{0,120}required by ${QUOTED("package6")} could not be found`,
    ),
    evenAsWarning: true,
    cause: "The R package {package} is not installed.",
    refine: ({ line }) =>
      /\bis not available (?:for this version|\(for R)/.test(line(0))
        ? { error_type: "VERSION_NOT_FOUND" }
        : {},
  },
  {
    id: "r/version-conflict",
    error_type: "VERSION_CONFLICT",
    stage: "dependencies",
    evidence: "cause",
    keys: ["is being loaded, but ", "is already loaded, but ", "was found, but "],
    pattern: new RegExp(
      `(?:namespace|package) ${QUOTED("package")} (?<version>\\d[\\w.-]{0,30}) (?:is being loaded|is already loaded|was found),? but (?<constraint>[<>=!]{1,2} ?\\d[\\w.-]{0,30}) is required(?: by ${QUOTED("conflicts_with")})?`,
    ),
    evenAsWarning: true,
    cause: "{package} is there as {version}, required is {constraint}.",
  },
  {
    id: "r/version-required",
    error_type: "RUNTIME_VERSION_MISMATCH",
    stage: "toolchain",
    evidence: "cause",
    keys: ["error: this r is version"],
    pattern: new RegExp(
      `ERROR: this (?<language_runtime>R) is version (?<version>\\d[\\w.]{0,20}), package ${QUOTED("package")} requires R (?<constraint>[<>=]{1,2} ?\\d[\\w.]{0,20})`,
    ),
    cause: "{package} needs R {constraint}.",
  },
  {
    id: "r/shared-object",
    error_type: "MISSING_SYSTEM_LIBRARY",
    stage: "run",
    evidence: "error",
    keys: ["unable to load shared object"],
    pattern: /unable to load shared object ['‘"](?<library>[^'’"]{1,300})['’"]/,
    near: [{ pattern: /^(?<library2>lib[\w.+-]{1,100}): cannot open shared object file/, after: 2 }],
    cause: "R cannot load {library}.",
  },
  {
    id: "r/install-failed",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "summary",
    keys: [
      "compilation failed for package",
      "configuration failed for package",
      "lazy loading failed for package",
      "lazydata failed for package",
      "loading failed for ",
      "had non-zero exit status",
      "unable to build sources for package",
    ],
    pattern: new RegExp(
      `ERROR: (?:compilation|configuration|lazy loading|lazydata|installing \\w+(?: \\w+)?) failed for package ${QUOTED("package")}|[Ii]nstallation of package ['‘"“](?:\\S{0,300}?[\\\\/])?(?<package2>[A-Za-z][A-Za-z0-9.]{0,80})(?:_(?<version>\\d[\\w.-]{0,40}?))?(?:\\.tar\\.gz)?['’"”] had non-zero exit status|ERROR: loading failed`,
    ),
    evenAsWarning: true,
    offers: ["package"],
    cause: "R could not install {package}.",
  },
];
