import type { Rule } from "../rule.js";

/** Maven writes a drive as "/C:/Users/Jo Doe/A.java"; only from the line's start may a path hold blanks. */
const SOURCE =
  /(?<file>(?:^\/?[A-Za-z]:[/\\][^:()[\]]{1,400}|(?:[A-Za-z]:)?[^\s:()[\]]{1,400})\.(?:java|kts?|scala|groovy|gradle))/
    .source;
/** Old Gradle writes the compiler's first error behind the task's name: ":app:compileJava/home/…". */
const AFTER_TASK = /^:[\w:]{1,120}(?<file2>\/[^\s:()[\]]{1,400}\.(?:java|kts?|groovy))/.source;

export const JAVAC_RULES: readonly Rule[] = [
  {
    id: "java/release",
    ecosystem: "java",
    error_type: "RUNTIME_VERSION_MISMATCH",
    stage: "build",
    evidence: "cause",
    keys: [
      "invalid target release",
      "invalid source release",
      "release version ",
      "is no longer supported. use",
      "is not supported. please use",
      "option source ",
    ],
    pattern:
      /(?:error: )?(?:invalid (?:target|source) release:? (?<version>[\w.]+)|release version (?<version2>\d+) not supported|(?:error: )?(?:Source|Target) option (?<version3>[\d.]+) is no longer supported(?:\. Use (?<constraint>\d+(?: or later)?))?)/,
    cause: "This JDK cannot compile for Java {version}.",
    steps: ["javac -version"],
  },
  {
    id: "java/missing-package",
    ecosystem: "java",
    error_type: "MISSING_PACKAGE",
    stage: "build",
    evidence: "error",
    bonus: 5,
    keys: ["does not exist", "unresolved reference", "is not a member of package", "unable to resolve class"],
    pattern: new RegExp(
      `${SOURCE}:(?:\\d{1,7}:|\\d{1,7}:\\d{1,5}:|\\[\\d{1,7},\\d{1,5}\\]) (?:error: )?(?:package (?<package>[\\w.]{1,200}) does not exist|unable to resolve class (?<package2>[\\w.]{1,200}))`,
    ),
    cause: "The package {package} is not on the class path.",
  },
  {
    id: "java/javac",
    ecosystem: "java",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "error",
    keys: [".java:", ".java: ", ".scala:", ".groovy:", ".kt:", ".kts:"],
    pattern: new RegExp(
      `(?:${AFTER_TASK}|${SOURCE}):(?:\\[\\d+,\\d+\\]|\\d+(?::\\d+)?:)?\\s{1,4}(?:\\[\\w+\\] )?(?:(?:error|\\[error\\]):? )?(?<message>\\S.{0,400})`,
    ),
    unless:
      /\bwarning:|\.java:\d+\)|uses (?:or overrides a|unchecked)|^Note: |\bat [\w$.]+\(|Some input files|warning\b/,
    near: [
      {
        pattern: /^symbol:?\s+(?:class|method|variable|interface|package)\s+(?<code>[\w$]{1,120})/,
        after: 4,
      },
    ],
    cause: "{file} does not compile: {message}",
    refine: ({ groups, line }) => {
      const text = line(0);
      const message = groups["message"] ?? "";
      const sure = /:\[\d+,\d+\] |: error: |^e: |\[error\] /.test(text) || text.startsWith("[javac] ");
      const code = /warnings found and (-Werror) specified/.exec(message)?.[1];
      if (code !== undefined)
        return { entities: [{ kind: "code", value: code }], evidence: "cause", bonus: -10 };
      if (!sure) return null;
      if (
        /^(?:';'|'\)'|illegal start of|class, interface|reached end of file|unclosed |<identifier> expected|not a statement)/.test(
          message.replace(/^error: /, ""),
        )
      )
        return { error_type: "SYNTAX_OR_CONFIG" };
      return {};
    },
  },
  {
    id: "java/kotlinc",
    ecosystem: "java",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "error",
    keys: [".kt:", ".kts:"],
    pattern:
      /^e: (?:file:\/\/)?(?<file>[^\s:()]{1,400}\.kts?)(?::\d+:\d+|: \(\d+, \d+\):?) (?<message>.{1,300})/,
    cause: "{file} does not compile: {message}",
    refine: ({ groups }) => {
      const symbol = /^[Uu]nresolved reference:? ['`]?([\w.]{1,120}\w)/.exec(groups["message"] ?? "")?.[1];
      return { entities: symbol === undefined ? [] : [{ kind: "code", value: symbol }] };
    },
  },
  {
    id: "java/jvm-target",
    ecosystem: "gradle",
    error_type: "VERSION_CONFLICT",
    stage: "build",
    evidence: "cause",
    keys: ["jvm target compatibility", "jvm-target compatibility"],
    pattern:
      /'compileJava' task \(current target is (?<version>[\d.]{1,8})\) and '\w{1,60}' task \(current target is (?<version2>[\d.]{1,8})\) jvm target|Inconsistent JVM-target compatibility detected for tasks '\w{1,60}' \((?<version3>[\d.]{1,8})\) and '\w{1,60}' \((?<version4>[\d.]{1,8})\)/,
    cause: "Java and Kotlin are compiled for different Java versions: {version} and {version2}.",
    steps: ["kotlin { jvmToolchain(17) }"],
  },
];
