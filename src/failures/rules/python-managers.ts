import type { Rule } from "../rule.js";

/** poetry and uv beside what they resolve: projects, lock files, interpreters and commands that are not there. */
export const PYTHON_MANAGER_RULES: readonly Rule[] = [
  {
    id: "poetry/package-gone",
    error_type: "VERSION_NOT_FOUND",
    stage: "dependencies",
    evidence: "cause",
    keys: [") not found.", "invalid version '"],
    pattern:
      /^Package (?<package>[\w.-]{1,100}) \((?<version>[\w.+!-]{1,60})\) not found\.$|^Invalid version '(?<version2>[^']{1,60})' on package (?<package2>[\w.-]{1,100})$/,
    cause: "The index has no {package} {version}.",
    steps: ["pip index versions {package}"],
    refine: ({ groups }) => (groups["version2"] === undefined ? {} : { error_type: "SYNTAX_OR_CONFIG" }),
  },
  {
    id: "poetry/no-project",
    error_type: "MISSING_FILE",
    stage: "dependencies",
    evidence: "cause",
    bonus: 1,
    keys: ["could not find a pyproject.toml", "no `pyproject.toml` found"],
    pattern: /could not find a (?<file>pyproject\.toml) file|No `(?<file2>pyproject\.toml)` found/,
    cause: "There is no pyproject.toml here.",
  },
  {
    id: "poetry/toml",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "configure",
    evidence: "cause",
    keys: ["invalid toml file ", "error: failed to parse: "],
    pattern:
      /Invalid TOML file (?<file>\S{1,300}): |^error: Failed to parse: (?:`(?<requirement>[^`]{1,120})`|(?<file2>\S{1,200}\.\w{2,5}))/,
    cause: "{file} is not in the form that is expected.",
    refine: ({ groups }) => {
      const name = /^[\w.-]{1,80}/.exec(groups["requirement"] ?? "")?.[0];
      return {
        ecosystem: groups["file"] === undefined ? "uv" : "poetry",
        entities: name === undefined ? [] : [{ kind: "package", value: name }],
      };
    },
  },
  {
    id: "poetry/no-command",
    error_type: "COMMAND_NOT_FOUND",
    stage: "run",
    evidence: "cause",
    keys: ["command not found: ", "the requested command ", "failed to spawn: "],
    pattern:
      /^Command not found: (?<command>\S{1,100})$|^The requested command (?<command2>\S{1,60}) does not exist|^error: Failed to spawn: `?(?<command3>[^\s`]{1,100})/,
    cause: "There is no command {command}.",
    steps: ["command -v {command}"],
  },
  {
    id: "uv/lock-outdated",
    error_type: "VERSION_CONFLICT",
    stage: "dependencies",
    evidence: "cause",
    keys: ["the lockfile at `"],
    pattern: /The lockfile at `(?<file>[^`]{1,200})` needs to be updated/,
    cause: "{file} does not fit pyproject.toml.",
    steps: ["uv lock"],
  },
  {
    id: "uv/no-interpreter",
    error_type: "RUNTIME_VERSION_MISMATCH",
    stage: "toolchain",
    evidence: "cause",
    keys: ["no interpreter found for", "invalid version request: python"],
    pattern:
      /No interpreter found for (?<language_runtime>Python) (?<constraint>[<>=~!\d][\w.,<>=~!* ]{0,60}?)(?: in |$)|Invalid version request: (?<language_runtime2>Python) (?<constraint2>\S{1,30}) is not supported but (?<version>\d[\d.]*\d) was requested/,
    cause: "uv finds no Python {constraint}.",
    steps: ["uv python list"],
  },
];
