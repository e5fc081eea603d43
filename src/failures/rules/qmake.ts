import type { Rule } from "../rule.js";

export const QMAKE_RULES: readonly Rule[] = [
  {
    id: "qmake/module",
    error_type: "MISSING_SYSTEM_LIBRARY",
    stage: "configure",
    evidence: "cause",
    keys: ["unknown module(s) in qt", "development package not found", "project error: "],
    pattern:
      /Project ERROR: (?:Unknown module\(s\) in QT: (?<library>[\w -]{1,100}?)\s*$|(?<library2>[\w.+-]{1,80}) development package not found|(?<message>.{1,200}))/,
    cause: "qmake stops: {library}{message}",
    refine: ({ groups }) => {
      const message = groups["message"];
      if (message === undefined) return {};
      if (/version|Qt [\d.]+ .*required/i.test(message))
        return { error_type: "RUNTIME_VERSION_MISMATCH", evidence: "error" };
      return {
        error_type: /not found|missing/i.test(message) ? "MISSING_PACKAGE" : "SYNTAX_OR_CONFIG",
        evidence: "error",
      };
    },
  },
  {
    id: "qmake/missing",
    error_type: "COMMAND_NOT_FOUND",
    stage: "toolchain",
    evidence: "cause",
    keys: ["could not find qmake", "qmake: could not exec", "could not exec '/usr/lib/"],
    pattern: /qmake: could not exec '(?<file>[^']{1,200})'|[Cc]ould not find (?<command>qmake)/,
    cause: "qmake is not installed.",
  },
  {
    id: "waf/not-found",
    error_type: "MISSING_SYSTEM_LIBRARY",
    stage: "configure",
    evidence: "error",
    keys: ["the configuration failed", "scons: *** "],
    pattern: /The configuration failed|scons: \*\*\* (?<message>.{1,200})/,
    root: { pattern: /^Checking for (?<what>.{1,120}?)\s*: not found$/, before: 6 },
    cause: "The build's configuration failed: {what}{message}",
    refine: ({ groups }) => {
      const message = groups["message"];
      if (message === undefined)
        return groups["what"] === undefined ? { error_type: "SYNTAX_OR_CONFIG", evidence: "summary" } : {};
      if (/Error \d+$/.test(message)) return { error_type: "BUILD_FAILURE", evidence: "wrapper" };
      return { error_type: /not found|No SConstruct/i.test(message) ? "MISSING_FILE" : "BUILD_FAILURE" };
    },
  },
  {
    id: "nvcc/fatal",
    ecosystem: "c",
    error_type: "RUNTIME_VERSION_MISMATCH",
    stage: "build",
    evidence: "cause",
    keys: ["nvcc fatal"],
    pattern: /nvcc fatal\s*: (?:Unsupported gpu architecture '(?<code>[^']{1,40})'|(?<message>.{1,200}))/,
    cause: "nvcc stops: {code}{message}",
    refine: ({ groups }) => {
      const message = groups["message"];
      if (message === undefined) return { error_type: "PLATFORM_UNSUPPORTED" };
      if (/Cannot find compiler|Failed to preprocess host compiler/.test(message))
        return { error_type: "COMMAND_NOT_FOUND" };
      return { error_type: "SYNTAX_OR_CONFIG" };
    },
  },
  {
    id: "libtool/error",
    ecosystem: "c",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "error",
    keys: ["libtool: error: ", "libtool: version mismatch", "libtool: link: "],
    pattern:
      /libtool: (?:error: |link: )?(?:cannot find the library [`'](?<library>[^`']{1,200})[`']|(?<mismatch>Version mismatch error)|error: (?<message>.{1,200}))/,
    near: [
      { pattern: /This is libtool (?<version>\d[\w.]*\w)/, own: true },
      { pattern: /comes from (?:an older release|libtool (?<version2>\d[\w.]*\w))/, after: 2 },
    ],
    cause: "libtool failed: {library}{message}",
    refine: ({ groups }) => {
      if (groups["library"] !== undefined) return { error_type: "MISSING_SYSTEM_LIBRARY", evidence: "cause" };
      return groups["mismatch"] === undefined
        ? {}
        : { error_type: "RUNTIME_VERSION_MISMATCH", evidence: "cause" };
    },
  },
];
