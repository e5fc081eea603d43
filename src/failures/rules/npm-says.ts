import type { Rule } from "../rule.js";
import { NPM } from "./npm-prefix.js";
import { readByWords } from "./by-words.js";

/** Messages of npm that come without a code, or whose code says less than they do; the last resort is what npm says first. */
export const NPM_SAYS_RULES: readonly Rule[] = [
  {
    id: "npm/no-compatible-version",
    error_type: "VERSION_NOT_FOUND",
    stage: "dependencies",
    evidence: "cause",
    keys: ["no compatible version found: "],
    pattern:
      /No compatible version found: (?<package2>@?[\w./-]{1,120})$|No compatible version found: (?<package>@?[\w./-]{1,120})@['"]?(?:(?<version>\d+\.\d+\.\d+[\w.+-]{0,40})|(?<constraint>[^\s'"][^'"]{0,60}))['"]?$/,
    cause: "{package} has no published version that satisfies what is asked for.",
    steps: ["npm view {package} versions"],
  },
  {
    id: "npm/not-found-url",
    error_type: "VERSION_NOT_FOUND",
    stage: "dependencies",
    evidence: "error",
    bonus: 4,
    keys: ["404 not found - get ", "404 not found: "],
    pattern: new RegExp(
      `${NPM}(?:code )?(?:E404 )?404 Not Found(?: - GET https?://[^\\s/]{1,100}/(?:\\S{1,80}/)?(?<name>@?[\\w.-]{1,80}(?:%2[fF][\\w.-]{1,80})?)(?: - |$)|: (?<npm_spec>@?[\\w./-]{1,120}(?:@\\S{1,60})?)$)`,
    ),
    near: [{ pattern: /npm (?:ERR!|error) code (?<code>E404)/, before: 4 }],
    cause: "The registry that npm asks does not have it.",
    steps: ["npm config get registry"],
    refine: ({ groups }) => {
      const name = groups["name"];
      return { entities: name === undefined ? [] : [{ kind: "package", value: name }] };
    },
  },
  {
    id: "npm/fetch-failed",
    error_type: "NETWORK",
    stage: "dependencies",
    evidence: "cause",
    bonus: -4,
    keys: ["failed to fetch from registry: "],
    pattern: /failed to fetch from registry: (?<package>@?[\w./-]{1,120})/,
    cause: "npm could not fetch {package} from the registry.",
    steps: ["npm config get registry"],
  },
  {
    id: "npm/no-git",
    error_type: "COMMAND_NOT_FOUND",
    stage: "toolchain",
    evidence: "cause",
    keys: ["no git binary found in $path", "not found: git"],
    pattern: new RegExp(`${NPM}(?:.{0,40}Error: )?(?:No |not found: )(?<command>git)\\b`),
    near: [{ pattern: /npm (?:ERR!|error) code (?<code>ENOGIT)/, before: 4 }],
    cause: "A dependency comes from a git repository, and there is no git.",
    steps: ["command -v git"],
  },
  {
    id: "npm/ci-without-lock",
    error_type: "MISSING_FILE",
    stage: "dependencies",
    evidence: "cause",
    keys: ["can only install packages with an existing", "can only install packages when your"],
    pattern:
      /can only install packages (?:with an existing (?<file>package-lock\.json)|(?<sync>when your package\.json and (?<file2>package-lock\.json)))/,
    cause: "npm ci needs a {file} that fits package.json.",
    steps: ["npm install --package-lock-only"],
    refine: ({ groups }) => (groups["sync"] === undefined ? {} : { error_type: "VERSION_CONFLICT" }),
  },
  {
    id: "npm/broken-answer",
    error_type: "CHECKSUM_MISMATCH",
    stage: "dependencies",
    evidence: "cause",
    bonus: -4,
    keys: [
      "unexpected end of json input while parsing near",
      "unexpected token < in json",
      "registry error parsing json",
    ],
    pattern: new RegExp(
      `${NPM}(?:Unexpected end of JSON input while parsing near|Unexpected token .{1,20} in JSON|registry error parsing json)`,
    ),
    cause: "What the registry or the cache gave is cut off or damaged.",
    steps: ["npm cache clean --force"],
  },
  {
    id: "npm/network-timeout",
    error_type: "TIMEOUT",
    stage: "dependencies",
    evidence: "cause",
    bonus: -4,
    keys: ["network timeout at: "],
    pattern: /network timeout at: (?<url>https?:\/\/\S{1,300})/,
    cause: "{host} did not answer in time.",
  },
  {
    id: "npm/node-too-old",
    error_type: "RUNTIME_VERSION_MISMATCH",
    stage: "toolchain",
    evidence: "cause",
    keys: ["known not to run on node.js", "npm does not support node.js", "npm cli requires node"],
    pattern:
      /npm (?:v(?<version>\d[\w.-]{0,40}) )?(?:is known not to run on|does not support) (?<language_runtime>Node\.js) v?(?<version2>\d[\w.-]{0,40})/,
    evenAsWarning: true,
    cause: "This npm does not run on Node {version2}.",
    steps: ["node --version"],
  },
  {
    id: "npm/not-a-package",
    error_type: "MISSING_FILE",
    stage: "dependencies",
    evidence: "cause",
    bonus: -4,
    keys: ["it does not contain a package.json file", 'could not install from "'],
    pattern: /Could not install from "(?<file>[^"]{1,200})"/,
    cause: "{file} is no package: it holds no package.json.",
  },
  {
    id: "npm/unsupported-spec",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "dependencies",
    evidence: "cause",
    bonus: -4,
    keys: ["unsupported url type", "invalid dependency type requested"],
    pattern:
      /Unsupported URL Type "?(?<code>[\w:+-]{1,30})|Invalid dependency type requested: (?<code2>\S{1,30})/,
    cause: "This npm does not understand where a dependency comes from: {code}.",
    steps: ["npm --version"],
  },
  {
    id: "npm/says",
    error_type: "OTHER",
    stage: "dependencies",
    evidence: "hint",
    bonus: 6,
    keys: ["npm err! ", "npm error "],
    pattern: new RegExp(
      `${NPM}(?:E[A-Z]{3,20} |\\d{3} |[a-z]{3,20} )?(?<detail>[A-Z]\\S{0,40} \\S.{0,400}|cannot \\S.{0,300})`,
    ),
    unless:
      /npm (?:ERR!|error) (?:A complete log|This is (?:probably|most likely)|If you |You can |Make sure|Exit status|Failed at the|Test failed|Tell the author|There is likely|Additional logging|Please include|Linux|Darwin|Windows|System|Or if that|Lifecycle script|In most cases)/,
    refine: ({ groups }) => readByWords(groups["detail"] ?? ""),
    cause: "npm stopped with: {detail}",
  },
];
