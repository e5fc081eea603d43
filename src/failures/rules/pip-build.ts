import type { Rule } from "../rule.js";

const REQUIREMENT =
  /["'`]?(?<pep508>[a-zA-Z0-9][\w.-]{0,100}(?:\[[\w,.-]{1,100}\])?(?: ?[<>=!~]{1,3} ?[\w.*+!-]{1,60},?){0,8})["'`]?/
    .source;

/** What pip says while it builds and installs. */
export const PIP_BUILD_RULES: readonly Rule[] = [
  {
    id: "pip/failed-wheel",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "summary",
    keys: ["failed building wheel for", "could not build wheels for", "failed to build installable wheels"],
    pattern:
      /Failed building wheel for (?<package>[\w.-]+)|Could not build wheels for (?<package2>[\w.-]+)|Failed to build installable wheels for some pyproject\.toml based projects \((?<package3>[\w.-]+)/,
    offers: ["package"],
    cause: "{package} has no ready wheel for this machine and could not be compiled.",
  },
  {
    id: "pip/setup-command-failed",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "wrapper",
    bonus: 5,
    keys: [
      "failed with error code",
      "subprocess-exited-with-error",
      "metadata-generation-failed",
      "legacy-install-failure",
    ],
    pattern:
      /Command .*(?:setup\.py|egg_info).*failed with error code \d+ in \S{0,300}[/\\](?<package2>[\w.-]+)[/\\]?|error: (?<code>subprocess-exited-with-error|metadata-generation-failed|legacy-install-failure)/,
    near: [{ pattern: /^╰─> (?<package>[a-z0-9][\w.-]+)$/i, after: 6 }],
    offers: ["package"],
    cause: "The set-up script of {package} failed.",
  },
  {
    id: "pip/collecting",
    error_type: "OTHER",
    stage: "dependencies",
    evidence: "context",
    keys: [
      "collecting ",
      "running setup.py install for",
      "building wheel for",
      "running setup.py bdist_wheel for",
    ],
    pattern: new RegExp(
      `^(?:Collecting (?!git\\+|package metadata)${REQUIREMENT}|(?:Running setup\\.py (?:install|bdist_wheel) for|Building wheel for) (?<package>[\\w.-]+))`,
    ),
  },
  {
    id: "pip/optional-extension",
    error_type: "OTHER",
    stage: "build",
    evidence: "success",
    keys: [
      "error compiling module, falling back",
      "extension could not be compiled",
      "falling back to pure python",
      "skipping optional extension",
    ],
    pattern: /falling back|could not be compiled|skipping optional/i,
  },
  {
    id: "pip/installed",
    error_type: "OTHER",
    stage: "dependencies",
    evidence: "success",
    keys: ["successfully installed"],
    pattern: /^Successfully installed \S/,
  },
];
