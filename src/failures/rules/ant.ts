import type { Rule } from "../rule.js";

export const ANT_RULES: readonly Rule[] = [
  {
    id: "ant/target-missing",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "build",
    evidence: "cause",
    keys: ["does not exist in the project", "buildfile: build.xml does not exist", "buildfile: "],
    pattern:
      /Target "(?<command>[^"]{1,120})" does not exist in the project|Buildfile: (?<file>\S{1,300}) does not exist/,
    cause: "ant finds no target or build file.",
    refine: ({ groups }) => (groups["file"] === undefined ? {} : { error_type: "MISSING_FILE" }),
  },
  {
    id: "ant/junit",
    error_type: "TEST_FAILURE",
    stage: "test",
    evidence: "summary",
    bonus: 8,
    keys: ["[junit] test", "tests run: ", "[junit]     =>"],
    pattern:
      /^(?:\[junit\] )?(?:Test (?<code>[\w.$]{1,200}) FAILED|Tests? run: \d+, Failures: (?:[1-9]\d*, Errors: \d+|\d+, Errors: [1-9]))/,
    cause: "The test {code} failed.",
    // the line of the test itself says more
    refine: ({ line }) => (/<<< (?:FAILURE|ERROR)!/.test(line(1)) ? { bonus: 0 } : {}),
  },
  {
    id: "ant/junit-launcher",
    ecosystem: "java",
    error_type: "TEST_FAILURE",
    stage: "test",
    evidence: "error",
    bonus: 10,
    keys: ["=> "],
    pattern:
      /^(?:\[junit\] +)?=> (?<exception>(?:[a-z][\w$]{0,60}\.){1,12}[A-Z][\w$]{0,100})(?:: (?<message>.{1,300}))?/,
    near: [{ pattern: /className = '(?<code>[^']{1,200})'/, before: 3 }],
    cause: "A test of {code} failed: {exception} {message}",
    refine: ({ groups }) => (groups["code"] === undefined ? null : {}),
  },
  {
    id: "ant/javac",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "error",
    keys: ["[javac] "],
    pattern: /\[javac\] (?<file>[^\s:]{1,400}\.java):\d+: (?:error: )?(?<message>\S.{0,300})/,
    unless: /warning:/,
    cause: "{file} does not compile: {message}",
  },
  {
    id: "ant/task",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "summary",
    keys: ["build.xml:"],
    pattern: /(?<file>[^\s:]{0,300}build[\w.-]{0,60}\.xml):\d+: (?<message>\S.{0,300})/,
    unless: /The following error occurred while executing this line/,
    cause: "{message}",
    refine: ({ groups }) => {
      const message = groups["message"] ?? "";
      if (/Unable to find a javac compiler|JAVA_HOME/.test(message))
        return { error_type: "COMMAND_NOT_FOUND", evidence: "cause" };
      if (/does not exist|not found|Cannot find/i.test(message))
        return { error_type: "MISSING_FILE", evidence: "error" };
      if (message.includes("Problem: failed to create task"))
        return { error_type: "MISSING_PACKAGE", evidence: "error" };
      return {};
    },
  },
];
