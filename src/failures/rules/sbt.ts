import type { Rule } from "../rule.js";

export const SBT_RULES: readonly Rule[] = [
  {
    id: "sbt/unresolved",
    error_type: "VERSION_NOT_FOUND",
    stage: "dependencies",
    evidence: "cause",
    keys: ["unresolved dependency: ", "error downloading "],
    pattern:
      /unresolved dependency: (?<group>[\w.-]{1,120})#(?<artifact>[\w.-]{1,120});(?<version>[\w.-]{1,60}): (?<reason>.{1,120})|Error downloading (?<maven>[\w.-]{1,120}:[\w.-]{1,120}:[\w.-]{1,60})/,
    cause: "No repository that sbt asks has {group}{package} {version}.",
    refine: ({ groups }) => ({
      entities: groups["artifact"] === undefined ? [] : [{ kind: "package", value: groups["artifact"] }],
    }),
  },
  {
    id: "sbt/not-a-command",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "build",
    evidence: "cause",
    bonus: -4,
    keys: ["not a valid command: ", "not a valid key: "],
    pattern: /Not a valid (?:command|key): (?<command>[\w-]{1,80})/,
    cause: "sbt knows no {command}.",
  },
  {
    id: "sbt/jvm-options",
    error_type: "RESOURCE_EXHAUSTED",
    stage: "build",
    evidence: "error",
    keys: ["sbt.compilefailed", "java.lang.stackoverflowerror"],
    pattern: /(?<code>java\.lang\.StackOverflowError)/,
    cause: "The stack of the JVM is too small.",
    steps: ["export SBT_OPTS=-Xss8m"],
  },
];
