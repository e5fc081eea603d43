import type { Rule } from "../rule.js";

export const MESON_RULES: readonly Rule[] = [
  {
    id: "meson/dependency",
    error_type: "MISSING_SYSTEM_LIBRARY",
    stage: "configure",
    evidence: "cause",
    keys: [
      "error: dependency ",
      "library '",
      "error: invalid version of dependency",
      "error: pkg-config binary",
      "error: native dependency",
      "error: dependency lookup for ",
    ],
    pattern:
      /ERROR: (?:(?:Native |Include )?[Dd]ependency ["'](?<library>[^"']{1,100})["'] (?:is required but )?not found|[\w+]{1,12} (?:shared or static )?library '(?<library2>[^']{1,100})' not found|Invalid version of dependency, need '(?<library3>[^']{1,100})' \['(?<constraint>[^']{1,40})'\] found '(?<version>[^']{1,40})'|Dependency '(?<library4>[^']{1,100})' is required but|Dependency lookup for (?<library5>\S{1,100}) with method '[\w-]{1,30}' failed: (?:Invalid version, need '[^']{1,100}' \['(?<constraint2>[^']{1,40})'\] found '(?<version2>[^']{1,40})'|.{1,100}))/,
    cause: "Meson finds no {library} {constraint}.",
    steps: ["pkg-config --modversion {library}"],
    refine: ({ groups }) =>
      (groups["version"] ?? groups["version2"]) === undefined ? {} : { error_type: "VERSION_CONFLICT" },
  },
  {
    id: "meson/program",
    error_type: "COMMAND_NOT_FOUND",
    stage: "configure",
    evidence: "cause",
    keys: [
      "not found or not executable",
      "error: program ",
      "error: program(s)",
      "unknown compiler(s)",
      'gave "[errno 2]',
    ],
    pattern:
      /ERROR: Program(?:\(s\))? \[?'(?<command>[^']{1,100})'\]? not found|ERROR: Unknown compiler\(s\): \[+'(?<command2>[^']{1,100})'|Running `(?<command3>[^\s`]{1,100})[^`]{0,100}` gave "\[Errno 2\]/,
    cause: "Meson finds no {command}.",
  },
  {
    id: "meson/version",
    error_type: "RUNTIME_VERSION_MISMATCH",
    stage: "configure",
    evidence: "cause",
    keys: ["meson version is", "uses features which were added in newer versions"],
    pattern:
      /ERROR: {1,3}(?<language_runtime>Meson) version is (?<version>[\w.]{1,40}) but project requires (?<constraint>\S{1,40}?)\.?$/,
    cause: "The project needs Meson {constraint}, not {version}.",
    steps: ["pip install --upgrade meson"],
  },
  {
    id: "meson/file",
    error_type: "MISSING_FILE",
    stage: "configure",
    evidence: "cause",
    keys: [
      "error: file ",
      "contain a build file meson.build",
      "error: nonexistent build file",
      "error: include dir ",
    ],
    pattern:
      /ERROR: (?:File (?<file>\S{1,300}) does not exist|Neither .{1,300} contain a build file (?<file2>meson\.build)|Nonexistent build file '(?<file3>[^']{1,300})'|Include dir (?<file4>\S{1,300}) does not exist)/,
    cause: "{file} is not there.",
  },
  {
    id: "meson/error",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "configure",
    evidence: "error",
    keys: ["meson.build:"],
    pattern: /(?<file>[\w./-]{0,200}meson\.build):\d+:\d+: ERROR: (?<message>.{1,300})/,
    unless:
      /ERROR: {1,3}(?:Program|Dependency|File|Meson version|Unknown compiler)|library '.{1,100}' not found/,
    cause: "Meson does not accept {file}: {message}",
    refine: ({ groups }) => {
      const message = groups["message"] ?? "";
      if (/Problem encountered: .*(?:not found|missing|required)/i.test(message))
        return { error_type: "MISSING_PACKAGE" };
      return /cannot compile programs|does not support/.test(message) ? { error_type: "BUILD_FAILURE" } : {};
    },
  },
];
