import { readConda } from "../entities/notations.js";
import type { Refinement, Rule } from "../rule.js";

const SPEC = /(?<conda>[\w.-]{1,100}(?:\[[^\]]{1,80}\]|[ =<>!~][^\s'"]{0,80})?)/.source;

export const CONDA_RULES: readonly Rule[] = [
  {
    id: "conda/resolve-not-found",
    error_type: "VERSION_NOT_FOUND",
    stage: "dependencies",
    evidence: "cause",
    keys: ["resolvepackagenotfound"],
    pattern: /ResolvePackageNotFound:/,
    refine: ({ line }) => readList(line),
    cause: "The channels have no build of {package} that satisfies what is asked for on this platform.",
    steps: ["conda search {package}", "conda config --show channels"],
  },
  {
    id: "conda/packages-not-found",
    error_type: "VERSION_NOT_FOUND",
    stage: "dependencies",
    evidence: "cause",
    keys: ["packagesnotfounderror", "packages are not available from current channels", "nothing provides"],
    pattern:
      /PackagesNotFoundError: The following packages are (?:not available from current channels|missing from the target environment)|^(?:PackageNotFoundError|NoPackagesFoundError): (?<detail>.+)/,
    refine: ({ line }) => readList(line),
    cause: "The channels have no {package} that satisfies what is asked for.",
    steps: ["conda search {package}", "conda config --show channels"],
  },
  {
    id: "conda/unsatisfiable",
    error_type: "VERSION_CONFLICT",
    stage: "dependencies",
    evidence: "error",
    bonus: 10,
    keys: ["unsatisfiableerror"],
    pattern: /UnsatisfiableError: /,
    near: [
      {
        pattern: new RegExp(`^- ${SPEC}(?: -> (?<conflicts_with>[\\w.-]+)(?:\\[[^\\]]{1,80}\\])?)?`),
        after: 12,
      },
      { pattern: /^Package (?<package2>[\w.-]+) conflicts for:/, after: 8 },
    ],
    cause: "The packages that were asked for exclude each other.",
  },
  {
    id: "conda/no-provider",
    error_type: "VERSION_CONFLICT",
    stage: "dependencies",
    evidence: "cause",
    keys: ["but none of the providers can be installed"],
    pattern:
      /^- package (?<package>[\w.-]{1,100}?)-(?<version>\d[\w.]{0,40})-\S{1,60} requires (?<conflicts_with>[\w.-]{1,100})(?: (?<constraint>[<>=!~\d][^\s,]{0,60}(?:,[<>=!~]\S{1,40})?))?, but none of the providers/,
    unless: /\.(?:noarch|x86_64|aarch64|i686) /,
    cause: "{package} {version} needs {conflicts_with} {constraint}, which the rest excludes.",
    steps: ["conda search {package}"],
  },
  {
    id: "conda/incompatible-with-python",
    error_type: "VERSION_CONFLICT",
    stage: "dependencies",
    evidence: "cause",
    keys: ["-> python["],
    pattern:
      /^- (?<package>[\w.-]+)(?:=(?<version>[\w.]+)(?:=\S*)?)? -> (?<conflicts_with>python)\[version=['"](?<constraint>[^'"]+)/,
    near: [
      { pattern: /Your python: python={0,2}(?<version2>\d[\d.]*)/, after: 8 },
      { pattern: /Your python: python={0,2}(?<version2>\d[\d.]*)/, before: 8 },
    ],
    cause: "{package} is built only for Python {constraint}.",
    steps: ["conda create -n fresh python=VERSION {package}"],
  },
  {
    id: "conda/libmamba-nothing-provides",
    error_type: "VERSION_NOT_FOUND",
    stage: "dependencies",
    evidence: "cause",
    keys: ["nothing provides", "does not exist (perhaps a typo or a missing channel)"],
    pattern:
      /nothing provides (?:requested )?(?<package>[\w.-]+)(?: (?<constraint>[<>=!~\d]\S*))?(?: needed by (?<conflicts_with>[\w.-]+?)-\d)?|[├└]─ (?<package2>[\w.-]+)(?: (?<constraint2>\S+))? does not exist/,
    unless:
      /needed by \S+\.(?:noarch|x86_64|aarch64|i686)|^- nothing provides .* needed by .*\.el|python3dist/,
    bonus: -2,
    cause: "No channel provides {package}.",
  },
  {
    id: "conda/http",
    error_type: "NETWORK",
    stage: "dependencies",
    evidence: "cause",
    keys: ["condahttperror", "http 000 connection failed"],
    pattern: /CondaHTTPError: HTTP (?:000|(?<code>\d{3})) (?<detail>[A-Z ]+)(?: for url <(?<url>[^<>\s]+)>)?/,
    cause: "{host} could not be reached.",
  },
  {
    id: "conda/environment",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "package_manager",
    evidence: "cause",
    keys: [
      "environmentnotwritableerror",
      "commandnotfounderror:",
      "environmentlocationnotfound",
      "environmentfilenotfound",
      "invalidarchiveerror",
      "specsconfigurationconflicterror",
    ],
    pattern:
      /(?<name>EnvironmentNotWritableError|CommandNotFoundError|EnvironmentLocationNotFound|EnvironmentFileNotFound|InvalidArchiveError|SpecsConfigurationConflictError): ?(?<detail>.*)/,
    refine: ({ groups }) => {
      const code = groups["name"] ?? "";
      if (code === "EnvironmentNotWritableError") return { error_type: "PERMISSION_DENIED", code };
      if (code === "InvalidArchiveError") return { error_type: "CHECKSUM_MISMATCH", code };
      if (code.includes("NotFound") && code.startsWith("Environment"))
        return { error_type: "MISSING_FILE", code };
      return { code };
    },
    cause: "conda stopped with {name}: {detail}",
  },
];

/** One package: its line names the cause. Several: the heading speaks for all. Below them stands the list of channels. */
function readList(line: (offset: number) => string): Refinement {
  const items: { offset: number; spec: string }[] = [];
  for (let offset = 1; offset <= 25; offset++) {
    const spec = /^- (\S.{0,160})$/.exec(line(offset))?.[1];
    if (spec !== undefined) items.push({ offset, spec });
    else if (items.length > 0) break;
  }
  const [first] = items;
  return {
    entities: items.flatMap(({ spec }) => readConda(spec)),
    ...(items.length === 1 && first !== undefined ? { root_offset: first.offset } : {}),
  };
}
