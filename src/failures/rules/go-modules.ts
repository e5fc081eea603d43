import type { Rule } from "../rule.js";

const MODULE = /(?<go_mod>[\w./~-]{1,200}@v?[\w.+-]{1,100})/.source;

export const GO_MODULE_RULES: readonly Rule[] = [
  {
    id: "go/no-required-module",
    error_type: "MISSING_PACKAGE",
    stage: "dependencies",
    evidence: "cause",
    keys: [
      "no required module provides package",
      'cannot find package "',
      "cannot find module providing package",
      "is not in std",
      "is not in goroot",
      "finding module for package",
      "cannot find package ",
    ],
    pattern:
      /(?:no required module provides package (?<package>[^\s;]{1,200})|cannot find package "(?<package2>[^"]{1,200})" in|cannot find module providing package (?<package3>[^\s:]{1,200})|package (?<package4>[\w./-]{1,200}) is not in (?:std|GOROOT)|cannot find package "?(?<package5>[\w./-]{3,200})"?(?: in any of|\.$|$))/,
    near: [
      {
        pattern:
          /cannot find package "(?<package6>[^"]{1,200})" in any of|no required module provides package (?<package7>[^\s;]{1,200})/,
        after: 9,
        all: true,
      },
      { pattern: /^note: module requires (?<language_runtime>Go) (?<constraint>\d[\w.]{0,20})/, after: 3 },
    ],
    // a package of the standard library that this Go does not have yet
    refine: ({ groups }) =>
      groups["constraint"] === undefined ? {} : { error_type: "RUNTIME_VERSION_MISMATCH" },
    cause: "No module in go.mod provides {package}.",
    steps: ["go get {package}", "go mod tidy"],
  },
  {
    id: "go/sum-missing",
    error_type: "CHECKSUM_MISMATCH",
    stage: "dependencies",
    evidence: "cause",
    bonus: -2,
    keys: ["missing go.sum entry"],
    pattern:
      /missing (?<file>go\.sum) entry (?:needed to verify contents of |for (?:module providing package |go\.mod file))?(?<package>[\w./~-]{3,200})?/,
    cause: "go.sum does not list {package}.",
    steps: ["go mod tidy"],
  },
  {
    id: "go/checksum",
    error_type: "CHECKSUM_MISMATCH",
    stage: "dependencies",
    evidence: "cause",
    keys: ["checksum mismatch", "checksum database"],
    pattern: new RegExp(
      `verifying (?:module )?${MODULE}(?:/go\\.mod)?: (?:${MODULE.replace("go_mod", "go_mod2")}: )?checksum mismatch`,
    ),
    cause: "{package} {version} is not what go.sum says.",
    steps: ["go clean -modcache", "go mod tidy"],
    refine: ({ line }) =>
      [1, 2, 3].map(line).join(" ").includes("go.sum")
        ? { entities: [{ kind: "file", value: "go.sum" }] }
        : {},
  },
  {
    id: "go/version-not-found",
    error_type: "VERSION_NOT_FOUND",
    stage: "dependencies",
    evidence: "cause",
    keys: [
      "unknown revision",
      "no matching versions for query",
      "404 not found",
      "410 gone",
      "invalid version: ",
      "reading http",
      "module declares its path as",
      "does not contain package",
    ],
    pattern: new RegExp(
      `${MODULE}.{0,200}(?:invalid version: (?:unknown revision|git )|unknown revision|no matching versions for query|reading \\S{1,300}: (?<code>404|410|403|400)|found(?: \\([^)]{1,80}\\))?, but does not contain package (?<package2>\\S{1,200}))`,
    ),
    cause: "{package} has no version {version}.",
    steps: ["go list -m -versions {package}"],
    refine: ({ line }) => {
      const text = [0, 1, 2, 3, 4, 5].map(line).join(" ");
      if (
        /could not read Username|terminal prompts disabled|Permission denied \(publickey|Repository not found/.test(
          text,
        )
      )
        return { error_type: "AUTHENTICATION", evidence: "summary" };
      return {};
    },
  },
  {
    id: "go/import-path",
    ecosystem: "go",
    error_type: "VERSION_NOT_FOUND",
    stage: "dependencies",
    evidence: "cause",
    bonus: -4,
    keys: ["unrecognized import path", "malformed module path", "malformed import path"],
    pattern:
      /(?:unrecognized import path|malformed (?:module|import) path) "(?<package>[^"]{1,200})"(?<message>.{0,300})/,
    cause: "Go does not know where {package} is.",
    refine: ({ groups }) => {
      const message = groups["message"] ?? "";
      if (/i\/o timeout|TLS handshake timeout/.test(message)) return { error_type: "TIMEOUT", bonus: 1 };
      // a path without a host is one of the standard library that this Go does not have
      if (/^[\w/]+$/.test(groups["package"] ?? "")) return { error_type: "MISSING_PACKAGE" };
      return /dial tcp|no such host|x509|connection/.test(message) ? { error_type: "NETWORK", bonus: 1 } : {};
    },
  },
  {
    id: "go/other-import-path",
    ecosystem: "go",
    error_type: "VERSION_CONFLICT",
    stage: "dependencies",
    evidence: "cause",
    keys: [" expects import "],
    pattern:
      /package (?<package>\S{1,200}): code in directory \S{1,300} expects import "(?<conflicts_with>[^"]{1,200})"/,
    cause: "{package} calls itself {conflicts_with}: it must be imported by that path.",
    steps: ["go get {conflicts_with}"],
  },
  {
    id: "go/unknown-module",
    ecosystem: "go",
    error_type: "MISSING_PACKAGE",
    stage: "dependencies",
    evidence: "cause",
    bonus: -4,
    keys: [": not a known dependency", "unable to detect version control system for", "cannot load "],
    pattern:
      /module (?<package>[\w./~-]{1,200}): not a known dependency|(?<package2>[\w./~-]{1,200}): unable to detect version control system for|cannot load (?<package3>[\w./~-]{1,200}): no matching versions for query "(?<code>[\w.-]{1,60})"/,
    cause: "Go does not find the module {package}.",
    steps: ["go mod tidy"],
    refine: ({ groups }) => (groups["package"] === undefined ? { error_type: "VERSION_NOT_FOUND" } : {}),
  },
  {
    id: "go/requirements",
    ecosystem: "go",
    error_type: "VERSION_NOT_FOUND",
    stage: "dependencies",
    evidence: "summary",
    keys: ["error loading module requirements"],
    pattern: /go: error loading module requirements/,
    cause: "A module that is required, or one that it requires, could not be loaded.",
    steps: ["go mod tidy"],
  },
  {
    id: "go/flag",
    ecosystem: "go",
    error_type: "RUNTIME_VERSION_MISMATCH",
    stage: "toolchain",
    evidence: "cause",
    bonus: -4,
    keys: ["flag provided but not defined", "go: unknown environment setting", "unknown subcommand"],
    pattern:
      /flag provided but not defined: (?<code>-[\w-]{1,60})|go: unknown environment setting (?<code2>\S{1,80})|go (?<command>\w{1,40}): unknown (?:sub)?command/,
    cause: "This Go does not know {code}{command}.",
    steps: ["go version"],
  },
  {
    id: "go/module-path",
    error_type: "VERSION_CONFLICT",
    stage: "dependencies",
    evidence: "cause",
    keys: [
      "but was required as",
      "module declares its path as:",
      "ambiguous import: found package",
      "updates to go.mod needed",
      "inconsistent vendoring",
    ],
    pattern:
      /ambiguous import: found package (?<package>\S{1,200})|module declares its path as: (?<package2>\S{1,200})|updates to (?<file>go\.mod) needed(?:, disabled by (?<code>-mod=\w{1,20}))?|(?<file2>go\.mod) needed|inconsistent vendoring/,
    cause: "go.mod, the vendored modules and the modules' own names do not agree.",
    steps: ["go mod tidy", "go mod vendor"],
  },
  {
    id: "go/mod-parse",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "dependencies",
    evidence: "cause",
    keys: ["go.mod:", "go.work:"],
    pattern: /(?<file>[\w./-]{0,200}go\.(?:mod|work)):\d+: (?<message>\S.{0,200})/,
    unless: /checksum mismatch|invalid go version/,
    cause: "{file} cannot be read: {message}",
    refine: ({ groups }) =>
      /unknown revision|invalid version/.test(groups["message"] ?? "")
        ? { error_type: "VERSION_NOT_FOUND" }
        : {},
  },
];
