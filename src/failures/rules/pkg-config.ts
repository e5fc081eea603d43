import type { Rule } from "../rule.js";

/** "cairo >= 1.6.4 gtk+-2.0": what is asked of this library. */
function requirementOf(library: string, asked: string): string | undefined {
  const words = asked.split(/\s+/);
  const at = words.indexOf(library);
  const [operator, version] = at < 0 ? [] : words.slice(at + 1, at + 3);
  return operator !== undefined && version !== undefined && /^[<>=]{1,2}$/.test(operator)
    ? `${operator} ${version}`
    : undefined;
}

export const PKG_CONFIG_RULES: readonly Rule[] = [
  {
    id: "pkg-config/not-found",
    ecosystem: "c",
    error_type: "MISSING_SYSTEM_LIBRARY",
    stage: "configure",
    evidence: "cause",
    bonus: -1,
    keys: ["no package '", "was not found in the pkg-config search path", ", required by '"],
    pattern:
      /(?:No package ['‘](?<library>[^'’]{1,120})['’] found|Package ['‘]?(?<library2>[^\s'’,]{1,120})['’]? was not found in the pkg-config search path|Package ['‘](?<library3>[^'’]{1,120})['’], required by ['‘](?<dependant>[^'’]{1,120})['’], not found)/,
    evenAsWarning: true,
    near: [
      { pattern: /^No package '(?<library4>[^']{1,120})' found/, after: 2, all: true, contiguous: true },
      { pattern: /Package requirements \((?<asked>[^()]{1,300})/, before: 4, after: 2 },
      { pattern: /(?<titled>^title: )/, own: true },
    ],
    refine: ({ groups }) => {
      if (groups["titled"] !== undefined) return null;
      const constraint = requirementOf(groups["library"] ?? groups["library2"] ?? "", groups["asked"] ?? "");
      return { entities: constraint === undefined ? [] : [{ kind: "constraint", value: constraint }] };
    },
    cause: "pkg-config finds no {library}.",
    steps: ["pkg-config --list-all | grep -i {library}"],
  },
  {
    id: "pkg-config/requirements",
    ecosystem: "c",
    error_type: "MISSING_SYSTEM_LIBRARY",
    stage: "configure",
    evidence: "error",
    keys: ["package requirements (", "the following required packages were not found"],
    pattern:
      /Package requirements \((?<library>[\w.+-]{1,80})(?: (?<constraint>[<>=]{1,2} [\w.]+))?[^)]{0,200}\) were not met|The following required packages were not found/,
    near: [{ pattern: /^- (?<library>[\w.+-]+)(?<constraint>[<>]?=[\w.]+)?$/, after: 3 }],
    cause: "pkg-config does not find what is required: {library} {constraint}.",
  },
  {
    id: "pkg-config/version",
    ecosystem: "c",
    error_type: "VERSION_CONFLICT",
    stage: "configure",
    evidence: "cause",
    keys: ["required version is '", "requested '", "but version of"],
    pattern:
      /(?:Package '(?<library>[^']{1,120})' has version '(?<version>[^']{1,60})', required version is '(?<constraint>[^']{1,60})'|Requested '(?<library2>[\w.+-]{1,120}) (?<constraint2>[<>=]{1,2} [^']{1,60})' but version of [^'\n]{1,80} is (?<version2>\S{1,60}))/,
    evenAsWarning: true,
    cause: "{library} is {version}, required is {constraint}.",
  },
  {
    id: "pkg-config/missing",
    ecosystem: "c",
    error_type: "COMMAND_NOT_FOUND",
    stage: "configure",
    evidence: "cause",
    bonus: -5,
    keys: [
      "pkg-config script could not be found",
      "could not run pkg-config",
      "pkg-config not found",
      "pkg-config executable not found",
      "pkg-config is not installed",
      "could not find pkg-config",
      "pkg-config command was not found",
      "the pkg-config command could not be run",
    ],
    pattern:
      /(?<command>pkg-config) (?:script could not be found|not found|executable not found|is not installed|command (?:was not found|could not be run))|Could not (?:run|find) (?<command2>pkg-config)/i,
    unless: /(?:checking|found pkg-config).*(?:no|yes)$/i,
    cause: "pkg-config is not installed.",
    steps: ["apt-get install pkg-config"],
  },
];
