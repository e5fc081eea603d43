import { readGoModule } from "../entities/notations.js";
import type { Groups, Rule } from "../rule.js";

const FILE = /(?<file>(?:[A-Za-z]:)?[^\s:"]{1,300}\.go):\d+(?::\d+)?/.source;

/** The package being compiled, where it is a dependency: its files lie in a module cache or a GOPATH. */
function dependencyOf({ file, unit }: Groups): { kind: "package"; value: string }[] {
  const foreign =
    unit !== undefined && (file?.includes(unit) === true || file?.includes("/pkg/mod/") === true);
  return foreign ? [{ kind: "package", value: unit }] : [];
}

/** "undefined: strings.Cut", "not enough arguments in call to run" */
function symbolOf(message: string): { kind: "code"; value: string }[] {
  const symbol = /^(?:undefined: |(?:not enough|too many) arguments in call to )([\w.]{1,120})/.exec(
    message,
  )?.[1];
  return symbol === undefined ? [] : [{ kind: "code", value: symbol }];
}

export const GO_RULES: readonly Rule[] = [
  {
    id: "go/toolchain",
    error_type: "RUNTIME_VERSION_MISMATCH",
    stage: "toolchain",
    evidence: "cause",
    keys: [
      "requires go >=",
      "requires go1.",
      "module requires go",
      "invalid go version",
      "toolchain not available",
      "requires newer go version",
      "unsupported go version",
      'compile: version "',
      "download go1",
    ],
    pattern:
      /(?:(?:go\.(?:mod|work)|(?<package>[\w./~-]{1,200})(?:@(?<version>v[\w.+-]{1,80}))?) )?requires (?<language_runtime>go) ?(?<constraint>>= [\d.]+\d)(?: \(running go ?(?<version2>[\w.]+)[;)])?|module requires [Gg]o (?<constraint2>[\d.]+)|requires newer Go version (?<language_runtime2>go)?(?<constraint3>[\d.]+)|invalid go version '(?<version3>[^']{1,40})'|download go(?<version4>[\d.]+) for \S{1,40}: toolchain not available|version "go(?<version5>[\d.]+)" does not match go tool version "go(?<version6>[\d.]+)"/,
    near: [{ pattern: /(?<file>[\w./-]{0,200}go\.(?:mod|work)):\d+: invalid go version/, own: true }],
    cause: "The installed Go is not the one that is needed: {constraint}.",
    steps: ["go version"],
    // a note below a compiler's error is not the error
    refine: ({ line }) =>
      line(0).startsWith("note: module requires") ? { evidence: "error", bonus: -6 } : {},
  },
  {
    id: "go/build-constraints",
    error_type: "PLATFORM_UNSUPPORTED",
    stage: "build",
    evidence: "cause",
    keys: [
      "build constraints exclude all go files",
      "unsupported goos/goarch pair",
      "cmd/go: unsupported",
      "no buildable go source files",
    ],
    pattern:
      /(?:(?:package |imports |go build |^)(?<package>[\w./~-]{1,200}): )?build constraints exclude all Go files(?: in \S{1,300}?\/pkg\/mod\/(?<module>[^\s@]{1,200}@v[\w.+-]{1,80}))?|unsupported GOOS\/GOARCH pair (?<code>\S{0,40}\/\S{0,40})|(?:package (?<package2>[\w./~-]{1,200}): )?no buildable Go source files in (?<file>\S{1,300})/,
    cause: "Nothing in the package is for this system.",
    refine: ({ groups, line }) => {
      if (groups["package"] !== undefined || groups["package2"] !== undefined) return {};
      if (groups["module"] !== undefined) return { entities: readGoModule(groups["module"]) };
      const above = /^package ([\w./~-]{1,200})$/.exec(line(-1))?.[1];
      return above === undefined ? {} : { entities: [{ kind: "package", value: above }] };
    },
    steps: ["go env GOOS GOARCH CGO_ENABLED"],
  },
  {
    id: "go/no-files",
    error_type: "MISSING_FILE",
    stage: "build",
    evidence: "cause",
    bonus: -4,
    keys: [
      "no go files in",
      "no non-test go files in",
      "go.mod file not found",
      "cannot find main module",
      "does not contain main module",
      "go: cannot find go.mod",
      "no such file or directory: go.mod",
      "outside available modules",
      "outside main module",
      "outside module",
    ],
    pattern:
      /no (?:non-test )?Go files in (?<file>\S{1,300})|(?<file2>go\.mod) file not found in|cannot find main module|does not contain main module or its selected dependencies|directory (?<file3>\S{1,300}) (?:is )?outside (?:available modules|main module|module)/,
    cause: "There is no Go package or module here.",
    steps: ["go mod init"],
  },
  {
    id: "go/import-cycle",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "cause",
    keys: ["import cycle not allowed", "use of internal package", 'import "'],
    pattern:
      /import cycle not allowed|use of (?:internal|vendored) package (?<package>\S{1,200}) not allowed|import "(?<package2>[^"]{1,200})" is a program, not an importable package/,
    near: [{ pattern: /^package (?<package>[\w./~-]{1,200})/, before: 8 }],
    cause: "These packages may not import each other.",
  },
  {
    id: "go/compile",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "error",
    keys: [".go:"],
    pattern: new RegExp(`(?:^|^vet: |\\s)${FILE}: (?<message>\\S.{0,400})`),
    unless:
      /\.go:\d+ \+0x|: Error Trace|\bwarning:|fatal error: |^\S*_test\.go:\d+: |^(?:\d{4}\/\d\d\/\d\d |I\d{4}|\[GIN)|cannot find package|no required module|missing go\.sum|: error:|: note:/,
    cause: "{file} does not compile: {message}",
    near: [{ pattern: /^# (?<unit>[\w.-]{1,80}\.[a-z]{2,10}\/[\w./-]{1,200})$/, before: 6 }],
    refine: ({ groups, line }) => {
      const message = groups["message"] ?? "";
      if (message.includes(": no matching files found")) return { error_type: "MISSING_FILE" };
      if (/^(?:syntax error|expected |missing return|unexpected )/.test(message))
        return { error_type: "SYNTAX_OR_CONFIG" };
      if (
        /^(?:undefined: |cannot use |\S{1,80} undefined|declared and not used|"[^"]+" imported (?:and|but) not used|not enough arguments|too many arguments|invalid operation|assignment mismatch|missing return|multiple-value|\S{1,120} (?:redeclared|declared)|impossible type|incompatible|cannot |unknown field|duplicate |type \S{1,80} |non-)/.test(
          message,
        )
      )
        return { entities: [...symbolOf(message), ...dependencyOf(groups)] };
      const named = [-3, -2, -1].some((at) => /^# [\w./-]+/.test(line(at)));
      return named || /^[\w./-]+\.go:\d+:\d+: /.test(line(0)) ? { bonus: -6 } : null;
    },
  },
  {
    id: "go/cgo-compiler",
    error_type: "COMMAND_NOT_FOUND",
    stage: "toolchain",
    evidence: "cause",
    keys: ["executable file not found in", 'c compiler "'],
    pattern: /exec: "(?<command>[^"]{1,200})": executable file not found in/,
    cause: "{command} is not installed, or not on the PATH.",
    steps: ["command -v {command}"],
  },
  {
    id: "go/dial",
    ecosystem: "network",
    error_type: "NETWORK",
    stage: "dependencies",
    evidence: "cause",
    bonus: -2,
    keys: ["dial tcp", "x509: ", "tls handshake timeout", "i/o timeout"],
    pattern:
      /dial tcp(?:: lookup (?<host>[\w.-]{1,200})(?: on \S{1,60})?| (?<host2>\[[\da-f:]+\]|[\w.-]{1,200}):(?<port>\d{1,5}))?:? (?<message>.{0,200})|x509: (?<message2>.{1,200})|(?<timeout>TLS handshake timeout)/,
    near: [{ pattern: /(?<go_mod>[\w-]{1,80}\.\w{2,12}\/[\w./~-]{1,200}@v[\w.+-]{1,100}): Get /, own: true }],
    cause: "The connection to {host} failed: {message}",
    refine: ({ groups }) =>
      groups["timeout"] !== undefined || (groups["message"] ?? "").includes("i/o timeout")
        ? { error_type: "TIMEOUT" }
        : {},
  },
  {
    id: "go/panic",
    ecosystem: "go",
    error_type: "CRASH",
    stage: "run",
    evidence: "error",
    bonus: 5,
    keys: [
      "panic: ",
      "fatal error: all goroutines are asleep",
      "fatal error: concurrent map",
      "fatal error: stack overflow",
      "fatal error: runtime:",
    ],
    pattern:
      /^panic: (?<message>.{1,300})|fatal error: (?<message2>all goroutines are asleep - deadlock!|concurrent map .{1,60}|stack overflow|runtime: .{1,100})/,
    unless: /dial tcp|x509/,
    cause: "The Go program crashed: {message}",
    refine: ({ groups, line }) => {
      const test = [-1, -2, -3]
        .map((at) => /^--- FAIL: (\S{1,150})/.exec(line(at))?.[1])
        .find((name) => name !== undefined);
      if (test !== undefined)
        return { error_type: "TEST_FAILURE", evidence: "hint", entities: [{ kind: "code", value: test }] };
      const message = groups["message"] ?? "";
      if ((groups["message2"] ?? "").includes("out of memory")) return { error_type: "RESOURCE_EXHAUSTED" };
      if (message.includes("no such file or directory")) return { error_type: "MISSING_FILE" };
      if (line(1).startsWith("[signal ")) return { evidence: "cause", bonus: 1 };
      return /goroutine|^\[|^$/.test([1, 2, 3].map(line).join("")) ? {} : { bonus: -10 };
    },
  },
  {
    id: "go/killed",
    error_type: "RESOURCE_EXHAUSTED",
    stage: "build",
    evidence: "cause",
    keys: [": signal: killed"],
    pattern: /(?<command>[\w./-]{1,200}): signal: killed/,
    cause: "{command} was killed, most likely for want of memory.",
    steps: ["free -m", "go build -p 1"],
  },
  {
    id: "go/open",
    ecosystem: "go",
    error_type: "MISSING_FILE",
    stage: "run",
    evidence: "error",
    bonus: 8,
    keys: ["no such file or directory"],
    pattern:
      /\b(?:open|stat|lstat|chdir|read|readdirent|mkdir|unlinkat|fork\/exec) (?<file>[\w.@/+-]{1,300}): no such file or directory/,
    cause: "{file} is not there.",
  },
  {
    id: "go/test-failed",
    error_type: "TEST_FAILURE",
    stage: "test",
    evidence: "error",
    bonus: 4,
    keys: ["--- fail: "],
    pattern: /--- FAIL: (?<code>[\w/#=.,-]{1,200})/,
    cause: "The test {code} failed.",
  },
  {
    id: "go/test-summary",
    error_type: "TEST_FAILURE",
    stage: "test",
    evidence: "wrapper",
    keys: ["fail\t", "[build failed]", "[setup failed]"],
    pattern: /^FAIL\s+(?<package>[\w./-]{1,200})\s+(?:\d|\(cached\)|\[(?<build>build|setup) failed\])/,
    cause: "The tests of {package} failed.",
  },
];
