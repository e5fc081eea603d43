import type { Rule } from "../rule.js";

/** What shells, loaders and archive tools say of a script or an archive that they cannot use. */
export const SCRIPT_RULES: readonly Rule[] = [
  {
    id: "script/command-not-found",
    ecosystem: "shell",
    error_type: "COMMAND_NOT_FOUND",
    stage: "toolchain",
    evidence: "cause",
    keys: [": not found"],
    pattern:
      /^(?:[^\s:]{1,200}: )?[^\s:]{1,200}: (?:exec: )?(?:line )?\d{1,6}: (?:exec: )?(?<command>[\w.+-]{1,100}): not found$/,
    cause: "{command} is not installed, or not on the PATH.",
    steps: ["command -v {command}"],
  },
  {
    id: "script/syntax",
    ecosystem: "shell",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "run",
    evidence: "cause",
    bonus: -4,
    keys: [
      "syntax error near unexpected token",
      "syntax error: ",
      "unexpected eof while looking for matching",
      "syntax error near",
    ],
    pattern:
      /^(?:[^\s:]{1,200}: )?(?:-c|(?:\/\S{0,60}\/)?(?:ba|da|z|k)?sh|(?<file>[^\s:]{1,200})): (?:eval: |-c: )?(?:line )?\d{1,6}: (?:eval: )?(?:syntax error|Syntax error|unexpected EOF while looking for matching)/,
    cause: "{file} is no valid script for the shell that runs it.",
    steps: ["bash -n {file}"],
    refine: ({ groups }) =>
      groups["file"] === undefined ? { root_cause: "The shell does not understand the command." } : {},
  },
  {
    id: "script/windows-line-ends",
    ecosystem: "shell",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "run",
    evidence: "cause",
    bonus: 1,
    keys: ["\\r': ", "\\r''", "\\r’: ", "^m: bad interpreter"],
    pattern:
      /(?<file>[^\s:]{1,200}): [^\s:]{1,120}\^M: (?<reason>bad interpreter)|^(?<file2>[^\s:]{1,200}): (?:line \d{1,6}: )?.{0,80}\$'[^'\n]{0,60}\\r'|env: .{1,40}\\r['’]: (?<reason2>No such file)/,
    cause:
      "The script has Windows line ends (CRLF): the shell takes the carriage return as part of each line's last word.",
    steps: [
      "Give it Unix line ends, with `sed -i 's/\\r$//'` or dos2unix, and have Git keep them: `* text=auto eol=lf` in .gitattributes, or `git config core.autocrlf input` and a fresh checkout.",
    ],
    refine: ({ groups }) =>
      groups["reason"] === undefined && groups["reason2"] === undefined ? {} : { error_type: "MISSING_FILE" },
  },
  {
    id: "script/unbound",
    ecosystem: "shell",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "run",
    evidence: "cause",
    bonus: -4,
    keys: [
      "unbound variable",
      "parameter not set",
      "parameter null or not set",
      "bad substitution",
      "not a valid identifier",
      "ambiguous redirect",
    ],
    pattern:
      /^(?:[^\s:]{1,200}: )?(?:(?:\/\S{0,60}\/)?(?:ba|da|z|k)?sh|(?<file>[^\s:]{1,200})): (?:-c: )?(?:line )?\d{1,6}: (?:[Bb]ad substitution$|(?<variable>.{1,80}): (?:unbound variable|parameter (?:null or )?not set|[Bb]ad substitution|not a valid identifier|ambiguous redirect))/,
    cause: "The script {file} needs {variable}, which is not set.",
  },
  {
    id: "script/interpreter",
    ecosystem: "shell",
    error_type: "MISSING_FILE",
    stage: "run",
    evidence: "cause",
    keys: ["bad interpreter", "cannot execute: required file not found"],
    pattern:
      /(?<file>[^\s:]{1,300}): (?:cannot execute: required file not found|(?<command>[^\s:]{1,200}): bad interpreter: (?<reason>No such file or directory|Permission denied))/,
    cause: "The interpreter that {file} names in its first line is not there.",
    steps: ["head -1 {file} | cat -A"],
    refine: ({ groups }) =>
      groups["reason"] === "Permission denied"
        ? { error_type: "PERMISSION_DENIED", root_cause: "The user may not run {file} or its interpreter." }
        : {},
  },
  {
    id: "script/exec-format",
    ecosystem: "shell",
    error_type: "PLATFORM_UNSUPPORTED",
    stage: "run",
    evidence: "cause",
    keys: ["exec format error", "cannot execute binary file", "bad cpu type in executable"],
    pattern:
      /(?:(?<file>[^\s:"']{1,300}): )?(?:cannot execute binary file|[Ee]xec format error|Bad CPU type in executable)/,
    cause: "{file} is for another architecture, or no program.",
    steps: ["file {file}", "uname -m"],
  },
  {
    id: "script/is-a-directory",
    ecosystem: "shell",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "build",
    evidence: "error",
    keys: [": is a directory"],
    pattern: /sh: (?:line )?(?:\d{1,6}: )?(?<file>[^\s:]{1,300}): [Ii]s a directory/,
    cause: "A folder, {file}, stands where a command is expected.",
  },
  {
    id: "script/cannot-open",
    ecosystem: "shell",
    error_type: "MISSING_FILE",
    stage: "run",
    evidence: "cause",
    keys: ["cannot open ", "can't open ", "directory nonexistent"],
    pattern:
      /: \d{1,6}: cannot create (?<file2>[^\s:]{1,300}): Directory nonexistent|sh: (?:\d{1,6}: )?(?:[Cc]annot open|[Cc]an't open) ['"]?(?<file>[^\s:'"]{1,300})['"]?(?:: No such file(?: or directory)?)?$/,
    cause: "{file} is not there.",
  },
  {
    id: "script/archive",
    ecosystem: "shell",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "run",
    evidence: "cause",
    bonus: -4,
    keys: [
      "not in gzip format",
      "this does not look like a tar archive",
      "end-of-central-directory signature not found",
      "file format not recognized by tar",
      "stdin: unexpected end of file",
      "unexpected eof in archive",
      "invalid compressed data",
      "not a bzip2 file",
      "crc error",
    ],
    pattern:
      /(?:gzip|tar|unzip|bzip2|xz|zcat|gunzip|bsdtar)(?:\.exe)?: (?:stdin: |(?<file>[^\s:]{1,200}): )?(?:not in gzip format|This does not look like a tar archive|Unexpected EOF in archive|unexpected end of file|invalid compressed data|\(?stdin\)? is not a bzip2 file)|End-of-central-directory signature not found|File format not recognized/,
    near: [{ pattern: /zipfile directory in one of (?<file2>\S{1,200}) or/, after: 4 }],
    cause: "What was downloaded or given is no such archive, or only a part of it.",
    steps: ["file {file}"],
    refine: ({ line }) =>
      /unexpected e(?:nd of file|of)|invalid compressed data|crc error/i.test(line(0))
        ? { error_type: "CHECKSUM_MISMATCH" }
        : {},
  },
  {
    id: "script/cannot-enter",
    ecosystem: "shell",
    error_type: "MISSING_FILE",
    stage: "run",
    evidence: "cause",
    bonus: -2,
    keys: ["cd: can't cd to", "is not a directory"],
    pattern:
      /sh: (?:line )?(?:\d{1,6}: )?cd: (?:line \d{1,6}: )?can't cd to (?<file>[^\s:]{1,300})|^(?:mv|cp|ln|install): target ['"`‘]?(?<file2>[^\s'"’:]{1,300})['"’]? is not a directory/,
    cause: "There is no folder {file}.",
    steps: ["ls -ld {file}"],
  },
  {
    id: "script/file-exists",
    ecosystem: "shell",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "run",
    evidence: "cause",
    bonus: -8,
    keys: [": file exists", "directory not empty"],
    pattern:
      /^(?:mkdir|ln|mv|rmdir|install|mount): .{0,120}?['"`‘](?<file>[^'"’`]{1,300})['"’]: (?:File exists|Directory not empty)/,
    cause: "{file} is there already.",
    steps: ["ls -ld {file}"],
  },
  {
    id: "script/checksum-line",
    ecosystem: "shell",
    error_type: "CHECKSUM_MISMATCH",
    stage: "run",
    evidence: "cause",
    bonus: 2,
    keys: [": failed"],
    pattern: /^(?<file>[^\s:]{1,300}): FAILED$/,
    near: [
      {
        pattern: /^(?<command>(?:sha\d{1,3}|md5|b2)sum|shasum): WARNING: .{0,40}computed checksum/,
        after: 8,
      },
    ],
    cause: "{file} is not what its checksum says.",
    steps: ["Download {file} again."],
    refine: ({ groups }) => (groups["command"] === undefined ? null : {}),
  },
  {
    id: "script/out-of-memory",
    ecosystem: "system",
    error_type: "RESOURCE_EXHAUSTED",
    stage: "run",
    evidence: "cause",
    keys: [
      "out of memory",
      "cannot allocate memory",
      "std::bad_alloc",
      "memory allocation of ",
      "resource temporarily unavailable",
    ],
    pattern:
      /^(?:.{0,120}: )?(?:Out of [Mm]emory(?: in |!|:|$)|Cannot allocate memory|.{0,40}fork: (?:retry: )?Resource temporarily unavailable)|'?std::bad_alloc'?|memory allocation of \d+ bytes failed/,
    unless: /OutOfMemoryError|HeapDump/,
    cause: "There was not enough memory.",
    steps: ["free -m", "ulimit -a"],
  },
  {
    id: "glib/assertion",
    ecosystem: "crash",
    error_type: "TEST_FAILURE",
    stage: "test",
    evidence: "cause",
    bonus: 1,
    keys: ["assertion failed"],
    pattern:
      /^(?:\*\*\s?)?(?:Bail out! )?ERROR:(?<file>[\w./+-]{1,200}\.\w{1,4}):\d+:(?<code>\w{1,120}): assertion failed/,
    cause: "An assertion in {file} does not hold.",
  },
  {
    id: "script/assertion",
    ecosystem: "crash",
    error_type: "CRASH",
    stage: "run",
    evidence: "cause",
    bonus: 2,
    keys: ["assertion `", "assertion '", "assertion failed: ", 'assertion "', "assert failed, "],
    pattern:
      /(?<file>[\w./-]{1,200}\.(?:[ch]|cc|cpp|cxx|hpp|hh)):\d+: .{0,300}: Assertion [`'"].{1,300}' failed\.?|Assertion failed: \(.{1,200}\), function \S{1,100}, file (?<file2>[^\s,]{1,200})|ASSERT failed, .{0,300}file=(?<file3>[^\s,]{1,300})/,
    cause: "An assertion in {file} does not hold.",
  },
];
