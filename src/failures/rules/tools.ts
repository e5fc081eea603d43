import type { Rule } from "../rule.js";

/** Single wordings of tools that have no file of their own. */
export const TOOL_RULES: readonly Rule[] = [
  {
    id: "svn/error",
    error_type: "OTHER",
    stage: "dependencies",
    evidence: "error",
    bonus: 12,
    keys: ["svn: e"],
    pattern: /svn: (?<code>E\d{6}): (?<message>\S.{0,300})/,
    near: [{ pattern: /URL '(?<url>[^']{1,300})'/, own: true, after: 2 }],
    cause: "Subversion stopped: {message}",
    refine: ({ groups }) => {
      const message = groups["message"] ?? "";
      if (/connect|resolve|certificate|timed out/i.test(message)) return { error_type: "NETWORK" };
      if (/authori[sz]|authentic/i.test(message)) return { error_type: "AUTHENTICATION" };
      return /not found|doesn't exist|does not exist/i.test(message) ? { error_type: "MISSING_FILE" } : {};
    },
  },
  {
    id: "powershell/script-policy",
    error_type: "PERMISSION_DENIED",
    stage: "run",
    evidence: "cause",
    keys: ["running scripts is disabled on this system", "is not digitally signed"],
    pattern:
      /(?:File (?<file>\S{1,300}) cannot be loaded)?.{0,40}(?:running scripts is disabled on this system|is not digitally signed)/,
    cause: "PowerShell may not run the script {file}.",
    steps: ["Set-ExecutionPolicy -Scope Process Bypass"],
  },
  {
    id: "xcodebuild/failed",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "wrapper",
    keys: ["** build failed **", "** archive failed **", "** test failed **"],
    pattern: /\*\* (?<what>BUILD|ARCHIVE|TEST) FAILED \*\*/,
    cause: "Xcode's build failed.",
    refine: ({ groups }) => (groups["what"] === "TEST" ? { error_type: "TEST_FAILURE" } : {}),
  },
  {
    id: "adb/device",
    ecosystem: "android",
    error_type: "AUTHENTICATION",
    stage: "run",
    evidence: "cause",
    keys: ["device unauthorized"],
    pattern: /device unauthorized/,
    cause: "The device has not been told to trust this computer.",
    steps: ["adb devices"],
  },
  {
    id: "gradle/daemon-gone",
    error_type: "RESOURCE_EXHAUSTED",
    stage: "build",
    evidence: "cause",
    keys: ["daemon disappeared unexpectedly"],
    pattern: /Gradle build daemon disappeared unexpectedly/,
    cause: "The process that builds was killed, most often for want of memory.",
    steps: ["free -m", "./gradlew --no-daemon build"],
  },
  {
    id: "cmake/hash-mismatch",
    error_type: "CHECKSUM_MISMATCH",
    stage: "configure",
    evidence: "cause",
    keys: ["download hash mismatch", "does not match expected value"],
    pattern: /file DOWNLOAD HASH mismatch|[Hh]ash .{1,80} does not match expected value/,
    near: [{ pattern: /for file: \[(?<file>[^\]]{1,300})\]/, after: 4 }],
    cause: "The downloaded {file} is not what was expected.",
  },
  {
    id: "cmake/target-missing",
    error_type: "MISSING_PACKAGE",
    stage: "configure",
    evidence: "cause",
    bonus: -2,
    keys: ["but the target was not found"],
    pattern: /(?:links to(?: target)? "(?<package>[^"]{1,120})" )?but the target was not found/,
    near: [{ pattern: /^(?<package2>[\w-]{1,80}::[\w-]{1,80})$/, before: 4 }],
    cause: "CMake knows no target {package}: the package that defines it was not found.",
    // told over several lines, the heading stands for them
    refine: ({ line }) => {
      const back = [1, 2, 3, 4, 5, 6].find((offset) => line(-offset).startsWith("CMake Error at "));
      return line(0).startsWith("but the target") && back !== undefined ? { root_offset: -back } : {};
    },
  },
  {
    id: "env/not-set",
    ecosystem: "shell",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "run",
    evidence: "error",
    bonus: -4,
    keys: ["environment variable"],
    pattern:
      /(?:[Ee]rror|ERROR|[Ff]atal|[Pp]anic|Exception).{0,100}environment variable [`'"]?(?<code>[A-Z][A-Z0-9_]{1,80})[`'"]? (?:is )?(?:not (?:defined|set|found)|must be (?:set|defined)|missing|unset)/,
    cause: "The environment variable {code} is not set.",
  },
  {
    id: "angular/budget",
    ecosystem: "node",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "error",
    keys: ["exceeded maximum budget"],
    pattern: /exceeded maximum budget/,
    cause: "The bundle is larger than its budget allows.",
  },
  {
    id: "compose/version",
    ecosystem: "docker",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "run",
    evidence: "cause",
    keys: ["is unsupported. you might be seeing"],
    pattern: /Version in "(?<file>[^"]{1,200})" is unsupported/,
    cause: "This docker-compose does not know the version of {file}.",
    steps: ["docker-compose --version"],
  },
  {
    id: "qt/platform-plugin",
    ecosystem: "qt",
    error_type: "MISSING_SYSTEM_LIBRARY",
    stage: "run",
    evidence: "cause",
    keys: ["could not load the qt platform plugin", "could not find the qt platform plugin"],
    pattern: /[Cc]ould not (?:load|find) the Qt platform plugin "(?<library>[^"]{1,60})"/,
    evenAsWarning: true,
    cause: "A library that Qt's plugin {library} needs is not installed.",
    steps: ["export QT_DEBUG_PLUGINS=1", "export QT_QPA_PLATFORM=offscreen"],
  },
  {
    id: "cargo/git-auth",
    error_type: "AUTHENTICATION",
    stage: "dependencies",
    evidence: "cause",
    keys: ["failed to authenticate when downloading repository"],
    pattern: /failed to authenticate when downloading repository/,
    near: [
      { pattern: /Unable to update (?<url>\S{1,300})/i, before: 6 },
      { pattern: /failed to (?:get|load source for dependency) `(?<package>[^`]{1,100})`/, before: 12 },
    ],
    cause: "cargo has no access to the repository of {package}.",
    steps: ["export CARGO_NET_GIT_FETCH_WITH_CLI=true"],
  },
];
