import { readFreeText } from "../entities/free-text.js";
import type { Rule } from "../rule.js";
import { typeOfException } from "./exception-type.js";

/** Ruby programs that stop with an exception of a library: rake, Rails, Jekyll, tests. */
export const RAILS_RULES: readonly Rule[] = [
  {
    id: "ruby/aborted",
    error_type: "CRASH",
    stage: "run",
    evidence: "error",
    bonus: -4,
    keys: ["rake aborted!", "rails aborted!", "bundler: failed to load command", "cap aborted!"],
    pattern: /^(?:(?:rake|rails|cap) aborted!|bundler: failed to load command: (?<command>\S.*))$/,
    root: {
      pattern: /^(?<name>(?:[A-Z]\w{0,60}::){0,6}[A-Z]\w{0,60}): (?<message>\S.{0,500})/,
      after: 4,
    },
    cause: "{name}: {message}",
    refine: ({ groups }) => {
      const { name, message } = groups;
      if (name === undefined || message === undefined) return null;
      const constant = /uninitialized constant ([\w:]{1,120})/.exec(message)?.[1];
      const entities = readFreeText(message);
      if (constant !== undefined)
        return { error_type: "MISSING_PACKAGE", entities: [{ kind: "package", value: constant }] };
      return { entities, error_type: typeOfException(name, message) ?? typeOfName(name, message) };
    },
  },
  {
    id: "ruby/no-javascript",
    error_type: "MISSING_PACKAGE",
    stage: "build",
    evidence: "cause",
    keys: ["could not find a javascript runtime"],
    pattern: /Could not find a JavaScript runtime/,
    cause: "Assets need a JavaScript runtime, and there is none.",
    steps: ["command -v node"],
  },
  {
    id: "ruby/no-yarn",
    error_type: "COMMAND_NOT_FOUND",
    stage: "build",
    evidence: "cause",
    keys: ["yarn not installed. please", "yarn executable was not detected"],
    pattern: /Yarn not installed\. Please|[Yy]arn executable was not detected/,
    near: [{ pattern: /\b(?<command>[Yy]arn) (?:not installed|executable)/, own: true }],
    cause: "Webpacker needs yarn.",
    steps: ["command -v yarn"],
  },
  {
    id: "ruby/gem-not-present",
    error_type: "MISSING_PACKAGE",
    stage: "run",
    evidence: "cause",
    keys: [
      "is not present. please add gem",
      "you don't have jekyll",
      "it looks like you don't have ",
      "error loading the '",
      "is not part of the bundle",
    ],
    pattern:
      /is not present\. Please add gem '(?<package>[\w.-]{1,80})'|It looks like you don't have (?<package2>[\w.-]{1,80}) or one of its dependencies|Error loading the '(?<code>[\w-]{1,40})' \w{1,30} adapter\. Missing a gem it depends on\? (?<package3>[\w.-]{1,80})|(?<package4>[\w.-]{1,80}) is not part of the bundle/,
    cause: "The gem {package} is not installed.",
    steps: ["gem install {package}"],
  },
  {
    id: "ruby/minitest-error",
    error_type: "TEST_FAILURE",
    stage: "test",
    evidence: "error",
    bonus: 4,
    keys: [") error:", ") failure:"],
    pattern: /^\d{1,4}\) (?<kind>Error|Failure):$/,
    root: {
      pattern:
        /^(?:[A-Z][\w:]{0,80}(?:Error|Exception|Failure|NotFound|Invalid|Missing)\w{0,20}: |Expected|Failed |expected |Mismatched )\S.{0,300}/,
      after: 4,
    },
    near: [
      { pattern: /^(?<code>[A-Z][\w:]{0,120}#\w{1,150})(?: \[(?<file>[^\]:]{1,200}):\d+\])?:?$/, after: 2 },
      { pattern: /^(?<code>test\w{1,120}\([\w:]{1,120}\))(?: \[(?<file>[^\]:]{1,200}):\d+\])?:?$/, after: 2 },
    ],
    cause: "The test {code} failed.",
    refine: ({ groups }) => (groups["code"] === undefined ? null : {}),
  },
  {
    id: "bundler/removed",
    error_type: "VERSION_NOT_FOUND",
    stage: "dependencies",
    evidence: "cause",
    keys: ["but that version could not be found", "but that version can no longer be found"],
    pattern:
      /Your bundle is locked to (?<gem>[\w.-]{1,100} \([\w.-]{1,40}\))(?: from .{1,120})?, but that version (?:could not be found|can no longer be found)/,
    cause: "No gem source has {package} {version}, which Gemfile.lock asks for.",
    steps: ["bundle update {package}"],
  },
  {
    id: "bundler/certificate",
    error_type: "NETWORK",
    stage: "dependencies",
    evidence: "cause",
    keys: ["could not verify the ssl certificate for"],
    pattern: /Could not verify the SSL certificate for (?<url>https:\/\/\S{1,200}?)\.?(?:\s|$)/,
    cause: "The certificate of {host} was not accepted.",
    steps: ["gem update --system"],
  },
  {
    id: "ruby/extconf-check",
    ecosystem: "bundler",
    error_type: "MISSING_SYSTEM_LIBRARY",
    stage: "configure",
    evidence: "error",
    bonus: 4,
    keys: ["*** extconf.rb failed ***"],
    pattern:
      /^(?:checking for (?<library>[\w+.-]{1,60})(?: version)?(?: \((?<constraint>[^)]{1,40})\))?\.\.\. )?\*\*\* extconf\.rb failed \*\*\*/,
    root: {
      pattern: /^checking for (?:-l)?(?<library2>[\w+./-]{1,60}?)(?:\(\) in .{1,60})?\.\.\. no$/,
      before: 8,
    },
    cause: "The native part of the gem needs {library}, which is not installed with its headers.",
    refine: ({ groups }) => (groups["library"] === undefined && groups["library2"] === undefined ? null : {}),
  },
  {
    id: "ruby/no-compiler",
    error_type: "COMMAND_NOT_FOUND",
    stage: "build",
    evidence: "error",
    bonus: 8,
    keys: ["the compiler failed to generate an executable file"],
    pattern: /The compiler failed to generate an executable file/,
    cause: "There is no C compiler, or it does not work.",
    steps: ["command -v cc"],
  },
];

function typeOfName(name: string, message: string): "SYNTAX_OR_CONFIG" | "NETWORK" | "CRASH" {
  if (name.includes("ConnectionBad") || name.includes("NoDatabase")) return "NETWORK";
  return /Missing `|secret_key_base|Unexpected token|unknown|invalid|environment/i.test(message)
    ? "SYNTAX_OR_CONFIG"
    : "CRASH";
}
