import type { Rule } from "../rule.js";

/** rbenv, pyenv, asdf, sdkman, tox: the version that is asked for is not installed, or not known. */
export const VERSION_MANAGER_RULES: readonly Rule[] = [
  {
    id: "rbenv/not-installed",
    error_type: "VERSION_NOT_FOUND",
    stage: "toolchain",
    evidence: "cause",
    keys: ["' is not installed (set by", "definition not found: ", "version is not installed: "],
    pattern:
      /(?:\w{1,20}env|asdf): version [`'](?<version>[^'`]{1,40})' is not installed(?: \(set by (?<file>[^)]{1,200})\))?|\w{1,20}-build: definition not found: (?<version2>\S{1,40})/,
    evenAsWarning: true,
    cause: "The version {version} is not installed.",
  },
  {
    id: "rvm/not-installed",
    ecosystem: "ruby",
    error_type: "VERSION_NOT_FOUND",
    stage: "toolchain",
    evidence: "cause",
    keys: ["required ruby-", "is not installed."],
    pattern: /Required (?<version>ruby-[\w.-]{1,40}) is not installed/,
    cause: "rvm has no {version}.",
    steps: ["rvm install {version}"],
  },
  {
    id: "sdkman/not-available",
    ecosystem: "java",
    error_type: "VERSION_NOT_FOUND",
    stage: "toolchain",
    evidence: "cause",
    keys: ["is not available. possible causes", "is not a valid candidate"],
    pattern:
      /Stop! (?<package>[\w-]{1,40}) (?<version>\S{1,40}) is not available\.|Stop! (?<package2>[\w-]{1,40}) is not a valid candidate/,
    cause: "SDKMAN has no {package} {version}.",
    steps: ["sdk list {package}"],
  },
  {
    id: "tox/no-interpreter",
    ecosystem: "python",
    error_type: "COMMAND_NOT_FOUND",
    stage: "toolchain",
    evidence: "cause",
    keys: ["interpreternotfound: ", "could not find python interpreter"],
    pattern:
      /InterpreterNotFound: (?<command>[\w.]{1,40})|could not find python interpreter(?: matching any of the specs| with spec\(s\):?) (?<command2>[\w.]{1,40})/i,
    cause: "{command} is not installed.",
    steps: ["command -v {command}"],
  },
  {
    id: "rustup/download",
    ecosystem: "rustup",
    error_type: "NETWORK",
    stage: "toolchain",
    evidence: "cause",
    bonus: 1,
    keys: ["could not download file from '"],
    pattern:
      /could not download file from '(?<download>https?:\/\/[^'\s]{1,300})'(?: to '[^']{1,300}')?(?<message>: .{0,300})?/,
    cause: "{host} did not give the file{message}",
    refine: ({ groups }) => (/\b404\b/.test(groups["message"] ?? "") ? { error_type: "MISSING_FILE" } : {}),
  },
  {
    id: "rustup/toolchain",
    ecosystem: "rustup",
    error_type: "VERSION_NOT_FOUND",
    stage: "toolchain",
    evidence: "cause",
    keys: ["error: toolchain '", "error: no release found for"],
    pattern:
      /error: (?:toolchain '(?<version>[^']{1,80})' (?:is not installed|does not support|is not installable)|no release found for '(?<version2>[^']{1,60})')/,
    cause: "rustup has no toolchain {version}.",
    steps: ["rustup toolchain list"],
  },
];
