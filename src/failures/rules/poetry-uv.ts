import type { Rule } from "../rule.js";

const REQUIREMENT = /(?<pep508>[\w.-]+(?:\[[\w,-]+\])?(?: ?\([^()]+\)| ?[<>=!~][\w.*,<>=!~ ]+)?)/.source;

export const POETRY_UV_RULES: readonly Rule[] = [
  {
    id: "poetry/depends-conflict",
    error_type: "VERSION_CONFLICT",
    stage: "dependencies",
    evidence: "cause",
    keys: ["version solving failed", "so, because"],
    pattern:
      /^(?:So, because|And because|Because) .{0,300}?(?<![\w.-])(?<package>[\w.-]{1,100}) \((?<constraint>[^()]+)\), version solving failed/,
    root: { pattern: /^(?:SolverProblemError|Because )/, before: 10 },
    near: [
      {
        pattern: /(?<conflicts_with>[\w.-]{1,100}) \([^()]{1,80}\) (?:which )?depends on [\w.-]{1,100} \(/,
        before: 6,
      },
    ],
    cause: "No set of versions satisfies all that depend on {package}.",
    steps: ["poetry show --tree", "poetry add {package}@latest"],
  },
  {
    id: "poetry/python-incompatible",
    error_type: "RUNTIME_VERSION_MISMATCH",
    stage: "dependencies",
    evidence: "cause",
    keys: [
      "the current project's",
      "supported by the project",
      "allowed by the project",
      "current project's supported python range",
    ],
    pattern:
      /The current project's (?:supported )?(?<language_runtime>Python) (?:requirement|range) \((?<constraint>[^()]+)\) is not compatible|Current (?<language_runtime2>Python) version \((?<version>[\d.]+)\) is not (?:allowed|supported) by the project \((?<constraint2>[^()]+)\)/,
    near: [{ pattern: /^- (?<package>[\w.-]+) requires Python (?<constraint3>[^,]+)/, after: 4 }],
    cause: "The project's range of Python versions does not fit {package}.",
  },
  {
    id: "poetry/no-match",
    error_type: "VERSION_NOT_FOUND",
    stage: "dependencies",
    evidence: "cause",
    keys: ["which doesn't match any versions", "could not find a matching version of package"],
    pattern:
      /depends on (?<package>[\w.-]+) \((?<constraint>[^()]+)\) which doesn't match any versions|Could not find a matching version of package (?<package2>[\w.-]+(?:\/[\w.-]{0,80}\w)?)/,
    cause: "No release of {package} satisfies {constraint}.",
  },
  {
    id: "poetry/hash",
    error_type: "CHECKSUM_MISMATCH",
    stage: "dependencies",
    evidence: "cause",
    keys: ["hash for", "not found in known hashes", "unable to find installation candidates"],
    pattern:
      /Hash for (?<package>[\w.-]+) \((?<version>[^()]+)\) from archive (?<file>\S+) not found in known hashes/,
    cause: "The archive of {package} is not the one in the lock file.",
    steps: ["poetry cache clear --all .", "poetry lock"],
  },
  {
    id: "poetry/no-candidates",
    error_type: "PLATFORM_UNSUPPORTED",
    stage: "dependencies",
    evidence: "cause",
    keys: ["unable to find installation candidates for"],
    pattern: /Unable to find installation candidates for (?<package>[\w.-]+) \((?<version>[^()]+)\)/,
    cause: "{package} {version} has no file for this Python and platform.",
  },
  {
    id: "poetry/lock-outdated",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "dependencies",
    evidence: "cause",
    keys: [
      "poetry.lock is not up to date",
      "pyproject.toml changed significantly since poetry.lock",
      "could not find a pyproject.toml file",
    ],
    pattern:
      /(?<file>pyproject\.toml) changed significantly since poetry\.lock|(?<file2>poetry\.lock) is not up to date|Poetry could not find a (?<file3>pyproject\.toml) file/,
    cause: "The lock file does not belong to this pyproject.toml.",
    steps: ["poetry lock"],
  },
  {
    id: "uv/no-solution",
    ecosystem: "uv",
    error_type: "VERSION_CONFLICT",
    stage: "dependencies",
    evidence: "error",
    bonus: 10,
    keys: ["no solution found when resolving"],
    pattern: /No solution found when resolving/,
    near: [
      {
        pattern:
          /Because (?<conflicts_with>[\w.-]+)(?:==\S{1,40})? depends on (?<pep508>[\w.-]{1,100}[<>=!~]\S{0,80}) and/,
        after: 3,
      },
      {
        pattern:
          /Because (?:only )?(?:there (?:are|is) no versions? of )?(?<package>[\w.-]+)(?<word>[<>=!~]\S+)?/,
        after: 3,
      },
    ],
    root: { pattern: /^[×╰─▶ ]*(?:cause: )?Because [\w.-]+(?:==\S{1,40})? depends on /, after: 1 },
    refine: ({ line }) =>
      /there (?:are|is) no versions? of|was not found in the package registry|only .{1,80} is available/.test(
        `${line(1)} ${line(2)}`,
      )
        ? { error_type: "VERSION_NOT_FOUND" }
        : {},
    cause: "No set of versions satisfies what is asked for.",
  },
  {
    id: "uv/because",
    ecosystem: "uv",
    error_type: "VERSION_NOT_FOUND",
    stage: "dependencies",
    evidence: "cause",
    keys: ["╰─▶ because", "was not found in the package registry"],
    pattern: new RegExp(
      `Because (?:there (?:are|is) no versions? of ${REQUIREMENT}|(?<package>[\\w.-]+) was not found in the package registry|the requested Python version \\((?<version>[^()]+)\\) does not satisfy (?<language_runtime>Python)(?<constraint>\\S+))`,
    ),
    refine: ({ groups }) =>
      groups["language_runtime"] === undefined ? {} : { error_type: "RUNTIME_VERSION_MISMATCH" },
    cause: "No release of {package} satisfies what is asked for.",
  },
  {
    id: "uv/failed-to-build",
    ecosystem: "uv",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "summary",
    keys: [
      "failed to build `",
      "failed to download and build `",
      "the build backend returned an error",
      "call to `setuptools",
    ],
    pattern:
      /Failed to (?:download and )?build [`'](?<pep508>[^`']+)[`']|The build backend returned an error|Call to [`'](?<detail>[^`']+)[`'] failed/,
    offers: ["package", "version"],
    cause: "{package} could not be built.",
  },
  {
    id: "uv/fetch",
    ecosystem: "uv",
    error_type: "NETWORK",
    stage: "dependencies",
    evidence: "cause",
    keys: ["failed to fetch: `", "error sending request for url"],
    pattern: /(?:Failed to fetch: `|error sending request for url \()(?<url>[^`()]+)/,
    cause: "{host} could not be reached.",
  },
  {
    id: "pipenv/locking-failed",
    ecosystem: "pipenv",
    error_type: "VERSION_CONFLICT",
    stage: "dependencies",
    evidence: "summary",
    keys: ["locking failed!", "could not find a version that matches", "resolutionfailure"],
    pattern: /Could not find a version that matches (?<pep508>[^\s(]+)|ResolutionFailure|Locking Failed!/,
    cause: "pipenv found no versions that fit together.",
  },
  {
    id: "pipenv/python-required",
    ecosystem: "pipenv",
    error_type: "RUNTIME_VERSION_MISMATCH",
    stage: "toolchain",
    evidence: "cause",
    keys: ["was not found on your system", "your pipfile requires"],
    pattern:
      /Your Pipfile requires (?:"?python_version"? )?(?:python )?(?<constraint>[\d.]+), but you are using (?<version>[\d.]+)|Python (?<constraint2>[\d.]+) was not found on your system/i,
    evenAsWarning: true,
    cause: "The Pipfile asks for Python {constraint}.",
  },
];
