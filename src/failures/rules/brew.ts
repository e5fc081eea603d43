import type { Rule } from "../rule.js";

export const BREW_RULES: readonly Rule[] = [
  {
    id: "brew/installing",
    error_type: "BUILD_FAILURE",
    stage: "system_packages",
    evidence: "context",
    keys: ["==> installing "],
    pattern:
      /^==> Installing (?:\S{1,80} dependency: |.{0,60} )?(?<brewed>[\w@.+-]{1,80})(?: from \S{1,80})?$/,
    offers: ["package"],
    refine: ({ groups }) => ({ entities: [{ kind: "package", value: groups["brewed"] ?? "" }] }),
  },
  {
    id: "brew/no-formula",
    error_type: "VERSION_NOT_FOUND",
    stage: "system_packages",
    evidence: "cause",
    keys: [
      "no available formula",
      "no formulae or casks found",
      "no cask with this name",
      "is unavailable: no cask",
    ],
    pattern:
      /No available formula(?: or cask)? with the name "(?<package>[^"]{1,100})"|No formulae or casks found for "?(?<package2>[^\s".]{1,100})|Cask '(?<package3>[^']{1,100})' is unavailable/,
    evenAsWarning: true,
    cause: "Homebrew has no {package}.",
    steps: ["brew search {package}"],
  },
  {
    id: "brew/not-offered",
    error_type: "PLATFORM_UNSUPPORTED",
    stage: "system_packages",
    evidence: "cause",
    keys: [": no bottle available", "has been disabled because"],
    pattern:
      /^Error: (?:(?<package>[\w@.+-]{1,100}): no bottle available|(?<package2>[\w@./+-]{1,100}) has been (?<gone>disabled) because)/,
    cause: "Homebrew does not offer {package} for this system, or no more.",
    steps: ["brew info {package}"],
    refine: ({ groups }) => (groups["gone"] === undefined ? {} : { error_type: "VERSION_NOT_FOUND" }),
  },
  {
    id: "brew/conflict",
    error_type: "VERSION_CONFLICT",
    stage: "system_packages",
    evidence: "cause",
    keys: ["because conflicting formulae are installed"],
    pattern: /Cannot install (?<package>[\w@./+-]{1,100}) because conflicting formulae are installed/,
    near: [{ pattern: /^(?<conflicts_with>[\w@.+-]{1,100}): because /, after: 2 }],
    cause: "{package} and {conflicts_with} bring the same files.",
    steps: ["brew unlink {conflicts_with}"],
  },
  {
    id: "brew/download",
    error_type: "NETWORK",
    stage: "system_packages",
    evidence: "error",
    keys: ["failed to download resource "],
    pattern: /Failed to download resource "(?<package>[\w@.+-]{1,100})/,
    cause: "The archive of {package} could not be fetched.",
  },
  {
    id: "brew/permission",
    error_type: "PERMISSION_DENIED",
    stage: "system_packages",
    evidence: "cause",
    keys: ["are not writable by your user", "could not symlink", "permission denied @ "],
    pattern:
      /directories are not writable by your user|Permission denied @ \w+ - (?<file>.{1,200})|Could not symlink (?<file2>\S{1,200})/,
    cause: "Homebrew may not write where it installs.",
    refine: ({ groups }) => (groups["file2"] === undefined ? {} : { error_type: "VERSION_CONFLICT" }),
  },
  {
    id: "brew/checksum",
    error_type: "CHECKSUM_MISMATCH",
    stage: "system_packages",
    evidence: "cause",
    keys: ["sha256 mismatch", "sha-256 mismatch", "sha1 mismatch"],
    pattern: /SHA-?(?:256|1) mismatch/,
    near: [{ pattern: /^(?:Error: )?(?<package>[\w@.+-]{1,80}): SHA/, before: 1 }],
    cause: "A downloaded file is not what the formula says.",
  },
  {
    id: "brew/requirements",
    error_type: "RUNTIME_VERSION_MISMATCH",
    stage: "system_packages",
    evidence: "error",
    keys: [
      "an unsatisfied requirement failed this build",
      "unsatisfied requirements failed this build",
      "is required to install this formula",
      "a full installation of xcode.app is required",
      "xcrun: error: invalid active developer path",
      "invalid active developer path",
      "no developer tools installed",
      "is too outdated",
    ],
    pattern:
      /[Uu]nsatisfied requirements? failed this build|(?<package>\S{1,60}) (?:[\d.]+ )?is required to install this formula|installation of Xcode\.app is required|invalid active developer path \((?<file>[^)]{1,200})\)|No developer tools installed|Your (?<language_runtime>Xcode|Command Line Tools) (?:\((?<version>[\d.]{1,20})\) )?(?:is|are) too (?:outdated|old)/,
    cause: "The developer tools are missing or too old.",
    steps: ["xcode-select --install"],
    refine: ({ groups, line }) => {
      if (groups["language_runtime"] !== undefined) return { evidence: "cause" };
      return groups["file"] !== undefined || line(0).includes("No developer tools")
        ? { error_type: "COMMAND_NOT_FOUND", evidence: "cause" }
        : {};
    },
  },
];
