import type { Rule } from "../rule.js";

const MAKE = /(?:^|\s)(?:g|mingw32-|re)?make(?:\.exe)?(?:\[\d+\])?: /.source;

export const MAKE_RULES: readonly Rule[] = [
  {
    id: "make/kati",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "configure",
    evidence: "error",
    bonus: 2,
    keys: [".mk: error: "],
    pattern:
      /^(?<file>[^\s:]{1,300}\.mk): error: (?<message>.{0,200}? missing (?<library>lib[\w.+-]{1,100}) |\S.{0,300})/,
    cause: "{file} is not accepted: {message}",
    refine: ({ groups }) => (groups["library"] === undefined ? {} : { error_type: "MISSING_SYSTEM_LIBRARY" }),
  },
  {
    id: "make/no-rule",
    error_type: "MISSING_FILE",
    stage: "build",
    evidence: "cause",
    bonus: -6,
    keys: ["no rule to make target", "don't know how to make"],
    pattern:
      /(?:No rule to make target|don't know how to make) [`'‘"]?(?<file>[^\s'’"`]{1,300})['’"`]?(?:, needed by [`'‘"](?<target>[^'’"`]{1,300})['’"`])?/,
    cause: "{file} is not there, and no rule makes it.",
    refine: ({ groups }) =>
      groups["target"] === undefined &&
      !/[./]/.test(groups["file"] ?? "") &&
      !(groups["file"] ?? "").startsWith("/")
        ? {
            evidence: "error",
            bonus: 0,
            root_cause: "The makefile has no target {file}.",
            steps: ["make -qp | grep '^[a-z]'"],
          }
        : {},
  },
  {
    id: "make/syntax",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "build",
    evidence: "cause",
    bonus: -6,
    keys: [": ***"],
    pattern: /(?:^|\s)(?<file>[^\s:*]{1,300}):\d+: \*\*\* (?<message>.{1,300}?)\.?\s*Stop\.?/,
    cause: "{file} stops the build: {message}",
    refine: ({ groups }) =>
      /not (?:found|installed)|could not find|can't find|missing (?!separator|`|')|please install/i.test(
        groups["message"] ?? "",
      )
        ? { error_type: "MISSING_PACKAGE" }
        : {},
  },
  {
    id: "make/no-makefile",
    error_type: "MISSING_FILE",
    stage: "build",
    evidence: "cause",
    bonus: -6,
    keys: ["no makefile found", "no targets. "],
    pattern: /No targets specified and no makefile found|\*\*\* No targets\.\s+Stop/,
    cause: "There is no makefile in this folder.",
    steps: ["ls", "./configure"],
    // there is none because configure failed
    refine: ({ line }) =>
      /configure: error: |CMake Error/.test(
        Array.from({ length: 20 }, (_, index) => line(-1 - index)).join("\n"),
      )
        ? { evidence: "wrapper" }
        : {},
  },
  {
    id: "make/include-missing",
    error_type: "MISSING_FILE",
    stage: "build",
    evidence: "error",
    keys: [": no such file or directory"],
    pattern: /^(?:GNU)?[Mm]akefile[\w.-]{0,60}:\d+: (?<file>[^\s:]{1,300}): No such file or directory$/,
    cause: "The makefile includes {file}, which is not there.",
  },
  {
    id: "make/command-not-found",
    error_type: "COMMAND_NOT_FOUND",
    stage: "toolchain",
    evidence: "cause",
    keys: [
      "command not found",
      "no such file or directory",
      "program not found",
      "process_begin: createprocess",
    ],
    pattern: new RegExp(
      `${MAKE}(?:\\*\\*\\* )?(?:(?<command>[^\\s:*]{1,200}): (?:Command not found|No such file or directory|Program not found)|CreateProcess\\([^)]*\\) failed)`,
    ),
    cause: "{command} is not installed, or not on the PATH.",
    steps: ["command -v {command}"],
    refine: ({ groups }) =>
      /^(?:Makefile|GNUmakefile|.*\.(?:mk|mak|am|d))$/.test(groups["command"] ?? "")
        ? { error_type: "MISSING_FILE", root_cause: "{command} is not there." }
        : {},
  },
  {
    id: "make/chdir",
    error_type: "MISSING_FILE",
    stage: "build",
    evidence: "cause",
    keys: ["make: ***", "]: ***"],
    pattern: new RegExp(`${MAKE}\\*\\*\\* (?<file>[^\\s:]{1,300}): No such file or directory\\.\\s+Stop`),
    cause: "The folder {file} is not there.",
  },
  {
    id: "make/killed",
    error_type: "RESOURCE_EXHAUSTED",
    stage: "build",
    evidence: "error",
    keys: ["] killed", "] segmentation fault", "] aborted", "] illegal instruction", "] bus error"],
    pattern: new RegExp(
      `${MAKE}\\*\\*\\* \\[(?<target>[^\\]]{1,300})\\] (?<signal>Killed|Segmentation fault|Aborted|Illegal instruction|Bus error)`,
    ),
    cause: "{target} was ended by a signal: {signal}.",
    refine: ({ groups }) => {
      if (groups["signal"] === "Killed") return {};
      return { error_type: groups["signal"] === "Illegal instruction" ? "PLATFORM_UNSUPPORTED" : "CRASH" };
    },
  },
  {
    id: "make/wrapper",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "wrapper",
    keys: ["make: ***", "]: ***", "recipe for target"],
    pattern: new RegExp(
      `${MAKE}(?:\\*\\*\\* \\[(?<target>[^\\]]{1,300})\\]:? (?:Error|Fehler) \\d+|recipe for target '(?<target2>[^']{1,300})' failed)`,
    ),
    unless: /\(ignored\)/,
    cause: "A command of the target {target} failed.",
  },
  {
    id: "ninja/missing-input",
    error_type: "MISSING_FILE",
    stage: "build",
    evidence: "cause",
    keys: ["missing and no known rule to make it"],
    pattern:
      /ninja: error: '(?<file>[^']{1,300})'(?:, needed by '(?<target>[^']{1,300})')?, missing and no known rule/,
    cause: "{file} is not there, and no rule makes it.",
  },
  {
    id: "ninja/error",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "build",
    evidence: "error",
    keys: ["ninja: error: ", "ninja: fatal: "],
    pattern: /ninja: (?:error|fatal): (?<message>(?:loading '(?<file>[^']{1,300})': )?.{1,300})/,
    unless: /missing and no known rule|rebuilding 'build\.ninja'/,
    cause: "ninja: {message}",
    refine: ({ groups }) => {
      const message = groups["message"] ?? "";
      if (message.includes("No such file")) return { error_type: "MISSING_FILE", evidence: "cause" };
      if (/unsupported version|newer than/.test(message)) return { error_type: "RUNTIME_VERSION_MISMATCH" };
      return {};
    },
  },
  {
    id: "ninja/wrapper",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "wrapper",
    keys: ["ninja: build stopped", "failed: ", "ninja: error: rebuilding"],
    pattern:
      /ninja: build stopped: |^FAILED: (?:\[code=\d+\] )?(?<target>[^\s/]{0,200}[/.]\S{1,200})|ninja: error: rebuilding/,
    cause: "A build step failed.",
  },
];
