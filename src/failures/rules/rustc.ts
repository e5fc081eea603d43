import type { Refinement, Rule } from "../rule.js";

export const RUSTC_RULES: readonly Rule[] = [
  {
    id: "rustc/unresolved-crate",
    ecosystem: "rust",
    error_type: "MISSING_PACKAGE",
    stage: "build",
    evidence: "error",
    bonus: 6,
    keys: ["error[e0432]", "error[e0433]", "error[e0463]"],
    pattern:
      /error\[(?<code>E0432|E0433|E0463)\]: (?:can't find crate for `(?<package>[^`]{1,100})`|unresolved imports? `(?<path>[^`]{1,200})`|failed to resolve: (?:maybe a missing crate|use of (?:undeclared|unresolved)(?: crate or module| module or unlinked crate| type or module)?) `?(?<path2>[^`?]{1,100})|(?<message>.{1,200}))/,
    near: [{ pattern: /^--> (?<where>[^\s:]{1,300}):\d+:\d+/, after: 1 }],
    cause: "The crate {package} is not known here.",
    steps: ["cargo add {package}"],
    refine: ({ groups, line }) => {
      const path = groups["path"] ?? groups["path2"];
      const crate = path?.split("::")[0];
      if (groups["package"] !== undefined) {
        return groups["package"] === "std" || groups["package"] === "core"
          ? {
              error_type: "PLATFORM_UNSUPPORTED",
              root_cause: "The standard library for this target is not installed.",
            }
          : {};
      }
      if (crate === undefined || /^(?:crate|self|super|std|core)$/.test(crate))
        return { error_type: "BUILD_FAILURE", bonus: 0, entities: fileOf(groups["where"]) };
      // the crate is there, one of its modules is not
      if (groups["path"]?.includes("::") === true && !line(0).includes("extern crate"))
        return {
          error_type: "BUILD_FAILURE",
          bonus: 0,
          entities: [{ kind: "code", value: groups["path"] }, ...fileOf(groups["where"])],
        };
      return { entities: [{ kind: "package", value: crate }] };
    },
  },
  {
    id: "rustc/nightly",
    ecosystem: "rust",
    error_type: "RUNTIME_VERSION_MISMATCH",
    stage: "build",
    evidence: "error",
    bonus: 8,
    keys: ["error[e0554]", "error[e0658]", "only accepted on the nightly", "only allowed on nightly"],
    pattern:
      /error\[(?<code>E0554|E0658)\]: .{1,300}|the option `(?<code2>[^`]{1,60})` is only accepted on the nightly compiler/,
    near: [{ pattern: /^--> (?<file>[^\s:]{1,300}):\d+:\d+$/, after: 1 }],
    cause: "This needs another Rust: a feature is not stable in the one that runs.",
    steps: ["rustup update"],
  },
  {
    id: "rustc/error-code",
    ecosystem: "rust",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "error",
    keys: ["error[e"],
    pattern: /error\[(?<code>E\d{4})\]: (?<message>.{1,300})/,
    unless: /E0432|E0433|E0463|E0554|E0658/,
    near: [{ pattern: /^--> (?<file>[^\s:]{1,300}):\d+:\d+/, after: 1 }],
    cause: "{file} does not compile: {message}",
  },
  {
    id: "rustc/error-old",
    ecosystem: "rust",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "error",
    keys: [".rs:"],
    pattern: /(?<file>[^\s:<>]{1,300}\.rs):\d+:\d+: (?:\d+:\d+ )?error: (?<message>.{1,300})/,
    near: [{ pattern: /\[(?<code>E\d{4})\]$/, after: 0 }],
    cause: "{file} does not compile: {message}",
    refine: ({ groups, line }) => {
      const code = /\[(E\d{4})\]\s*$/.exec(line(0))?.[1];
      const crate = /can't find crate for [`‘']([^`’']{1,100})/.exec(groups["message"] ?? "")?.[1];
      if (crate !== undefined)
        return { error_type: "MISSING_PACKAGE", entities: [{ kind: "package", value: crate }] };
      return { entities: code === undefined ? [] : [{ kind: "code", value: code }] };
    },
  },
  {
    id: "rustc/syntax",
    ecosystem: "rust",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "build",
    evidence: "error",
    keys: [
      "error: expected",
      "error: unexpected",
      "error: mismatched closing",
      "error: this file contains an unclosed",
      "error: unknown start of token",
      "error: unterminated",
    ],
    pattern:
      /^error: (?<message>(?:expected|unexpected|mismatched closing|this file contains an unclosed|unknown start of|unterminated).{1,200})/,
    near: [{ pattern: /^--> (?<file>[^\s:]{1,300}\.rs):\d+:\d+/, after: 1 }],
    cause: "{file} is no valid Rust: {message}",
    refine: ({ groups }) => (groups["file"] === undefined ? null : {}),
  },
  {
    id: "rustc/error-plain",
    ecosystem: "rust",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "error",
    bonus: -2,
    keys: ["-->"],
    pattern: /^--> (?<file>[^\s:]{1,300}\.rs):\d+:\d+/,
    root: { pattern: /^error: (?<message>.{1,300})/, before: 1 },
    cause: "{file} does not compile: {message}",
    refine: ({ groups }) =>
      groups["message"] === undefined || /^(?:expected|unexpected|mismatched)/.test(groups["message"])
        ? null
        : {},
  },
  {
    id: "rustc/linker-missing",
    ecosystem: "rust",
    error_type: "COMMAND_NOT_FOUND",
    stage: "build",
    evidence: "cause",
    keys: ["error: linker `", "could not exec the linker `", "linker `"],
    pattern:
      /linker `(?<command>[^`]{1,200})` not found|could not exec the linker `(?<command2>[^`]{1,200})`: No such file/,
    cause: "The linker {command} is not installed.",
    steps: ["apt-get install build-essential"],
  },
  {
    id: "rustc/link-failed",
    ecosystem: "rust",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "wrapper",
    keys: ["error: linking with `"],
    pattern: /linking with `(?<command>[^`]{1,200})` failed/,
    cause: "The linker failed.",
  },
  {
    id: "rustc/target",
    ecosystem: "rust",
    error_type: "PLATFORM_UNSUPPORTED",
    stage: "build",
    evidence: "cause",
    keys: ["could not find specification for target", "target may not be installed"],
    pattern: /could not find specification for target "(?<code>[^"]{1,100})"/,
    cause: "Rust does not know the target {code}.",
    steps: ["rustup target list"],
  },
  {
    id: "rustc/panic",
    ecosystem: "rust",
    error_type: "CRASH",
    stage: "run",
    evidence: "error",
    bonus: 5,
    keys: ["panicked at"],
    pattern:
      /thread '(?<thread>[^']{1,200})'(?: \(\d+\))? panicked at (?:'?(?<message>.{1,500}?)'?, )?(?<source>[^\s:'`]{1,300}\.rs):\d+(?::\d+)?|thread '(?<thread2>[^']{1,200})'(?: \(\d+\))? panicked at (?<message2>.{1,500})/,
    cause: "A thread of the program panicked: {message}",
    refine: ({ groups, line }) => {
      const message = `${groups["message"] ?? ""} ${groups["message2"] ?? ""} ${line(1)}`;
      const thread = groups["thread"] ?? groups["thread2"] ?? "";
      if (message.includes("No space left on device")) return { error_type: "RESOURCE_EXHAUSTED", bonus: 14 };
      if (line(0).includes("should_panic")) return null;
      if (thread !== "main" && thread.includes("::"))
        return { error_type: "TEST_FAILURE", bonus: -4, entities: [{ kind: "code", value: thread }] };
      if (/kind: NotFound|No such file or directory|program not found/.test(message))
        return readNotFound(message);
      if (message.includes("kind: PermissionDenied")) return { error_type: "PERMISSION_DENIED" };
      if (message.includes("ConnectionRefused")) return { error_type: "NETWORK" };
      if (/memory allocation|OutOfMemory/.test(message)) return { error_type: "RESOURCE_EXHAUSTED" };
      return { entities: fileOf(groups["source"]) };
    },
  },
  {
    id: "rustc/ice",
    ecosystem: "rust",
    error_type: "CRASH",
    stage: "build",
    evidence: "error",
    bonus: 4,
    keys: ["internal compiler error: "],
    pattern: /error: internal compiler error: (?<message>.{1,300})/,
    unless: /unexpected panic/,
    cause: "rustc crashed: {message}",
  },
  {
    id: "rustc/test-failed",
    ecosystem: "rust",
    error_type: "TEST_FAILURE",
    stage: "test",
    evidence: "error",
    bonus: 6,
    keys: [" ... failed", "--- failed"],
    pattern: /^(?:test )?(?<code>[\w:]{1,200}(?: - should panic)?) (?:\.\.\.|---) FAILED$/,
    cause: "The test {code} failed.",
  },
  {
    id: "rustc/test-result",
    ecosystem: "rust",
    error_type: "TEST_FAILURE",
    stage: "test",
    evidence: "wrapper",
    keys: ["test result: failed"],
    pattern: /test result: FAILED\. \d+ passed; (?<count>\d+) failed/,
    cause: "{count} tests failed.",
  },
];

function fileOf(path: string | undefined): { kind: "file"; value: string }[] {
  return path === undefined ? [] : [{ kind: "file", value: path }];
}

/** A command that a build script ran, or a file that it opened: the panic's own source file is not what is missing. */
function readNotFound(message: string): Refinement {
  if (!/Command|execute|spawn|run |command/.test(message)) return { error_type: "MISSING_FILE" };
  const command = /(?:run|execute|spawn|command)[: ]{1,2}[`'"\\]{0,4}([\w.+-]{1,60})/i.exec(message)?.[1];
  return {
    error_type: "COMMAND_NOT_FOUND",
    entities: command === undefined ? [] : [{ kind: "command", value: command }],
  };
}
