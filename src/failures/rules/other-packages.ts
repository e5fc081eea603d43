import type { Rule } from "../rule.js";

/** Package managers that are met more seldom: one wording each for what is not there. */
export const OTHER_PACKAGE_RULES: readonly Rule[] = [
  {
    id: "zypper/not-found",
    error_type: "VERSION_NOT_FOUND",
    stage: "system_packages",
    evidence: "cause",
    keys: ["no provider of '", "not found in package names"],
    pattern: /No provider of '(?<package>[^']{1,100})' found|Package '(?<package2>[^']{1,100})' not found\./,
    cause: "No repository offers {package}.",
    steps: ["zypper search {package}"],
  },
  {
    id: "portage/no-ebuild",
    error_type: "VERSION_NOT_FOUND",
    stage: "system_packages",
    evidence: "cause",
    keys: ["there are no ebuilds to satisfy", "all ebuilds that could satisfy"],
    pattern:
      /no ebuilds to satisfy "(?<package>[^"]{1,120})"|[Aa]ll ebuilds that could satisfy "(?<package2>[^"]{1,120})"/,
    cause: "No ebuild satisfies {package}.",
  },
  {
    id: "nix/attribute",
    error_type: "VERSION_NOT_FOUND",
    stage: "system_packages",
    evidence: "cause",
    keys: ["error: attribute '", "error: undefined variable '", "error: flake '"],
    pattern: /error: (?:attribute|undefined variable) '(?<package>[^']{1,100})'(?: missing)?/,
    cause: "The channel has no {package}.",
  },
  {
    id: "nix/hash",
    error_type: "CHECKSUM_MISMATCH",
    stage: "dependencies",
    evidence: "cause",
    keys: ["hash mismatch in fixed-output derivation"],
    pattern: /hash mismatch in fixed-output derivation '(?<file>[^']{1,300})'/,
    cause: "{file} is not what its hash says.",
  },
  {
    id: "snap/not-found",
    error_type: "VERSION_NOT_FOUND",
    stage: "system_packages",
    evidence: "cause",
    keys: ['error: snap "'],
    pattern: /error: snap "(?<package>[^"]{1,100})" (?:not found|is not available)/,
    cause: "There is no snap {package}.",
  },
  {
    id: "chocolatey/not-found",
    error_type: "VERSION_NOT_FOUND",
    stage: "system_packages",
    evidence: "cause",
    keys: ["the package was not found with the source(s) listed", "no package found matching input criteria"],
    pattern:
      /(?:^|\s)(?<package>[\w.-]{1,100}) not installed\. The package was not found|No package found matching input criteria/,
    cause: "No source offers {package}.",
  },
  {
    id: "pkg/not-found",
    ecosystem: "freebsd",
    error_type: "VERSION_NOT_FOUND",
    stage: "system_packages",
    evidence: "cause",
    keys: ["no packages available to install matching", "error: port "],
    pattern:
      /No packages available to install matching '(?<package>[^']{1,100})'|Error: Port (?<package2>\S{1,100}) not found/,
    cause: "No repository offers {package}.",
  },
  {
    id: "terraform/provider",
    error_type: "VERSION_NOT_FOUND",
    stage: "dependencies",
    evidence: "cause",
    keys: ["error: failed to query available provider packages"],
    pattern: /Error: Failed to query available provider packages/,
    near: [
      {
        pattern:
          /available versions for provider (?<package>[\w./-]{1,120}):? (?:no available releases match the given constraints (?<constraint>.{1,60})|.{1,200})$/,
        after: 4,
      },
    ],
    cause: "The registry has no release of the provider {package} that satisfies {constraint}.",
    refine: ({ line }) =>
      /could not connect|no such host|timeout|connection/i.test([2, 3, 4].map(line).join(" "))
        ? { error_type: "NETWORK" }
        : {},
  },
  {
    id: "ansible/module",
    error_type: "MISSING_PACKAGE",
    stage: "run",
    evidence: "cause",
    keys: ["couldn't resolve module/action '", "the role '"],
    pattern:
      /couldn't resolve module\/action '(?<package>[\w.]{1,120})'|the role '(?<package2>[\w.-]{1,120})' was not found/,
    cause: "The collection or role that holds {package} is not installed.",
    steps: ["ansible-galaxy collection list"],
  },
  {
    id: "opam/no-package",
    error_type: "VERSION_NOT_FOUND",
    stage: "dependencies",
    evidence: "cause",
    keys: ["no package named ", "no solution found", "sorry, no solution"],
    pattern: /No package named (?<package>[\w.+-]{1,100}) found/,
    cause: "The repository has no {package}.",
    steps: ["opam update"],
  },
];
