import type { Rule } from "../rule.js";

/** tar, unzip: programs and files that they do not find. What is no archive is in script.ts. */
export const ARCHIVE_RULES: readonly Rule[] = [
  {
    id: "archive/no-program",
    ecosystem: "shell",
    error_type: "COMMAND_NOT_FOUND",
    stage: "toolchain",
    evidence: "cause",
    bonus: 1,
    keys: ["cannot exec: no such file"],
    pattern: /tar(?: \(child\))?: (?<command>[\w.-]{1,40}): Cannot exec: No such file or directory/,
    cause: "tar needs {command} to unpack this archive.",
    steps: ["command -v {command}"],
  },
  {
    id: "archive/magic",
    ecosystem: "shell",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "run",
    evidence: "cause",
    bonus: -4,
    keys: [
      ": invalid magic",
      ": not in gzip format",
      "not look like a tar archive",
      "not in xz format",
      "file format not recognized",
    ],
    pattern:
      /^(?<command>tar|gzip|gunzip|bunzip2|unxz|xz|unzip|bsdtar|zcat)(?:\.exe)?: (?:\(?stdin\)?: )?(?:invalid magic|not in gzip format|File format not recognized|This does not look like a tar archive)/,
    cause: "What {command} was given is no such archive: most likely a page that says why there is none.",
    steps: ["Look at what was downloaded: `curl -fsSL` fails where the address is wrong."],
  },
  {
    id: "archive/not-there",
    ecosystem: "shell",
    error_type: "MISSING_FILE",
    stage: "run",
    evidence: "cause",
    bonus: -2,
    keys: ["cannot open: no such file", "cannot find or open ", ": not found in archive"],
    pattern:
      /tar(?: \(child\))?: (?<file>[^\s:]{1,300}): (?:Cannot open: No such file|Not found in archive)|unzip: {1,3}cannot find or open (?<file2>[^\s,]{1,200}),/,
    cause: "{file} is not there.",
    steps: ["ls -l {file}"],
  },
];
