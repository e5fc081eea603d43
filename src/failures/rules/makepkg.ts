import type { Rule } from "../rule.js";

/** What makepkg says of a package that it builds for pacman. */
export const MAKEPKG_RULES: readonly Rule[] = [
  {
    id: "makepkg/failed",
    ecosystem: "pacman",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "wrapper",
    bonus: 4,
    keys: ["==> error: a failure occurred in"],
    pattern: /^==> ERROR: A failure occurred in (?<code>\w{1,40}\(\))/,
    cause: "The function {code} of the PKGBUILD failed.",
  },
  {
    id: "makepkg/validity",
    ecosystem: "pacman",
    error_type: "CHECKSUM_MISMATCH",
    stage: "build",
    evidence: "error",
    keys: ["did not pass the validity check"],
    pattern: /One or more files did not pass the validity check/,
    near: [{ pattern: /^(?<file>\S{1,200}) \.\.\. FAILED/, before: 12 }],
    cause: "A source is not what the PKGBUILD says.",
    steps: ["updpkgsums"],
  },
  {
    id: "makepkg/dependencies",
    ecosystem: "pacman",
    error_type: "VERSION_NOT_FOUND",
    stage: "dependencies",
    evidence: "summary",
    keys: ["==> error: could not resolve all dependencies", "==> error: 'pacman' failed to install"],
    pattern:
      /^==> ERROR: (?:Could not resolve all dependencies|'pacman' failed to install missing dependencies)/,
    cause: "What the PKGBUILD depends on is not to be had.",
  },
  {
    id: "makepkg/source",
    ecosystem: "pacman",
    error_type: "MISSING_FILE",
    stage: "build",
    evidence: "cause",
    keys: ["was not found in the build directory", "==> error: failure while downloading "],
    pattern:
      /^==> ERROR: (?:(?<file>\S{1,200}) was not found in the build directory|Failure while downloading (?<download>\S{1,300}))/,
    cause: "A source of the PKGBUILD is not there.",
    refine: ({ groups }) => (groups["file"] === undefined ? { error_type: "NETWORK" } : {}),
  },
  {
    id: "makepkg/tool",
    ecosystem: "pacman",
    error_type: "COMMAND_NOT_FOUND",
    stage: "toolchain",
    evidence: "cause",
    keys: ["binary required for "],
    pattern: /^==> ERROR: Cannot find the (?<command>\S{1,60}) binary required for /,
    cause: "{command} is not installed.",
    steps: ["pacman -S base-devel"],
  },
];
