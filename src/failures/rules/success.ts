import type { Rule } from "../rule.js";

/** How tools say that all went well after all: what could be retried or was expected before that is no failure. */
export const SUCCESS_RULES: readonly Rule[] = [
  {
    id: "success/docker-built",
    error_type: "OTHER",
    stage: "build",
    evidence: "success",
    keys: ["successfully built", "successfully tagged", "naming to docker.io"],
    pattern: /^Successfully (?:built [0-9a-f]{12}$|tagged \S)/,
  },
  {
    id: "success/make-ignored",
    error_type: "OTHER",
    stage: "build",
    evidence: "success",
    keys: ["(ignored)"],
    pattern: /make(?:\[\d+\])?: (?:\*\*\* )?\[[^\]]{1,300}\] Error \d+ \(ignored\)/,
  },
  {
    id: "success/javascript-tests",
    error_type: "OTHER",
    stage: "test",
    evidence: "success",
    keys: ["tests:", "passing (", "tests  ", "# fail 0", "ℹ fail 0"],
    pattern:
      /^Tests:\s+(?:\d+ (?:skipped|todo), )*\d+ passed, \d+ total$|^(?:# |ℹ )fail 0$|^Tests\s+\d+ passed \(\d+\)$/,
  },
  {
    id: "success/python-tests",
    error_type: "OTHER",
    stage: "test",
    evidence: "success",
    keys: [" passed in ", " passed, "],
    pattern:
      /^=* ?\d+ passed(?:, \d+ (?:skipped|deselected|xfailed|xpassed|warnings?|subtests passed)){0,6} in [\d.]+s/,
  },
  {
    id: "success/compiled-tests",
    error_type: "OTHER",
    stage: "test",
    evidence: "success",
    keys: [
      "test result: ok",
      "100% tests passed",
      " failures, 0 errors",
      "failures: 0, errors: 0",
      " 0 failures",
    ],
    pattern:
      /^test result: ok\. |^100% tests passed, 0 tests failed|^\d+ (?:runs|tests|examples|doctests?)(?:, \d+ \w+)*, 0 failures(?:, 0 errors)?(?:, \d+ \w+)*$|^OK \(\d+ tests/,
  },
];
