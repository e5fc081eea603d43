import { typeOfException } from "./exception-type.js";
import type { Rule } from "../rule.js";

const IN = / in (?<file>(?:[A-Za-z]:)?[^\s:]{1,300})(?: on line |:)\d+/.source;

export const PHP_RULES: readonly Rule[] = [
  {
    id: "php/parse",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "run",
    evidence: "cause",
    keys: ["parse error:"],
    pattern: new RegExp(`(?:PHP )?Parse error:\\s+(?=\\S)(?<message>syntax error.{0,200}?|.{1,200}?)${IN}`),
    cause: "{file} is no valid PHP for this version: {message}",
  },
  {
    id: "php/class",
    error_type: "MISSING_PACKAGE",
    stage: "run",
    evidence: "error",
    bonus: 10,
    keys: ['" not found', "' not found", "class '", 'class "'],
    pattern:
      /(?:Class|Interface|Trait) ['"](?<package>[\w\\]{1,150})['"] not found(?: in (?<file>[^\s:]{1,300})(?::| on line )\d)?/,
    cause: "The class {package} is not loaded: a package or extension is missing.",
    steps: ["composer install"],
  },
  {
    id: "php/function",
    error_type: "MISSING_PACKAGE",
    stage: "run",
    evidence: "error",
    bonus: 8,
    keys: ["call to undefined function", "call to undefined method"],
    pattern: /Call to undefined (?<what>function|method) (?<code>[\w\\:]{1,150})\(\)/,
    cause: "{code} is not defined.",
    refine: ({ groups }) => (groups["what"] === "method" ? { error_type: "BUILD_FAILURE", bonus: 0 } : {}),
  },
  {
    id: "php/required-file",
    error_type: "MISSING_FILE",
    stage: "run",
    evidence: "cause",
    bonus: -2,
    keys: [
      "failed to open stream",
      "failed opening required",
      "failed opening '",
      "could not open input file",
    ],
    pattern:
      /(?:(?:require|include|file_get_contents|file_put_contents|fopen|copy|readfile|mkdir|touch|unlink|rename|chmod)(?:_once)?\((?<file>[^()\s]{1,300})\)(?: \[[^\]]{1,80}\])?: [Ff]ailed to open stream: (?<reason>[^[\]]{1,120}?)(?: in |$)|Failed opening (?:required )?'(?<file2>[^']{1,300})'|Could not open input file: (?<file3>\S{1,300}))/,
    evenAsWarning: true,
    cause: "{file} could not be opened: {reason}",
    refine: ({ groups }) => {
      const reason = groups["reason"] ?? "";
      if (reason.includes("Permission denied")) return { error_type: "PERMISSION_DENIED" };
      const url = /^https?:\/\/([\w.-]+)/.exec(groups["file"] ?? "")?.[1];
      if (url !== undefined) return { error_type: "NETWORK", entities: [{ kind: "host", value: url }] };
      return {};
    },
  },
  {
    id: "php/socket",
    ecosystem: "php",
    error_type: "NETWORK",
    stage: "run",
    evidence: "cause",
    keys: ["unable to connect to", "php_network_getaddresses", "failed to enable crypto"],
    pattern:
      /[Uu]nable to connect to (?:\w+:\/\/)?(?<host>[\w.-]{1,200}):(?<port>\d+) \((?<message>[^)]{1,120})\)|php_network_getaddresses: (?<message2>getaddrinfo(?: for (?<host2>[\w.-]{1,200}))? failed.{0,80})|[Ff]ailed to enable crypto/,
    evenAsWarning: true,
    cause: "PHP could not connect to {host}: {message}",
  },
  {
    id: "php/memory",
    error_type: "RESOURCE_EXHAUSTED",
    stage: "run",
    evidence: "cause",
    keys: ["allowed memory size of", "out of memory (allocated", "proc_open(): fork failed"],
    pattern:
      /Allowed memory size of (?<constraint>\d+ bytes) exhausted(?:.{1,60} in (?<file>\S{1,300}) on line \d)?|Out of memory \(allocated|fork failed - Cannot allocate memory/,
    cause: "PHP ran out of memory.",
    steps: ["php -d memory_limit=-1 …"],
  },
  {
    id: "php/time",
    error_type: "TIMEOUT",
    stage: "run",
    evidence: "cause",
    keys: ["maximum execution time of"],
    pattern: /Maximum execution time of (?<constraint>\d+ seconds?) exceeded/,
    cause: "The script ran longer than {constraint}.",
  },
  {
    id: "php/extension",
    error_type: "MISSING_SYSTEM_LIBRARY",
    stage: "run",
    evidence: "cause",
    bonus: -8,
    keys: ["unable to load dynamic library"],
    pattern: /Unable to load dynamic library '(?<library>[^']{1,200})'/,
    evenAsWarning: true,
    cause: "The extension {library} cannot be loaded.",
    steps: ["php -m"],
  },
  {
    id: "php/phpize",
    error_type: "MISSING_FILE",
    stage: "configure",
    evidence: "cause",
    keys: ["cannot find config.m4", "phpize failed", "'phpize' failed"],
    pattern: /Cannot find (?<file>config\.m4)|[`'](?<command>phpize)['`]? failed/,
    cause: "phpize was not run in an extension's source folder, or failed.",
  },
  {
    id: "php/fatal",
    error_type: "CRASH",
    stage: "run",
    evidence: "error",
    bonus: -6,
    keys: ["fatal error: "],
    pattern: new RegExp(`(?:PHP )?(?:Catchable )?[Ff]atal error:\\s+(?<message>\\S.{0,300}?)(?:${IN}|$)`),
    unless: /fatal error: \S+\.h\b|: fatal error|No such file|command line option|^fatal error(?: C| LNK)/,
    cause: "{message}",
    refine: ({ line, groups }) => {
      if (!/PHP|\.php\b|Uncaught/.test(line(0))) return null;
      const message = groups["message"] ?? "";
      if (/SQLSTATE\[HY000\] \[2002\]|Connection refused/.test(message)) return { error_type: "NETWORK" };
      const type = typeOfException("", message);
      if (type !== undefined) return { error_type: type };
      return /must be compatible with|Cannot (?:redeclare|use|declare)|contains \d+ abstract/.test(message)
        ? { error_type: "BUILD_FAILURE" }
        : {};
    },
  },
  {
    id: "php/platform-check",
    error_type: "RUNTIME_VERSION_MISMATCH",
    stage: "run",
    evidence: "cause",
    keys: ["your composer dependencies require a php version", "composer detected issues in your platform"],
    pattern:
      /Your Composer dependencies require a (?<language_runtime>PHP) version "(?<constraint>[^"]{1,60})"\. You are running (?<version>[\d.]+\d)/,
    cause: "The installed packages need PHP {constraint}, not {version}.",
    steps: ["php --version"],
  },
  {
    id: "php/phpunit",
    error_type: "TEST_FAILURE",
    stage: "test",
    evidence: "error",
    bonus: 2,
    keys: ["::test"],
    pattern: /^\d{1,4}\) (?<code>[\w\\]{1,150}::\w{1,120})(?: with data set .{1,80})?$/,
    // an exception says more than the test that it ended
    root: { pattern: /^[\w\\]{1,200}(?:Exception|Error): \S/, after: 1 },
    cause: "The test {code} failed.",
  },
];
