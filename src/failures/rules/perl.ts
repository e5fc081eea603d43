import type { Rule } from "../rule.js";

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
    keys: [
      "couldn't find module or a distribution",
      "don't know what it is",
      "cannot find ",
      "finding ",
      "can't find ",
    ],
    pattern:
      /Cannot install (?<package3>[\w:]{1,150}), don't know what it is|Couldn't find module or a distribution (?<package>[\w:]{1,150})|! Finding (?<package2>[\w:]{1,150}) .{0,80} failed/,
    evenAsWarning: true,
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
      /^! (?:Installing (?<package>[\w:]{1,150}) failed|Configure failed for (?<package2>[\w:]{1,100})-v?\d\S{0,40}|Bailing out the installation for (?<package3>[\w:]{1,100})-v?\d\S{0,40})|(?:make|perl|Build)\S{0,20} .{0,60}-- NOT OK/,
    offers: ["package"],
    cause: "The Perl module {package} could not be installed.",
  },
];
