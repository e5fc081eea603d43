import type { Rule } from "../rule.js";
import { NPM } from "./npm-prefix.js";

/** Errors that newer npm words in its own way; the older wordings are in npm.ts. */
export const NPM_ERROR_RULES: readonly Rule[] = [
  {
    id: "npm/resource-not-found",
    error_type: "VERSION_NOT_FOUND",
    stage: "dependencies",
    evidence: "cause",
    keys: ["the requested resource '"],
    pattern:
      /404 {1,3}The requested resource '(?<npm_spec>[^'\s]{1,200}?)(?:@(?:\*|latest))?' could not be found/,
    near: [{ pattern: /npm (?:ERR!|error) code (?<code>E404)/, before: 8 }],
    cause: "{package} is not in the registry that npm asks.",
    steps: ["npm view {package} versions", "npm config get registry"],
  },
  {
    id: "npm/lock-out-of-sync",
    error_type: "VERSION_CONFLICT",
    stage: "dependencies",
    evidence: "cause",
    bonus: 1,
    keys: ["lock file's ", " from lock file"],
    pattern: new RegExp(
      `${NPM}(?:Invalid: lock file's (?<npm_spec>@?[^\\s@]{1,100}@\\S{1,60}) does not satisfy @?[^\\s@]{1,100}@(?<wanted>\\S{1,60})|Missing: (?<npm_spec2>@?[^\\s@]{1,100}@\\S{1,60}) from lock file)`,
    ),
    near: [{ pattern: /npm (?:ERR!|error) code (?<code>EUSAGE)/, before: 12 }],
    cause: "package-lock.json does not fit package.json: {package}.",
    steps: ["npm install"],
    refine: ({ groups }) => {
      const wanted = groups["wanted"];
      if (wanted === undefined) return {};
      return {
        entities: [{ kind: /^\d+\.\d+\.\d+/.test(wanted) ? "version" : "constraint", value: wanted }],
      };
    },
  },
  {
    id: "npm/no-lock",
    error_type: "MISSING_FILE",
    stage: "dependencies",
    evidence: "cause",
    keys: ["can only install with an existing"],
    pattern: /can only install with an existing (?<file>package-lock\.json)/,
    near: [{ pattern: /npm (?:ERR!|error) code (?<code>EUSAGE)/, before: 8 }],
    cause: "npm ci needs a {file}.",
    steps: ["npm install --package-lock-only"],
  },
  {
    id: "npm/cache-permission",
    error_type: "PERMISSION_DENIED",
    stage: "package_manager",
    evidence: "error",
    keys: ["code eacces", "code eperm", "code erofs"],
    pattern: new RegExp(`${NPM}code (?<errno>EACCES|EPERM|EROFS)`),
    near: [{ pattern: new RegExp(`${NPM}path (?<file>\\S{1,300})`), after: 4 }],
    cause: "npm may not write {file}.",
    steps: ["ls -ld {file}"],
  },
  {
    id: "npm/login-needed",
    error_type: "AUTHENTICATION",
    stage: "package_manager",
    evidence: "cause",
    keys: ["need auth ", "requires you to be logged in"],
    pattern:
      /need auth (?:This command requires you to be logged in to (?<url>\S{1,200})|auth required for publishing)/,
    near: [{ pattern: /npm (?:ERR!|error) code (?<code>ENEEDAUTH)/, before: 4 }],
    cause: "npm is not logged in at the registry.",
    steps: ["npm login"],
  },
  {
    id: "npm/invalid-name",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "dependencies",
    evidence: "cause",
    keys: ["invalid tag name", "invalid package name", "invalid version: "],
    pattern: new RegExp(
      `${NPM}Invalid (?:tag name "[^"]{1,80}" of package "(?<package>@?[^"@]{1,100})[^"]{0,80}"|package name "(?<package2>[^"]{1,100})"|[Vv]ersion: "?(?<version>[^"\\s]{1,60}))`,
    ),
    near: [{ pattern: /npm (?:ERR!|error) code (?<code>EINVALID\w+)/, before: 3 }],
    cause: "npm does not understand what is to be installed.",
  },
  {
    id: "npm/json",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "dependencies",
    evidence: "cause",
    bonus: 1,
    keys: ["json.parse invalid package.json"],
    pattern: /JSON\.parse Invalid (?<file>package\.json): (?<message>.{1,200})/,
    near: [{ pattern: /npm (?:ERR!|error) code (?<code>EJSONPARSE)/, before: 4 }],
    cause: "package.json is no valid JSON: {message}",
  },
  {
    id: "npm/archive",
    error_type: "CHECKSUM_MISMATCH",
    stage: "dependencies",
    evidence: "cause",
    keys: ["tar_bad_archive: ", "zlib: unexpected end of file", "z_buf_error"],
    pattern: new RegExp(`${NPM}(?:(?<code>TAR_BAD_ARCHIVE|Z_BUF_ERROR|Z_DATA_ERROR): |zlib: )`),
    cause: "A package's archive is damaged.",
    steps: ["npm cache clean --force"],
  },
  {
    id: "npm/workspace",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "build",
    evidence: "cause",
    bonus: -4,
    keys: ["no workspaces found"],
    pattern: new RegExp(`${NPM}(?:code )?No workspaces found`),
    cause: "package.json names no such workspace.",
  },
  {
    id: "node/bad-option",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "run",
    evidence: "cause",
    bonus: -4,
    keys: ["node: bad option: ", "is not allowed in node_options"],
    pattern: /node: bad option: (?<code>\S{1,100})|node: (?<code2>\S{1,100}) is not allowed in NODE_OPTIONS/,
    cause: "This Node does not know the option {code}.",
    steps: ["node --version"],
  },
  {
    id: "yarn/no-command",
    error_type: "COMMAND_NOT_FOUND",
    stage: "build",
    evidence: "cause",
    keys: ['error command "', "couldn't find a script named"],
    pattern:
      /^error Command "(?<command>[^"]{1,100})" not found|Couldn't find a script named "(?<command2>[^"]{1,100})"/,
    cause: "package.json has no script {command}.",
    steps: ["yarn run"],
  },
];
