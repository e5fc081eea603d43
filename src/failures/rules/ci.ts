import type { Rule } from "../rule.js";

/** What CI services say themselves, and formatters that only complain of the form. */
export const CI_RULES: readonly Rule[] = [
  {
    id: "ci/action-missing",
    ecosystem: "github-actions",
    error_type: "VERSION_NOT_FOUND",
    stage: "toolchain",
    evidence: "cause",
    keys: ["unable to resolve action"],
    pattern: /Unable to resolve action `?(?<package>[\w./-]{1,120})@(?<version>[\w./-]{1,60})`?/,
    cause: "There is no action {package} in version {version}.",
  },
  {
    id: "ci/time-limit",
    ecosystem: "ci",
    error_type: "TIMEOUT",
    stage: "run",
    evidence: "cause",
    bonus: -4,
    keys: [
      "has exceeded the maximum execution time",
      "exceeded the maximum time limit for jobs",
      "no output has been received in the last",
      "build timed out (after",
    ],
    pattern:
      /has exceeded the maximum execution time of (?<constraint>\d+ \w+)|exceeded the maximum time limit for jobs|No output has been received in the last (?<constraint2>\w{1,12})|Build timed out \(after (?<constraint3>\d+ \w+)\)/,
    cause: "The job ran longer than it may.",
  },
  {
    id: "ci/cancelled",
    ecosystem: "ci",
    error_type: "OTHER",
    stage: "run",
    evidence: "wrapper",
    keys: ["the operation was canceled"],
    pattern: /^The operation was canceled\.?$/,
    cause: "The job was cancelled.",
  },
  {
    id: "format/would-change",
    ecosystem: "python",
    error_type: "BUILD_FAILURE",
    stage: "test",
    evidence: "error",
    bonus: -6,
    keys: [
      "would reformat ",
      "imports are incorrectly sorted",
      "[warn] code style issues",
      "code style issues found in",
    ],
    pattern:
      /^would reformat (?<file>\S{1,300})|ERROR: (?<file2>\S{1,300}) Imports are incorrectly sorted|[Cc]ode style issues (?:were )?found in/,
    evenAsWarning: true,
    cause: "{file} is not in the form that the formatter wants.",
  },
];
