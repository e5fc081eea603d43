import type { Rule } from "../rule.js";

/** "bash: line 3: ", "/bin/sh: 1: ", "./build.sh: 12: ", "zsh: " */
const SHELL = /(?:^|[\s:])[\w./-]{0,100}(?:sh|configure)(?:\.exe)?: (?:line )?(?:\d+: ){0,2}/.source;

export const SHELL_RULES: readonly Rule[] = [
  {
    id: "shell/command-not-found",
    error_type: "COMMAND_NOT_FOUND",
    stage: "toolchain",
    evidence: "cause",
    keys: ["command not found"],
    pattern: /(?:^|[\s:])(?<command>[^\s:'"]+): command not found|command not found: (?<command2>\S+)/,
    cause: "{command} is not installed, or not on the PATH.",
    steps: ["command -v {command}"],
  },
  {
    id: "shell/not-found",
    error_type: "COMMAND_NOT_FOUND",
    stage: "toolchain",
    evidence: "cause",
    keys: [": not found"],
    pattern: new RegExp(`${SHELL}(?:\\./)?(?<command>[\\w.+/-]+): not found\\s*$`),
    cause: "{command} is not installed, or not on the PATH.",
    steps: ["command -v {command}"],
    refine: ({ groups }) => {
      const command = groups["command"] ?? "";
      return command.includes("/")
        ? {
            error_type: "MISSING_FILE",
            root_cause: "{command} is not there, or the interpreter in its first line is not.",
          }
        : {};
    },
  },
  {
    id: "shell/path-not-found",
    error_type: "MISSING_FILE",
    stage: "build",
    evidence: "cause",
    bonus: -4,
    keys: [": not found"],
    pattern: /^(?<file>\.{0,2}\/[\w./+-]{1,200}): not found$/,
    cause: "{file} is not there, or the interpreter in its first line is not.",
    steps: ["ls -l {file}"],
  },
  {
    id: "shell/windows-not-recognized",
    error_type: "COMMAND_NOT_FOUND",
    stage: "toolchain",
    evidence: "cause",
    keys: [
      "is not recognized as an internal",
      "is not recognized as the name of a cmdlet",
      "is not recognized as a name of a cmdlet",
    ],
    pattern:
      /(?:The term )?['"‘](?<command>[^'"’]{1,200})['"’] is not recognized as (?:an internal|(?:the|a) name of a cmdlet)/,
    cause: "{command} is not installed, or not on the PATH.",
    steps: ["where {command}"],
  },
  {
    id: "shell/permission-denied",
    error_type: "PERMISSION_DENIED",
    stage: "run",
    evidence: "cause",
    bonus: -5,
    keys: [": permission denied"],
    pattern: /(?:^|[\s'"‘`])(?<file>[^\s"':`‘’]*[\w./])['"’`]?: Permission denied\s*$/,
    cause: "The user may not read, write or run {file}.",
    steps: ["ls -l {file}", "id"],
  },
  {
    id: "shell/no-space",
    error_type: "RESOURCE_EXHAUSTED",
    stage: "build",
    evidence: "cause",
    bonus: 3,
    keys: ["no space left on device", "there is not enough space on the disk"],
    pattern:
      /(?:(?<file>[^\s'"‘’`:(]{1,200})['"’]?: )?[Nn]o space left on device(?:; path=(?<file2>[^\s)]+))?|There is not enough space on the disk/,
    evenAsWarning: true,
    cause: "The disk is full.",
    steps: ["df -h", "df -i"],
  },
  {
    id: "shell/loader",
    ecosystem: "system",
    error_type: "MISSING_SYSTEM_LIBRARY",
    stage: "run",
    evidence: "cause",
    keys: ["error while loading shared libraries"],
    pattern:
      /(?:^(?<command>[\w.+-]{1,100}): |(?<program>[^\s:]{1,200}): )?error while loading shared libraries: (?<library>[^\s:]+): /,
    cause: "{program} needs {library}, which the loader does not find.",
    steps: ["ldd {program}", "ldconfig -p | grep {library}"],
  },
  {
    id: "shell/cannot",
    error_type: "MISSING_FILE",
    stage: "build",
    evidence: "cause",
    bonus: -8,
    keys: [": cannot "],
    pattern:
      /\b(?:ls|cp|mv|mkdir|rm|install|touch|ln|chmod|chown|cat|tar|rmdir|stat|du|find|test|mktemp|rsync): cannot [\w ]{3,40} ['"`‘](?<file>[^'"’`]+)['"’](?: to ['"‘`][^'"’]+['"’])?: (?<why>Permission denied|Operation not permitted|No such file or directory|Read-only file system)/,
    refine: ({ groups }) =>
      groups["why"] === "No such file or directory" ? {} : { error_type: "PERMISSION_DENIED", bonus: 0 },
    cause: "{file} cannot be used: {why}.",
    steps: ["ls -ld {file}", "id"],
  },
  {
    id: "shell/mkdir",
    error_type: "PERMISSION_DENIED",
    stage: "build",
    evidence: "cause",
    keys: ["mkdir: "],
    pattern:
      /\bmkdir: (?:cannot create directory )?['"`‘](?<file>[^'"’`]+)['"’]: (?:Permission denied|Read-only file system)/,
    cause: "The user may not create {file}.",
    steps: ["ls -ld {file}", "id"],
  },
  {
    id: "shell/exec-not-found",
    error_type: "COMMAND_NOT_FOUND",
    stage: "toolchain",
    evidence: "cause",
    keys: [": not found", "env: "],
    pattern:
      /: exec: (?:line )?\d+: (?<command>[\w.+-]+): not found|\benv: ['"‘`]?(?<command2>[^\s'"’:]+)['"’]?: No such file or directory/,
    cause: "{command} is not installed, or not on the PATH.",
    steps: ["command -v {command}"],
  },
  {
    id: "shell/must-be-set",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "run",
    evidence: "cause",
    bonus: -6,
    keys: ["sh: 1: ", "sh: line "],
    pattern:
      /sh: (?:line )?\d{1,6}: (?<code>[A-Z_][A-Z0-9_]{1,60}): (?!not found|[Cc]ommand not|[Pp]ermission|parameter |unbound|[Bb]ad subst|[Nn]o such|[Ii]s a dir|readonly)(?<said>\S.{2,200})/,
    cause: "The variable {code} is not set: {said}",
    steps: ["docker build --build-arg {code}=… ."],
  },
  {
    id: "shell/read-only",
    error_type: "PERMISSION_DENIED",
    stage: "run",
    evidence: "cause",
    bonus: -4,
    keys: [": read-only file system"],
    pattern:
      /^[\w.+-]{1,40}: .{0,120}?['"`‘](?<file>[^'"’`]{1,300})['"’]: Read-only file system|^(?:[^\s:]{1,200}: )?(?:line )?(?:\d{1,6}: )?(?<file2>\/[^\s:]{1,300}): Read-only file system/,
    cause: "{file} is on a file system that may not be written.",
  },
];
