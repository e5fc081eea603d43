import type { Rule } from "../rule.js";

export const PYTHON_LINT_RULES: readonly Rule[] = [
  {
    id: "mypy/error",
    ecosystem: "python",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "error",
    keys: [".py:", ".pyi:"],
    pattern:
      /(?<file>[^\s:]{1,300}\.pyi?):\d+(?::\d+)?: error: (?<message>.{1,300}?)(?: {1,4}\[(?<code>[\w-]{1,60})\])?$/,
    cause: "The type checker objects to {file}: {message}",
  },
  {
    id: "flake8/finding",
    ecosystem: "python",
    error_type: "TEST_FAILURE",
    stage: "test",
    evidence: "error",
    bonus: -10,
    keys: [".py:"],
    pattern: /^(?<file>[^\s:]{1,300}\.py):\d+:\d+: (?<code>[A-Z]{1,3}\d{2,4})[: ] ?(?<message>.{1,200})/,
    cause: "The linter objects to {file}: {message}",
  },
];
