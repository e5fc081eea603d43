import type { Rule } from "../rule.js";

/** setup.py, easy_install, wheel builds. */
export const SETUPTOOLS_RULES: readonly Rule[] = [
  {
    id: "setuptools/installed-but-required",
    error_type: "VERSION_CONFLICT",
    stage: "dependencies",
    evidence: "cause",
    keys: ["is installed but"],
    pattern:
      /error: (?<package>[\w.-]+) (?<version>\d[\w.]*) is installed but (?<pep508>[\w.-]{1,100}(?:[<>=!~]\S*)?) is required by \{?['"]?(?<conflicts_with>[\w.-]+)/,
    cause: "{conflicts_with} needs {pep508}, installed is {version}.",
    steps: ["pip install '{pep508}'"],
  },
  {
    id: "setuptools/no-distribution",
    error_type: "VERSION_NOT_FOUND",
    stage: "dependencies",
    evidence: "cause",
    keys: [
      "could not find suitable distribution for",
      "no local packages or working download links found for",
    ],
    pattern:
      /Could not find suitable distribution for Requirement\.parse\(['"](?<pep508>[^'"]+)|No local packages or working download links found for (?<pep5082>\S+)/,
    cause: "The index has no {package} that satisfies what is asked for.",
  },
  {
    id: "setuptools/download-error",
    error_type: "NETWORK",
    stage: "dependencies",
    evidence: "cause",
    bonus: 2,
    keys: ["download error on", "download error for"],
    pattern:
      /Download error (?:on|for) (?:(?<url>\S{1,300}?\/simple\/(?<package>[\w.-]{1,80})\/?)|(?<url2>\S+)): (?<detail>.{1,200})/,
    cause: "{host} could not be reached: {detail}",
  },
  {
    id: "setuptools/no-compiler",
    error_type: "COMMAND_NOT_FOUND",
    stage: "build",
    evidence: "cause",
    keys: [
      "unable to execute '",
      "failed: no such file or directory",
      "is required. get it with",
      "can't find rust compiler",
      "unable to find vcvarsall.bat",
    ],
    pattern:
      /unable to execute ['"](?<command>[^'"]+)['"]: No such file|error: command ['"](?<command2>[^'"]+)['"] failed: No such file or directory|(?<package>Microsoft Visual C\+\+) (?<version>[\d.]+)(?: or greater)? is required|can't find (?<command3>Rust) compiler|Unable to find (?<file>vcvarsall\.bat)/,
    cause: "There is no {command} to compile with.",
    steps: ["apt-get install -y build-essential python3-dev"],
  },
  {
    id: "setuptools/config-tool",
    error_type: "COMMAND_NOT_FOUND",
    stage: "build",
    evidence: "cause",
    bonus: -1,
    keys: ["executable not found", "_config not found", "-config not found", "config: not found"],
    pattern:
      /(?:^|\s|: )(?<command>[\w.+-]{2,60}) executable not found|(?:Error|Exception): (?<command2>[\w.+-]{2,60}[_-]config) not found/,
    near: [{ pattern: /^[\w-]{1,60} is required to build (?<package>[\w.-]{1,80}) from source/, after: 4 }],
    cause: "{command} is not installed: it comes with the library's development package.",
    steps: ["command -v {command}"],
  },
  {
    id: "setuptools/command-failed",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "wrapper",
    bonus: 8,
    keys: ["failed with exit status", "failed with exit code"],
    pattern:
      /[Ee]rror: (?:Setup script exited with error: )?command ['"](?<command>[^'"]{1,200})['"] failed with exit (?:status|code) \d+/,
    cause: "The compiler failed: {command}.",
  },
  {
    id: "setuptools/configuration",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "configure",
    evidence: "cause",
    bonus: -2,
    keys: [
      "invalid command '",
      "multiple top-level packages discovered",
      "configuration error: ",
      "invalid pyproject.toml",
      "must be pep 440",
    ],
    pattern:
      /error: invalid command ['"](?<command>[^'"]+)|Multiple top-level packages discovered|configuration error: (?:`(?<code>[\w.-]{1,80})` )?(?<detail>.+)|invalid pyproject\.toml(?: config: `(?<code2>[\w.-]{1,80})`)?/,
    cause: "The set-up script is not valid for this setuptools: {detail}",
    steps: ["pip install 'setuptools<58' wheel"],
  },
];
