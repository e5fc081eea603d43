import type { MatchContext, Refinement, Rule } from "../rule.js";

export const NUGET_RULES: readonly Rule[] = [
  {
    id: "dotnet/package-not-found",
    error_type: "VERSION_NOT_FOUND",
    stage: "dependencies",
    evidence: "cause",
    keys: [
      "nu1101",
      "nu1102",
      "nu1103",
      "unable to find package",
      "unable to find version",
      "unable to resolve dependency",
    ],
    pattern:
      /(?:(?<code>NU110[123]): )?(?:Unable to find (?:a stable )?package '?(?<package>[\w.-]{1,150}?)'?(?: with version \((?<constraint>[^)]{1,60})\)|\.? No packages exist|\.$| from|'|$)|Unable to find version '(?<version>[^']{1,60})' of package '(?<package2>[^']{1,150})'|Unable to resolve dependency '(?<package3>[^']{1,150})')/,
    cause: "No package source has {package} {version}{constraint}.",
    steps: ["dotnet nuget list source"],
  },
  {
    id: "dotnet/package-not-found-by-code",
    error_type: "VERSION_NOT_FOUND",
    stage: "dependencies",
    evidence: "cause",
    bonus: -3,
    keys: ["nu1100", "nu1101", "nu1102", "nu1103"],
    pattern: /error (?<code>NU110[0-3]) ?:/,
    cause: "No package source has {package} {constraint}.",
    refine: readByShape,
  },
  {
    id: "dotnet/package-not-restored",
    error_type: "VERSION_NOT_FOUND",
    stage: "dependencies",
    evidence: "cause",
    near: [{ pattern: /The missing file is (?<file2>\S{1,300}?)\.?$/, own: true }],
    refine: ({ line }) =>
      line(0).includes("missing on this computer") ? { error_type: "MISSING_PACKAGE" } : {},
    keys: [
      "could not be found in",
      "could not be found. run a nuget package restore",
      "this project references nuget package(s) that are missing",
      "netsdk1004",
    ],
    pattern:
      /The package (?<package>[\w.-]{1,150}) with version (?<version>[\w.-]{1,60}) could not be found in|[Pp]ackage (?<package2>[\w.-]{1,150}), version (?<version2>[\w.-]{1,60}) was not found|This project references NuGet package\(s\) that are missing on this computer|(?<code>NETSDK1004): Assets file '(?<file>[^']{1,300})' not found/,
    cause: "NuGet packages were not restored.",
    steps: ["dotnet restore"],
  },
  {
    id: "dotnet/nuget-conflict",
    error_type: "VERSION_CONFLICT",
    stage: "dependencies",
    evidence: "cause",
    keys: ["nu1107", "nu1605", "nu1608", "nu1106", "nu1109"],
    pattern:
      /error (?<code>NU110[679]|NU160[58]): (?:Version conflict detected for (?<package>[\w.-]{1,150})|(?:Warning As Error: )?Detected package downgrade: (?<package2>[\w.-]{1,150}) from (?<version>[\w.-]{1,60}) to (?<version2>[\w.-]{0,60}\w))?/,
    cause: "Packages ask for different versions of {package}.",
  },
  {
    id: "dotnet/nuget-other-version",
    error_type: "VERSION_NOT_FOUND",
    stage: "dependencies",
    evidence: "cause",
    keys: ["nu1601", "nu1602", "nu1603", "nu1604"],
    pattern:
      /error (?<code>NU160[1-4]): (?:Warning As Error: )?(?<dependant>[\w.-]{1,150})(?: \S{1,60})? depends on (?<package>[\w.-]{1,150}) \((?<constraint>[^()]{1,60})\) but /,
    cause: "{package} {constraint} is not there, which {dependant} asks for.",
  },
  {
    id: "dotnet/nuget-checked",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "dependencies",
    evidence: "cause",
    keys: ["nu1004", "nu1008", "nu1010", "nu1403", "nu1901", "nu1902", "nu1903", "nu1904"],
    pattern:
      /error (?<code>NU1004|NU1008|NU1010|NU1403|NU190[1-4]): (?:Warning As Error: )?(?:Package content hash validation failed for (?<id>[\w.-]{1,150})\.|Package '(?<package>[\w.-]{1,150})' (?<version>\S{1,60}) has a known|.{0,120}? items?:? (?<package2>[\w.-]{1,150}))?/,
    cause: "NuGet does not take the packages as they are declared.",
    refine: ({ groups }) => {
      if (groups["code"] !== "NU1403") return {};
      const [, name = groups["id"] ?? "", version] =
        /^(.{1,120}?)\.(\d[\w.-]*)$/.exec(groups["id"] ?? "") ?? [];
      return {
        error_type: "CHECKSUM_MISMATCH",
        entities: [
          { kind: "package", value: name },
          ...(version === undefined ? [] : [{ kind: "version" as const, value: version }]),
        ],
      };
    },
  },
  {
    id: "dotnet/nuget-incompatible",
    error_type: "RUNTIME_VERSION_MISMATCH",
    stage: "dependencies",
    evidence: "cause",
    keys: ["nu1202", "nu1201", "nu1203", "could not install package '"],
    pattern:
      /(?<code>NU120[123]): (?:Package|Project) (?<package>[\w.-]{1,150})(?: (?<version>[\w.-]{1,60}))? is not compatible with (?<framework>\S{1,80})|Could not install package '(?<package2>[\w.-]{1,150}) (?<version2>[\w.-]{1,60})'\. You are trying to install/,
    cause: "{package} does not support the framework {framework}.",
  },
  {
    id: "dotnet/nuget-network",
    error_type: "NETWORK",
    stage: "dependencies",
    evidence: "cause",
    keys: [
      "nu1301",
      "unable to load the service index",
      "failed to retrieve information about",
      "the ssl connection could not be established",
    ],
    pattern:
      /(?:(?<code>NU1301): )?(?:Unable to load the service index for source (?<url>\S{1,300}?)\.?(?:$|\s)|Failed to retrieve information about '(?<package>[^']{1,150})'|The local source '(?<file>[^']{1,300})' doesn't exist|The SSL connection could not be established)/,
    cause: "A package source could not be reached.",
    refine: ({ groups, line }) => {
      if (groups["file"] !== undefined) return { error_type: "MISSING_FILE" };
      return /\b401\b|Unauthorized/.test([0, 1, 2].map(line).join(" "))
        ? { error_type: "AUTHENTICATION" }
        : {};
    },
  },
];

const DOTTED = /(?<![\w.:/\\-])(?!\d)[\w-]{1,80}(?:\.[\w-]{1,80}){1,8}(?![\w:/\\-]|\.\w)/;
const RANGE = /\((?<constraint>[<>=[(]{1,2} ?\d[^()]{0,60}?[\])]?)\)/;

/** In other languages, or wrapped after the code: the package and its range are known by their form alone. */
function readByShape({ line }: MatchContext): Refinement | null {
  const own = /error NU110\d ?: ?(.{0,400})/.exec(line(0))?.[1]?.trim() ?? "";
  // "Found 3 version(s) in …" belongs to the line above
  if (own.startsWith("-")) return null;
  const text = (own === "" ? line(1) : own).replace(/ \[[^\]]{1,300}\]$/, "");
  const name =
    /['"„«“](?<name>[\w.-]{1,150})(?: \(|['"“»”])/.exec(text)?.groups?.["name"] ?? DOTTED.exec(text)?.[0];
  const range = RANGE.exec(text)?.groups?.["constraint"];
  return {
    ...(own === "" && text !== "" ? { root_offset: 1 } : {}),
    entities: [
      ...(name === undefined ? [] : [{ kind: "package" as const, value: name }]),
      ...(range === undefined ? [] : [{ kind: "constraint" as const, value: range }]),
    ],
  };
}
