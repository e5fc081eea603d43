import type { Rule } from "../rule.js";

export const ELIXIR_RULES: readonly Rule[] = [
  {
    id: "elixir/version",
    error_type: "RUNTIME_VERSION_MISMATCH",
    stage: "dependencies",
    evidence: "cause",
    keys: [
      "but it has declared in its mix.exs file it supports only elixir",
      "is not supported by this version of elixir",
      "this version of hex",
      "you're trying to run :",
    ],
    pattern:
      /You're trying to run :(?<package>\w{1,80}) on (?<language_runtime>Elixir) v(?<version>[\w.-]{1,40}) but it has declared in its mix\.exs file it supports only Elixir (?<constraint>.{1,40})/,
    cause: "{package} needs Elixir {constraint}, not {version}.",
    steps: ["elixir --version"],
  },
  {
    id: "elixir/dependency",
    error_type: "MISSING_PACKAGE",
    stage: "dependencies",
    evidence: "cause",
    keys: [
      "the dependency is not available",
      "the dependency is not locked",
      "no package with name",
      "unchecked dependencies for environment",
      "could not find hex",
      'failed to use "',
      'the task "',
      "could not compile dependency",
    ],
    pattern:
      /the dependency (?:is not (?:available|locked|built)|build is outdated)|No package with name (?<package>\S{1,80})|Could not find (?<package2>Hex|rebar3?)\b|Failed to use "(?<package3>[^"]{1,80})"(?: \(version (?<version>[^)]{1,40})\))? because|The task "(?<command>[^"]{1,80})" could not be found/,
    near: [{ pattern: /^\* (?<package4>\w{1,80}) \(/, before: 1 }],
    cause: "A dependency of the Mix project is not installed.",
    steps: ["mix deps.get"],
    refine: ({ groups, line }) => {
      const text = line(0);
      if (/^No package with name/.test(text)) return { error_type: "VERSION_NOT_FOUND" };
      if (/^Failed to use/.test(text)) return { error_type: "VERSION_CONFLICT" };
      return groups["command"] === undefined ? {} : { error_type: "COMMAND_NOT_FOUND" };
    },
  },
  {
    id: "elixir/mixfile",
    error_type: "MISSING_FILE",
    stage: "configure",
    evidence: "cause",
    keys: ["could not find a mix.project"],
    pattern: /Could not find a Mix\.Project/,
    cause: "There is no mix.exs here.",
  },
  {
    id: "elixir/exception",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "error",
    keys: ["** (", "error: undefined function", "== compilation error in file"],
    pattern:
      /^\*\* \((?<code>[A-Z][\w.]{1,80})\) (?<message>.{1,300})|^error: (?<message2>undefined (?:function|variable).{1,200})/,
    near: [{ pattern: /(?<file>[\w./-]{1,200}\.exs?):\d+/, after: 6 }],
    cause: "{code}: {message}",
    refine: ({ groups }) => {
      const code = groups["code"] ?? "";
      if (/SyntaxError|TokenMissingError|MismatchedDelimiterError/.test(code))
        return { error_type: "SYNTAX_OR_CONFIG" };
      if (
        /Mix|Hex/.test(code) &&
        /Could not find a Mix\.Project|you're trying to run/i.test(groups["message"] ?? "")
      )
        return null;
      if (/File\.Error/.test(code)) return { error_type: "MISSING_FILE" };
      if (/ExUnit/.test(code)) return { error_type: "TEST_FAILURE" };
      if (code === "CompileError") return { evidence: "summary", bonus: 5 };
      return /^(?:Mix|exit)$/.test(code) ? { evidence: "summary" } : {};
    },
  },
  {
    id: "elixir/exunit",
    error_type: "TEST_FAILURE",
    stage: "test",
    evidence: "error",
    bonus: 4,
    keys: [") test "],
    pattern: /^\d{1,4}\) test (?<code>.{1,200}) \((?<module>[A-Z][\w.]{1,120})\)$/,
    near: [{ pattern: /^(?<file>[\w./-]{1,200}\.exs):\d+$/, after: 1 }],
    cause: "The test {code} failed.",
  },
];

export const SWIFT_RULES: readonly Rule[] = [
  {
    id: "swift/tools-version",
    error_type: "RUNTIME_VERSION_MISMATCH",
    stage: "configure",
    evidence: "cause",
    keys: [
      "requires a minimum swift tools version",
      "is using swift tools version",
      "supports only swift tools version",
      "module compiled with swift",
    ],
    pattern:
      /(?:package|dependency) ['"]?(?<where>[^'"\s]{1,200})['"]? (?:requires a minimum (?<language_runtime>Swift) tools version of (?<constraint>[\d.]+) \(currently (?<version>[\d.]+)\)|is using (?<language_runtime2>Swift) tools version (?<constraint2>[\d.]+) but the installed version is (?<version2>[\d.]+\d))|[Mm]odule compiled with (?<language_runtime3>Swift) (?<version3>[\d.]+) cannot be imported by the Swift (?<version4>[\d.]+)/,
    cause: "The package needs another Swift: {constraint}, not {version}.",
    steps: ["swift --version"],
  },
  {
    id: "swift/no-module",
    error_type: "MISSING_PACKAGE",
    stage: "build",
    evidence: "cause",
    keys: ["error: no such module", "unable to find module dependency", "missing required module"],
    pattern:
      /(?:no such module|[Uu]nable to find module dependency:|missing required module) ['"](?<package>[\w.]{1,100})['"]/,
    cause: "The module {package} is not there.",
  },
  {
    id: "swift/compile",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "error",
    keys: [".swift:"],
    pattern: /(?<file>[^\s:]{1,300}\.swift):\d+:\d+: error: (?<message>.{1,300})/,
    cause: "{file} does not compile: {message}",
    refine: ({ groups }) => {
      const name =
        /(?:undeclared (?:type|identifier)|unresolved identifier|cannot find(?: type)?) ['"](\w{1,100})['"]/.exec(
          groups["message"] ?? "",
        )?.[1];
      return { entities: name === undefined ? [] : [{ kind: "code", value: name }] };
    },
  },
  {
    id: "swift/dependency",
    error_type: "VERSION_CONFLICT",
    stage: "dependencies",
    evidence: "cause",
    keys: [
      "dependencies could not be resolved because",
      "dependency graph is unresolvable",
      "failed to clone repository",
      "cocoapods could not find compatible versions",
      "unable to find a specification for",
    ],
    pattern:
      /[Dd]ependencies could not be resolved because (?<message>.{1,300})|dependency graph is unresolvable|CocoaPods could not find compatible versions for pod "(?<package>[^"]{1,100})"|Unable to find a specification for [`'](?<package2>[^`'(]{1,100})|Failed to clone repository (?<url>\S{1,300}?):?$/,
    cause: "The package's dependencies cannot be resolved.",
    refine: ({ groups, line }) => {
      if (groups["package2"] !== undefined) return { error_type: "VERSION_NOT_FOUND" };
      return /Failed to clone/.test(line(0)) ? { error_type: "NETWORK", evidence: "summary" } : {};
    },
  },
  {
    id: "swift/xcode",
    ecosystem: "xcode",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "build",
    evidence: "cause",
    bonus: -4,
    keys: [
      "xcodebuild: error:",
      "requires xcode",
      "code signing",
      "no signing certificate",
      "requires a provisioning profile",
      "no profiles for '",
      "tool 'xcodebuild' requires xcode",
      'sdk "',
      "unable to find utility",
    ],
    pattern:
      /xcodebuild: error: (?<message>.{1,300})|tool '(?<command>\w+)' requires Xcode|(?:No signing certificate|requires a provisioning profile|No profiles for '(?<code>[^']{1,120})').{0,200}|SDK "(?<package>[^"]{1,60})" cannot be located|unable to find utility "(?<command2>[^"]{1,60})"/,
    cause: "Xcode cannot build: {message}",
    refine: ({ groups, line }) => {
      if (groups["command"] !== undefined || groups["command2"] !== undefined)
        return { error_type: "COMMAND_NOT_FOUND" };
      if (/signing|provisioning|profiles/.test(line(0))) return { error_type: "AUTHENTICATION" };
      return /does not exist|Unable to find/.test(groups["message"] ?? "")
        ? { error_type: "MISSING_FILE" }
        : {};
    },
  },
];

export const PERL_RULES: readonly Rule[] = [
  {
    id: "perl/module",
    error_type: "MISSING_PACKAGE",
    stage: "run",
    evidence: "cause",
    keys: ["can't locate ", "you may need to install the"],
    pattern:
      /Can't locate (?<path>[\w/]{1,150})\.pm in @INC(?: \(you may need to install the (?<package>[\w:]{1,150}) module\))?/,
    cause: "The Perl module {package} is not installed.",
    steps: ["cpanm {package}"],
    refine: ({ groups }) =>
      groups["package"] === undefined ? { entities: [{ kind: "package", value: groups["path"] ?? "" }] } : {},
  },
  {
    id: "perl/syntax",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "run",
    evidence: "cause",
    bonus: -4,
    keys: ["syntax error at ", "can't locate object method", 'global symbol "'],
    pattern:
      /syntax error at (?<file>\S{1,300}) line \d+, near|Global symbol "(?<code>[^"]{1,80})" requires explicit package name/,
    cause: "{file} is no valid Perl.",
  },
  {
    id: "perl/version",
    error_type: "RUNTIME_VERSION_MISMATCH",
    stage: "run",
    evidence: "cause",
    keys: ["required--this is only"],
    pattern:
      /(?<language_runtime>Perl) (?<constraint>v?[\d.]+) required--this is only (?<version>v?[\d.]+\d)/,
    cause: "The script needs Perl {constraint}, not {version}.",
  },
  {
    id: "perl/not-found",
    ecosystem: "cpan",
    error_type: "VERSION_NOT_FOUND",
    stage: "dependencies",
    evidence: "cause",
    bonus: -3,
    keys: ["couldn't find module or a distribution", "cannot find ", "finding ", "can't find "],
    pattern:
      /Couldn't find module or a distribution (?<package>[\w:]{1,150})|! Finding (?<package2>[\w:]{1,150}) .{0,80} failed/,
    cause: "CPAN has no {package}.",
  },
  {
    id: "perl/install",
    ecosystem: "cpan",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "summary",
    keys: [
      "! installing ",
      "-- not ok",
      "! configure failed for",
      "! failed to install",
      "warning: prerequisite ",
      "! bailing out the installation",
      "! couldn't install",
    ],
    pattern:
      /^! (?:Installing (?<package>[\w:]{1,150}) failed|Configure failed for (?<package2>[\w:]{1,100}?)-(?:v?\d\S{0,40})|Bailing out the installation for (?<package3>[\w:]{1,100}?)-(?:v?\d\S{0,40}))|(?:make|perl|Build)\S{0,20} .{0,60}-- NOT OK/,
    offers: ["package"],
    cause: "The Perl module {package} could not be installed.",
  },
];

export const SCRIPT_LANGUAGE_RULES: readonly Rule[] = [
  {
    id: "lua/module",
    error_type: "MISSING_PACKAGE",
    stage: "run",
    evidence: "cause",
    keys: ["module '"],
    pattern: /module '(?<package>[\w.-]{1,100})' not found:/,
    cause: "The Lua module {package} is not installed.",
    steps: ["luarocks install {package}"],
  },
  {
    id: "ocaml/compile",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "error",
    keys: [
      "error: this expression has type",
      "error: unbound ",
      'error: library "',
      "error: no implementations provided",
      "error: the implementation",
      "error: syntax error",
      "error: signature mismatch",
    ],
    pattern:
      /^Error: (?:Unbound (?<what>module|value|constructor|type|record field) (?<code>[\w.']{1,120})|Library "(?<package>[^"]{1,100})" not found|(?<message>(?:This expression has|Syntax error|No implementations|The implementation|Signature mismatch).{0,200}))/,
    near: [{ pattern: /^File "(?<file>[^"]{1,300})", lines? /, before: 6 }],
    cause: "{file} does not compile.",
    refine: ({ groups }) => {
      if (groups["package"] !== undefined) return { error_type: "MISSING_PACKAGE", evidence: "cause" };
      return /^Syntax error/.test(groups["message"] ?? "") ? { error_type: "SYNTAX_OR_CONFIG" } : {};
    },
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
      "error: dependency ",
      "error: dependencies ",
    ],
    pattern:
      /there is no package called ['‘"](?<package>[\w.]{1,80})['’"]|package ['‘"](?<package2>[\w.]{1,80})['’"] is not available (?:for this version of R|\(for R version (?<version>[\d.]+)\))|ERROR: dependenc(?:y|ies) ['‘"](?<package3>[\w.]{1,80})['’"].{0,200} not available for package ['‘"](?<package4>[\w.]{1,80})['’"]/,
    evenAsWarning: true,
    cause: "The R package {package} is not installed.",
    refine: ({ line }) => (/is not available/.test(line(0)) ? { error_type: "VERSION_NOT_FOUND" } : {}),
  },
  {
    id: "erlang/undef",
    error_type: "CRASH",
    stage: "run",
    evidence: "error",
    bonus: -10,
    keys: ["init terminating in do_boot", "runtime terminating during boot"],
    pattern: /init terminating in do_boot|Runtime terminating during boot/,
    cause: "The Erlang runtime ended while starting.",
  },
];
