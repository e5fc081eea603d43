import type { Rule } from "../rule.js";
import { belowHeading } from "./below-heading.js";
import { readByWords } from "./by-words.js";
import { typeOfException } from "./exception-type.js";

/** An error line that tells no more than that something failed. */
const REPORT =
  /\b(?:command|process|step|script|build|task|job|action|recipe|compilation|execution)s? (?:\w+ )?failed|nothing to do|while executing|aborted due to|failed with (?:exit|status)|^(?:an )?(?:unexpected )?error occurred (?:during|while|running)|failed to build after|abnormal(?:ly)? (?:process )?terminat/i;
const AS_REPORT = -2;

/** What no tool's own rules know: hints, counted only where nothing better is found. */
export const GENERIC_RULES: readonly Rule[] = [
  {
    id: "generic/fatal",
    error_type: "OTHER",
    stage: "run",
    evidence: "hint",
    bonus: 6,
    keys: ["fatal:", "fatal error:", "fatal error"],
    pattern: /(?:^|\s|: )(?:fatal|FATAL|Fatal)(?: error| ERROR| Error)?: (?<detail>\S.+)/,
    refine: ({ groups }) => readByWords(groups["detail"] ?? ""),
    cause: "It stopped with: {detail}",
  },
  {
    id: "generic/error-line",
    error_type: "OTHER",
    stage: "run",
    evidence: "hint",
    bonus: 4,
    keys: ["error: ", "error - ", "[error]", "errors: ", "error! ", "an error occurred"],
    pattern:
      /^(?:(?:\[!\]|[✘✖×│*:-]) +|==\d{1,9}== ?|checking .{1,200}\.\.\. ?)?(?:\[?(?:ERROR|Error|error)\]?(?: -|:|!)|An error occurred(?: \(\w{1,60}\))?(?: when [^:]{1,100})?:|[\w./-]{1,60}: (?:\S{1,60}: )?(?:error|ERROR|Error):)\s+(?<detail>\S.+)/,
    unless:
      /\b(?:0|no) errors?\b|^error: (?:\d+ warnings?|function\b|null\b|aborting due|bad exit status from|exception\([^)]{1,200}\) config\()/i,
    refine: ({ groups, line }) => ({
      error_type: "BUILD_FAILURE",
      ...readByWords(groups["detail"] ?? ""),
      ...(REPORT.test(groups["detail"] ?? "") ? { bonus: AS_REPORT } : {}),
      ...belowHeading(groups["detail"] ?? "", line(1)),
    }),
    cause: "It stopped with: {detail}",
  },
  {
    id: "generic/marked-error",
    error_type: "BUILD_FAILURE",
    stage: "run",
    evidence: "hint",
    bonus: 3,
    level: "error",
    keys: ["[error]", "[fatal]", "[severe]", "::error"],
    pattern: /^(?:\[\w{1,40}\] )?(?<detail>[A-Z"'`][^\s:]{0,60} \S.{2,400})$/,
    unless:
      /\b(?:0|no) errors?\b|^(?:To see|Re-run|For more|After correcting|Please refer|Help \d|Script Error|Process completed|The process ')|^\[Help/i,
    refine: ({ groups, line }) => ({
      ...readByWords(groups["detail"] ?? ""),
      ...(REPORT.test(groups["detail"] ?? "") ? { bonus: AS_REPORT } : {}),
      ...belowHeading(groups["detail"] ?? "", line(1)),
    }),
    cause: "It stopped with: {detail}",
  },
  {
    id: "generic/unknown-option",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "run",
    evidence: "cause",
    bonus: -6,
    keys: [
      "unknown flag: ",
      "unknown shorthand flag: ",
      "unknown option",
      "unrecognized option",
      "unrecognised option",
      "invalid option -- ",
    ],
    pattern:
      /^(?:[\w./-]{1,80}: )?(?:error: )?(?:unknown (?:shorthand )?flag|unknown options?|unrecogni[sz]ed options?|invalid options?) ?:? ?(?:-- )?['"‘`]?(?<code>-{0,2}[\w-]{1,60})/i,
    cause: "The program does not know the option {code}.",
  },
  {
    id: "generic/required",
    error_type: "MISSING_SYSTEM_LIBRARY",
    stage: "configure",
    evidence: "hint",
    keys: ["required -- not found", "required, not found"],
    pattern:
      /(?<detail>(?<library>[\w.+-]{2,40})(?: v?(?<version>\d[\w.]{0,20}))? (?:is )?required(?: --|,) not found\b.{0,80})/i,
    cause: "It stopped with: {detail}",
  },
  {
    id: "generic/program-says",
    error_type: "OTHER",
    stage: "run",
    evidence: "hint",
    keys: [
      " does not exist",
      ": cannot ",
      ": could not ",
      ": can't ",
      ": unable to ",
      ": failed to ",
      ": invalid ",
      ": unknown ",
      ": no such ",
      ": missing ",
      " not found",
    ],
    pattern:
      /^(?<program>(?!debconf:)[a-z][\w.+-]{1,40}): (?<detail>(?:.{0,120} )?(?:does not exist|not found|cannot|could not|can't|unable to|failed to|invalid|unknown|no such|missing)\b.{0,200})/,
    unless: /\bwarning\b|ignor|skipp|(?:^|\s)(?:0|no) errors?\b/i,
    refine: ({ groups }) => readByWords(groups["detail"] ?? ""),
    cause: "{program} stopped with: {detail}",
  },
  {
    id: "generic/exception",
    error_type: "OTHER",
    stage: "run",
    evidence: "hint",
    bonus: 5,
    keys: [
      "exception: ",
      "exception in thread",
      "unhandled exception",
      "uncaught exception",
      "panicked at",
      "panic: ",
    ],
    pattern:
      /(?:^|\s)(?:(?<code>[\w.]{1,150}(?:Exception|Error))(?:: |$)|panic: |[Uu]nhandled [Ee]xception|[Uu]ncaught [Ee]xception)/,
    refine: ({ groups, line }) => ({
      ...readByWords(line(0)),
      error_type: typeOfException(groups["code"]?.split(".").at(-1) ?? "", line(0)) ?? "CRASH",
    }),
    cause: "An exception was not handled.",
  },
  {
    id: "generic/no-such-file",
    error_type: "MISSING_FILE",
    stage: "run",
    evidence: "cause",
    bonus: -20,
    keys: [
      "no such file or directory",
      "the system cannot find the file",
      "the system cannot find the path",
      "cannot open file",
    ],
    pattern:
      /(?:^|[\s:'"‘`(])(?<file>(?!(?:error|failed|found|dir|directory|file|open|it):)[\w./\\@+~-]{1,300})['"’`)]?: No such file or directory|^tar: (?<file5>[^\s:]{1,300}): Cannot open: No such file|^[\w.-]{1,40}: ['"‘](?<file3>[^'"’]{1,300})['"’] .{1,60}: No such file or directory|(?:cannot|can't|could not|unable to|failed to) (?:open|stat|access|find|read)(?: file| directory)?:? ['"‘`]?(?<file2>[^\s'"’`:]{1,300})|No such file or directory @ \w+ - (?<file4>\S{1,300})|The system cannot find the (?:file|path) specified|No such file or directory/i,
    unless:
      /shared object file|[Cc]annot run program|unable to execute|(?:fatal )?error: \S{1,200}: No such file|^ls: |fatal: not a git|^\w{1,80}_test\.go:/,
    cause: "{file} is not there.",
    steps: ["ls -l {file}"],
  },
  {
    id: "generic/exit-code",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "wrapper",
    bonus: -8,
    keys: [
      "exited with code",
      "exit code",
      "exit status",
      "non-zero exit",
      "process completed with exit",
      "returned non-zero",
      "command failed",
    ],
    pattern:
      /(?:exit(?:ed)?(?: with)? (?:code|status)|returned non-zero exit status|[Pp]rocess completed with exit code|failed with exit code):? ?(?<exit>[1-9]\d*)|[Cc]ommand failed/,
    cause: "A command failed with exit code {exit}.",
  },
];
