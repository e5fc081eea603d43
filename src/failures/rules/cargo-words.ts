import type { Rule } from "../rule.js";

/** Where cargo refuses before it builds: its options and its manifest. Resolution and builds are in cargo.ts. */
export const CARGO_WORD_RULES: readonly Rule[] = [
  {
    id: "cargo/path-install",
    ecosystem: "cargo",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "build",
    evidence: "cause",
    keys: ["use `cargo install --path"],
    pattern: /Using `(?<command>cargo install)` to install the binaries .{0,80}is no longer supported/,
    cause: "cargo install wants to be told the folder.",
    steps: ["cargo install --path ."],
  },
  {
    id: "cargo/which-package",
    ecosystem: "cargo",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "build",
    evidence: "cause",
    keys: [
      "multiple packages with binaries found",
      "could not determine which binary to run",
      "no bin target named",
      "no example target named",
      "no targets specified in the manifest",
      "package id specification",
    ],
    pattern:
      /multiple packages with (?:binaries|examples) found: (?<package>[\w-]{1,80})|could not determine which binary to run|no (?:bin|example|test|bench) target named `(?<code>[^`]{1,80})`|no targets specified in the manifest|package ID specification `(?<package2>[^`]{1,120})` did not match any packages/,
    cause: "cargo does not know which package or binary is meant.",
  },
  {
    id: "cargo/virtual-manifest",
    ecosystem: "cargo",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "build",
    evidence: "cause",
    keys: ["but this is a virtual manifest", "virtual manifest, but this command requires"],
    pattern:
      /manifest path `(?<file>[^`]{1,300})` is a virtual manifest|found a virtual manifest at `(?<file2>[^`]{1,300})` instead of a package manifest/,
    cause: "{file} is a workspace's, and the command needs a package's.",
  },
  {
    id: "options/value",
    ecosystem: "shell",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "run",
    evidence: "cause",
    bonus: -8,
    keys: [
      "requires a value but none was supplied",
      "a value is required for '",
      "which wasn't expected",
      "unexpected argument '",
      "required arguments were not provided",
    ],
    pattern:
      /[Tt]he argument '(?<code>-{1,2}[\w-]{1,60})[^']{0,80}' requires a value|a value is required for '(?<code2>-{1,2}[\w-]{1,60})|[Ff]ound argument '(?<code3>[^']{1,80})' which wasn't expected|unexpected argument '(?<code4>[^']{1,80})' found/,
    cause: "The program does not take {code} like this.",
  },
];
