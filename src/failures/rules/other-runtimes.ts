import type { Rule } from "../rule.js";

/** Dart, Lua, Scala, dep and glide for Go, Android's linker: a wording or two each. */
export const OTHER_RUNTIME_RULES: readonly Rule[] = [
  {
    id: "dart/solve",
    error_type: "VERSION_CONFLICT",
    stage: "dependencies",
    evidence: "cause",
    keys: ["version solving failed"],
    pattern:
      /[Bb]ecause (?<needer>[\w.-]{1,80}) (?:depends on (?<package>\w{1,80}) (?<constraint>\S{1,40}).{0,80} )?(?:which )?requires SDK version (?<constraint2>[<>=^]{1,2}[\w.-]{1,40}(?: [<>=]{1,2}[\w.-]{1,40})?)/,
    near: [
      {
        pattern: /current (?<language_runtime>Dart|Flutter) SDK version is (?<version>\d[\w.-]{0,40}\w)/,
        before: 4,
      },
    ],
    cause: "{needer} needs another Dart SDK: {constraint2}.",
    steps: ["dart --version"],
    refine: ({ groups }) =>
      groups["package"] === undefined ? { error_type: "RUNTIME_VERSION_MISMATCH" } : {},
  },
  {
    id: "lua/rock",
    error_type: "VERSION_NOT_FOUND",
    stage: "dependencies",
    evidence: "cause",
    keys: ["no results matching query", "could not find header file for", "could not find library file for"],
    pattern:
      /Error: (?:(?:.{0,120} )?(?<none>No results matching query)|Could not find (?:header|library) file for (?<library>[\w+-]{1,60}))/,
    near: [{ pattern: /luarocks install (?:--\S{1,60} )?(?<package>[\w.-]{1,80})/, before: 6, own: true }],
    cause: "LuaRocks has no such rock, or a library that it needs is missing.",
    refine: ({ groups }) => (groups["none"] === undefined ? { error_type: "MISSING_SYSTEM_LIBRARY" } : {}),
  },
  {
    id: "scala/compile",
    ecosystem: "java",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "error",
    keys: [".scala:"],
    pattern:
      /^(?<file>(?:[A-Za-z]:)?[^\s:]{1,300}\.scala):\d{1,6}(?::\d{1,5})?: (?:error: )?(?<message>\S.{0,300})/,
    cause: "{file} does not compile: {message}",
    refine: ({ groups, line }) => {
      const message = groups["message"] ?? "";
      if (/^warning|^\[?warn/i.test(message)) return null;
      return /not found: |is not a member of|type mismatch|expected|error|cannot be applied|does not conform|overrides nothing|ambiguous|required/i.test(
        `${message} ${line(1)}`,
      )
        ? {}
        : null;
    },
  },
  {
    id: "go/dep-project",
    ecosystem: "go",
    error_type: "MISSING_FILE",
    stage: "dependencies",
    evidence: "cause",
    keys: ["could not find project gopkg.toml", "no manifest found", "glide.yaml"],
    pattern:
      /could not find project (?<file>Gopkg\.toml)|Unable to find a (?<file2>glide\.yaml)|no manifest found/i,
    cause: "There is no {file} here.",
  },
  {
    id: "go/glide",
    ecosystem: "go",
    error_type: "VERSION_NOT_FOUND",
    stage: "dependencies",
    evidence: "cause",
    bonus: -4,
    keys: ["unable to checkout ", "update failed for ", "error looking for ", "failed to set version on "],
    pattern:
      /(?:Unable to checkout|Update failed for|Error looking for|Failed to set version on) (?<package>[\w-]{1,60}\.[\w.-]{1,60}\/[\w./-]{1,120})(?: to (?<version>\S{1,60}))?(?::|$|\s)/,
    evenAsWarning: true,
    cause: "{package} could not be fetched.",
  },
  {
    id: "cargo/killed",
    error_type: "RESOURCE_EXHAUSTED",
    stage: "build",
    evidence: "cause",
    bonus: -4,
    keys: ["(signal: 9, sigkill"],
    pattern: /process didn't exit successfully: `(?<command>\w{1,30}) .{0,1500}\(signal: 9, SIGKILL/,
    cause: "{command} was killed, most often for want of memory.",
    steps: ["free -m", "cargo build -j 1"],
  },
  {
    id: "android/linker",
    error_type: "MISSING_SYSTEM_LIBRARY",
    stage: "run",
    evidence: "cause",
    keys: ["cannot link executable"],
    pattern:
      /CANNOT LINK EXECUTABLE(?: "?(?<command>[^\s":]{1,200})"?)?.{0,4}(?:cannot locate symbol "(?<code>[^"]{1,200})" referenced by "(?<library>[^"]{1,200})"|library "(?<library2>[^"]{1,200})" (?:not found|needed or dlopened))/,
    cause: "{command} needs a library or a symbol that is not there.",
  },
  {
    id: "apple/library-not-loaded",
    ecosystem: "system",
    error_type: "MISSING_SYSTEM_LIBRARY",
    stage: "run",
    evidence: "cause",
    bonus: -1,
    keys: ["library not loaded: "],
    pattern: /Library not loaded: (?<library>\S{1,300})/,
    near: [{ pattern: /Referenced from: (?<program>\S{1,300})/, after: 2 }],
    cause: "The loader does not find {library}.",
    steps: ["otool -L {program}"],
  },
  {
    id: "sed/script",
    ecosystem: "shell",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "run",
    evidence: "error",
    keys: ["sed: "],
    pattern:
      /^sed: (?:-e expression #\d+, char \d+: (?<message>.{1,200})|\d+: "(?<file>[^"]{1,200})": (?<message2>.{1,200})|illegal option -- (?<code>\S{1,20})|(?<message3>unterminated .{1,100}|invalid option.{1,60}))/,
    cause: "sed does not understand its script: {message}",
  },
  {
    id: "latex/missing",
    error_type: "MISSING_FILE",
    stage: "build",
    evidence: "cause",
    keys: ["latex error: file `", "i can't find file `"],
    pattern:
      /! (?:LaTeX Error: File `(?<file>[^']{1,200})' not found|I can't find file `(?<file2>[^']{1,200})')/,
    cause: "TeX finds no {file}: a package of it is not installed.",
  },
  {
    id: "latex/error",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "error",
    keys: ["! latex error", "! undefined control sequence", "! package ", "! emergency stop"],
    pattern:
      /^! (?<message>(?:LaTeX Error|Package \w{1,40} Error|Undefined control sequence|Emergency stop).{0,200})/,
    cause: "TeX stopped: {message}",
  },
];
