import type { Refinement, Rule } from "../rule.js";

export const ELIXIR_RULES: readonly Rule[] = [
  {
    id: "elixir/httpc",
    ecosystem: "network",
    error_type: "NETWORK",
    stage: "dependencies",
    evidence: "cause",
    keys: ["httpc request failed", "request failed ("],
    pattern:
      /httpc request failed with: .{0,200}?to_address, \{~?c?["'](?<host>[\w.-]{1,200})["'], (?<port>\d{1,5})|httpc request failed|Request failed \((?<message>[^)]{1,100})\)/,
    cause: "Mix could not reach {host}.",
  },
  {
    id: "elixir/version",
    error_type: "RUNTIME_VERSION_MISMATCH",
    stage: "dependencies",
    evidence: "cause",
    keys: [
      "but it has declared in its mix.exs file it supports only elixir",
      "is not supported by this version of elixir",
      "this version of hex",
      "you're trying to run :",
    ],
    pattern:
      /You're trying to run :(?<project>\w{1,80}) on (?<language_runtime>Elixir) v(?<version>[\w.-]{1,40}) but it has declared in its mix\.exs file it supports only Elixir (?<constraint>.{1,40})/,
    cause: "{project} needs Elixir {constraint}, not {version}.",
    steps: ["elixir --version"],
  },
  {
    id: "elixir/dependency",
    error_type: "MISSING_PACKAGE",
    stage: "dependencies",
    evidence: "cause",
    keys: [
      "the dependency is not available",
      "could not start application ",
      "the dependency is not locked",
      "no package with name",
      "unchecked dependencies for environment",
      "could not find an scm for dependency",
      "could not find hex",
      'failed to use "',
      'the task "',
      "could not compile dependency",
    ],
    pattern:
      /Could not start application (?<package6>\w{1,80}): could not find application file|the dependency (?:is not (?:available|locked|built)|build is outdated)|No package with name (?<package>\S{1,80})|Could not find (?<package2>Hex|rebar3?)\b|Failed to use "(?<package3>[^"]{1,80})"(?: \(version (?<version>[^)]{1,40})\))? because|Could not find an SCM for dependency :(?<package5>\w{1,80})|The task "(?<command>[^"]{1,80})" could not be found/,
    near: [{ pattern: /^\* (?<package4>\w{1,80}) \(/, before: 1 }],
    cause: "A dependency of the Mix project is not installed.",
    steps: ["mix deps.get"],
    refine: ({ groups, line }) => {
      const text = line(0);
      if (text.startsWith("No package with name")) return { error_type: "VERSION_NOT_FOUND" };
      if (text.startsWith("Failed to use")) return { error_type: "VERSION_CONFLICT" };
      return groups["command"] === undefined ? {} : { error_type: "COMMAND_NOT_FOUND" };
    },
  },
  {
    id: "elixir/mixfile",
    error_type: "MISSING_FILE",
    stage: "configure",
    evidence: "cause",
    keys: ["could not find a mix.project"],
    pattern: /Could not find a Mix\.Project/,
    cause: "There is no mix.exs here.",
  },
  {
    id: "elixir/exception",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "error",
    keys: ["** (", "error: undefined function", "== compilation error in file"],
    pattern:
      /^\*\* \((?<exception>[A-Z][\w.]{1,80}|exit)\) (?<message>.{1,300})|^error: (?<message2>undefined (?:function|variable).{1,200})/,
    near: [{ pattern: /(?<file>[\w./-]{1,200}\.exs?):\d+/, after: 9 }],
    cause: "{exception}: {message}",
    offers: ["package"],
    refine: ({ groups }) => readException(groups["exception"], groups["message"] ?? ""),
  },
  {
    id: "erlang/exception",
    error_type: "CRASH",
    stage: "build",
    evidence: "error",
    bonus: -4,
    keys: ["exception error: ", "exception exit: ", "exception throw: "],
    pattern:
      /^(?:escript: )?\*{0,2} ?exception (?:error|exit|throw): (?<message>(?:undefined function (?<code>[\w.:]{1,120}\/\d{1,2}))?.{0,300})/,
    cause: "Erlang stopped with: {message}",
  },
  {
    id: "elixir/exunit",
    error_type: "TEST_FAILURE",
    stage: "test",
    evidence: "error",
    bonus: 4,
    keys: [") test "],
    pattern: /^\d{1,4}\) test (?<code>.{1,200}) \((?<module>[A-Z][\w.]{1,120})\)$/,
    near: [{ pattern: /^(?<file>[\w./-]{1,200}\.exs):\d+$/, after: 1 }],
    cause: "The test {code} failed.",
  },
];

function readException(exception = "", message: string): Refinement | null {
  const dependency = /Could not compile dependency :(\w{1,80})/.exec(message)?.[1];
  if (dependency !== undefined)
    return { evidence: "summary", entities: [{ kind: "package", value: dependency }] };
  if (/Could not find a Mix\.Project|you're trying to run/i.test(message)) return null;
  if (/^(?:Mix|exit)$/.test(exception)) return { evidence: "summary" };
  const named: Refinement =
    exception === "" ? {} : { code: exception, entities: [{ kind: "code", value: exception }] };
  if (/SyntaxError|TokenMissingError|MismatchedDelimiterError/.test(exception))
    return { ...named, error_type: "SYNTAX_OR_CONFIG" };
  if (exception.includes("File.Error")) return { ...named, error_type: "MISSING_FILE" };
  if (exception.includes("ExUnit")) return { ...named, error_type: "TEST_FAILURE" };
  return exception === "CompileError" ? { ...named, evidence: "summary", bonus: 5 } : named;
}
