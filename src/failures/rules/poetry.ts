import type { Rule } from "../rule.js";

export const POETRY_RULES: readonly Rule[] = [
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
      /(?:(?<package3>[\w.-]{1,100}) \((?<version>\d[^()]{0,60})\) (?:@ \S{1,300} )?)?depends on (?<package>[\w.-]+) \((?<constraint>[^()]+)\) which doesn't match any versions|Could not find a matching version of package (?<package2>[\w.-]+(?:\/[\w.-]{0,80}\w)?)/,
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
