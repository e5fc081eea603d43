import type { Rule } from "../rule.js";

export const HASKELL_RULES: readonly Rule[] = [
  {
    id: "haskell/unknown-package",
    ecosystem: "cabal",
    error_type: "VERSION_NOT_FOUND",
    stage: "dependencies",
    evidence: "cause",
    keys: [
      "unknown package: ",
      "there is no package named",
      "unknown package",
      "package not found: ",
      "unknown package ",
    ],
    pattern:
      /unknown package: (?<package>[\w-]{1,100})|There is no (?:known )?package named ['‘](?<package2>[\w-]{1,100})['’]|Unknown package:? (?<package3>[\w-]{1,100})/i,
    cause: "The index has no package {package}.",
    steps: ["cabal update"],
  },
  {
    id: "haskell/solver",
    ecosystem: "cabal",
    error_type: "VERSION_CONFLICT",
    stage: "dependencies",
    evidence: "error",
    keys: [
      "could not resolve dependencies",
      "rejecting: ",
      "at least the following dependencies are missing",
    ],
    pattern:
      /rejecting: (?<package>[\w-]{1,100}?)-(?<version>\d[\w.]{0,40})(?:\/installed\S{0,40})? \((?:conflict: (?<conflicts_with>[\w-]{1,100}) => [\w-]{1,100}\s?(?<constraint>[<>=^][^)]{1,80})|(?<reason>[^)]{1,200}))\)|Could not resolve dependencies/,
    cause: "The packages ask for versions of {package} that do not go together.",
    refine: ({ groups, line }) => {
      const reason = `${groups["reason"] ?? ""} ${groups["conflicts_with"] ?? ""}`;
      const unknown = [0, 1, 2, 3, 4, 5].map(line).find((text) => text.includes("unknown package: "));
      if (unknown !== undefined) return { error_type: "VERSION_NOT_FOUND", evidence: "summary" };
      if (reason.includes("pkg-config package "))
        return { error_type: "MISSING_SYSTEM_LIBRARY", evidence: "cause" };
      return groups["package"] === undefined ? { evidence: "summary" } : { evidence: "error", bonus: 6 };
    },
  },
  {
    id: "haskell/pkgconfig",
    ecosystem: "cabal",
    error_type: "MISSING_SYSTEM_LIBRARY",
    stage: "configure",
    evidence: "cause",
    keys: [
      "the pkg-config package",
      "pkg-config package",
      "missing (or bad) c librar",
      "missing (or bad) header",
      "missing dependency on a foreign library",
      "missing c librar",
    ],
    pattern:
      /[Tt]he pkg-config package '?(?<library>[\w.+-]{1,80})'?(?: version (?<constraint>[^\n]{1,40}?))? is required|pkg-config package (?<library2>[\w.+-]{1,80})(?<constraint2>[<>=]{1,2}[\w.]{1,20}| -any)?,? not found|Missing \(or bad\) C librar(?:y|ies): (?<library3>[\w.+-]{1,80})|Missing \(or bad\) header file: (?<header>\S{1,100})|Missing C librar(?:y|ies): (?<library4>[\w.+-]{1,80})/,
    cause: "The native library {library} is not installed, with its headers.",
  },
  {
    id: "haskell/foreign",
    ecosystem: "cabal",
    error_type: "MISSING_SYSTEM_LIBRARY",
    stage: "configure",
    evidence: "error",
    keys: ["missing dependency on a foreign librar", "missing dependencies on foreign librar"],
    pattern: /Missing dependenc(?:y|ies) on (?:a )?foreign librar(?:y|ies)/,
    cause: "A native library is not installed.",
  },
  {
    id: "haskell/module",
    ecosystem: "haskell",
    error_type: "MISSING_PACKAGE",
    stage: "build",
    evidence: "cause",
    keys: ["could not find module", "could not load module", "failed to load interface for"],
    pattern:
      /(?:Could not (?:find|load) module|Failed to load interface for) [`'‘](?<package>[\w.]{1,120})['’]/,
    root: { pattern: /^(?<file>[^\s:]{1,300}\.l?hs):\d+:\d+: error/, before: 1 },
    cause: "No installed package has the module {package}.",
    steps: ["Add the package that has {package} to build-depends."],
  },
  {
    id: "haskell/compile",
    ecosystem: "haskell",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "error",
    keys: [".hs:", ".lhs:", ".hsc:"],
    pattern:
      /(?<file>[^\s:]{1,300}\.(?:hs|lhs|hsc)):\d+:\d+(?:-\d+)?: (?:fatal )?error:?(?: \[(?<code>[\w-]{1,60})\])?(?<message>.{0,300})/,
    unless: /warning/,
    cause: "{file} does not compile.",
    refine: ({ groups, line }) =>
      /parse error|lexical error/.test(`${groups["message"] ?? ""} ${line(1)}`)
        ? { error_type: "SYNTAX_OR_CONFIG" }
        : {},
  },
  {
    id: "stack/command-failed",
    ecosystem: "haskell",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "wrapper",
    bonus: 4,
    keys: ["received exitfailure "],
    pattern: /^Received ExitFailure [1-9]\d{0,2} when running$/,
    near: [{ pattern: /^Raw command: (?<command>\S.{0,200})$/, after: 2 }],
    cause: "A command that stack ran failed: {command}",
  },
  {
    id: "haskell/cabal-file",
    ecosystem: "cabal",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "configure",
    evidence: "cause",
    bonus: -6,
    keys: [
      "errors encountered when parsing cabal file",
      'failed parsing "',
      "parse of field",
      "couldn't parse project file",
      "error parsing project file",
      "aesonexception",
    ],
    pattern:
      /(?:Errors encountered when parsing cabal file (?<file>\S{1,300}?):?$|Failed parsing "(?<file2>[^"]{1,300})"|Error parsing project file (?<file3>\S{1,300}))/,
    cause: "{file} cannot be read.",
  },
  {
    id: "haskell/no-cabal-file",
    ecosystem: "cabal",
    error_type: "MISSING_FILE",
    stage: "configure",
    evidence: "cause",
    keys: [
      "no cabal file found",
      "there is no .cabal package file",
      "there is no <pkgname>.cabal",
      "no targets given and there is no package",
      "no cabal.project file",
      "stack.yaml",
    ],
    pattern:
      /[Nn]o cabal file found|[Tt]here is no (?:<pkgname>)?\.cabal (?:package )?file|No targets given and there is no package in the current directory|Could not find (?<file>stack\.yaml)/,
    cause: "There is no cabal file here.",
  },
  {
    id: "haskell/ghc-missing",
    ecosystem: "haskell",
    error_type: "COMMAND_NOT_FOUND",
    stage: "toolchain",
    evidence: "cause",
    keys: [
      "the program 'ghc'",
      "the program '",
      "no compiler found",
      "is required but it could not be found",
    ],
    pattern:
      /The program '(?<command>[\w.+-]{1,60})'(?: version (?<constraint>[^\n]{1,40}))? is required but (?:it could not be found|the version found)|No compiler found, expected (?:minor version match with )?(?<command2>ghc-[\w.]+)/,
    cause: "{command} is not installed, or another version.",
    refine: ({ line }) =>
      line(0).includes("the version found") ? { error_type: "RUNTIME_VERSION_MISMATCH" } : {},
  },
  {
    id: "haskell/private-dependency",
    ecosystem: "cabal",
    error_type: "VERSION_NOT_FOUND",
    stage: "configure",
    evidence: "cause",
    keys: ["encountered missing", "missing dependencies"],
    pattern: /Encountered missing (?:or private )?dependencies:/,
    near: [{ pattern: /^(?<package>[A-Z][\w-]{0,80})(?: (?<constraint>[<>=^][^,]{1,60}))?,?$/i, after: 2 }],
    cause: "{package} {constraint} is not installed.",
    steps: ["cabal update", "cabal build --dependencies-only"],
  },
  {
    id: "haskell/locale",
    ecosystem: "haskell",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "build",
    evidence: "cause",
    keys: [
      "invalid argument (invalid byte sequence",
      "invalid argument (invalid character",
      "invalid argument (cannot ",
    ],
    pattern:
      /(?<file>[^\s:]{1,200}): (?:hGetContents|hGetChar|hPutChar|hGetLine|commitBuffer|withFile): invalid argument \((?:invalid|cannot) /,
    cause: "The locale cannot hold what {file} holds.",
    steps: ["export LANG=C.UTF-8"],
  },
  {
    id: "haskell/killed",
    ecosystem: "haskell",
    error_type: "RESOURCE_EXHAUSTED",
    stage: "build",
    evidence: "cause",
    keys: ["exitfailure (-9)", "may be due to an out-of-memory", "ghc: out of memory", "heap exhausted"],
    pattern: /ExitFailure \(-9\)|may be due to an out-of-memory|ghc: out of memory|[Hh]eap exhausted/,
    cause: "GHC was killed for want of memory.",
    steps: ["cabal build -j1"],
  },
  {
    id: "haskell/stack",
    ecosystem: "stack",
    error_type: "VERSION_CONFLICT",
    stage: "dependencies",
    evidence: "cause",
    bonus: -4,
    keys: [
      "while constructing the build plan",
      "in the dependencies for",
      "needed, but the stack configuration has no specified version",
      "needed, but not found",
    ],
    pattern:
      /^(?<package>[\w-]{1,100}) (?:needed|must match (?<constraint>[^,]{1,60})), but (?:the stack configuration has no specified version|the stack configuration has|not found|(?<version>\S{1,40}))|While constructing the build plan/i,
    cause: "Stack's snapshot does not have what the package needs: {package}.",
    steps: ["Add {package} to extra-deps in stack.yaml."],
    refine: ({ groups }) => (groups["package"] === undefined ? { evidence: "summary" } : { bonus: -4 }),
  },
  {
    id: "haskell/exit",
    ecosystem: "haskell",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "wrapper",
    keys: [
      "cabal: failed to build",
      "failed to build ",
      "exitfailure",
      "cabal: some packages failed",
      "error: some packages failed to install",
    ],
    pattern:
      /(?:cabal: |Error: )(?:\[Cabal-\d+\]\s?)?Failed to build (?<package>[\w-]{1,100}?)-(?<version>\d[\w.]{0,40})|(?:exited with|failed during .{1,60}): ExitFailure \d+|[Ss]ome packages failed to install/,
    offers: ["package", "version"],
    cause: "{package} could not be built.",
  },
];
