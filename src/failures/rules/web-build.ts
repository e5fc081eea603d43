import type { Rule } from "../rule.js";

/** TypeScript, webpack, vite, rollup, esbuild, babel, eslint, grunt, gulp. */
export const WEB_BUILD_RULES: readonly Rule[] = [
  {
    id: "tsc/module",
    error_type: "MISSING_PACKAGE",
    stage: "build",
    evidence: "cause",
    keys: ["error ts2307", "error ts7016", "ts7016: ", "error ts2688", "ts2307:"],
    pattern:
      /(?<file>[^\s(:]{1,300})?(?:\(\d+,\d+\)|:\d+:\d+)?(?:: | - )?(?:\berror |^)(?<code>TS2307|TS7016|TS2688): (?:Cannot find (?:module|type definition file for)|Could not find a declaration file for module) '(?<package>[^']+)'/,
    refine: ({ groups }) => (/^[./]/.test(groups["package"] ?? "") ? { error_type: "MISSING_FILE" } : {}),
    cause: "TypeScript does not find {package} or its types.",
    steps: ["npm install", "npm ls {package}"],
  },
  {
    id: "tsc/error",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "error",
    bonus: 5,
    keys: [
      "error ts",
      " ts2",
      " ts7",
      "ts7016: ",
      "ts2305: ",
      "ts2307: ",
      "ts2322: ",
      "ts2339: ",
      "ts2345: ",
    ],
    pattern:
      /(?:(?<file>[^\s(:]{1,300})(?:\(\d+,\d+\)|:\d+:\d+)(?:: | - ))?(?:\berror |^|[:)] )(?<code>TS\d{4,5}):? (?<detail>(?:The specified path does not exist: '(?<file2>[^']{1,200})'|Cannot (?:read|find) (?:a )?(?:file|tsconfig\.json file at the (?:specified|current) directory:?) '(?<file3>[^']{1,200})')?.*)/,
    refine: ({ groups }) =>
      /^TS(?:5\d{3}|18\d{3}|6\d{3})$/.test(groups["code"] ?? "") ? { error_type: "SYNTAX_OR_CONFIG" } : {},
    cause: "{file} does not compile: {detail}",
  },
  {
    id: "tsc/loader",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "error",
    bonus: 6,
    keys: ["error in "],
    pattern:
      /^(?:\[tsl\] )?ERROR in (?:\[[\w-]{1,30}\] )?(?<file>[^\s(:]{1,300}\.[cm]?tsx?)(?:\(\d{1,6},\d{1,6}\)|:\d{1,6}:\d{1,6})/,
    cause: "{file} does not compile.",
    // the loader gives the place, TypeScript's own words stand below
    refine: ({ line }) => {
      const code = /^(TS\d{4,5}): /.exec(line(1))?.[1];
      return code === undefined ? null : { code, entities: [{ kind: "code", value: code }], root_offset: 1 };
    },
  },
  {
    id: "webpack/module-not-found",
    error_type: "MISSING_PACKAGE",
    stage: "build",
    evidence: "cause",
    keys: ["can't resolve '", "module not found: error:"],
    pattern:
      /Module not found: (?:Error: )?Can't resolve '(?<name>[^']+)' in '(?<where>[^']+)'|Can't resolve '(?<name2>[^']+)'/,
    near: [{ pattern: /^ERROR in (?<file>\.\/[^\s!]{1,300})$/, before: 1 }],
    refine: ({ groups }) => {
      const name = groups["name"] ?? groups["name2"] ?? "";
      return isOwnFile(name)
        ? { error_type: "MISSING_FILE", entities: [{ kind: "file", value: name }] }
        : { entities: [{ kind: "package", value: name }] };
    },
    cause: "The bundler does not find {package}.",
    steps: ["npm install", "npm ls {package}"],
  },
  {
    id: "webpack/build-failed",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "summary",
    keys: ["module build failed", "failed to compile.", "error in ./", "module parse failed"],
    pattern:
      /Module (?:build|parse) failed(?: \(from (?<file>[^()]+)\))?:|^ERROR in (?<file2>\.\/\S+)|^Failed to compile\./,
    cause: "The bundler could not process {file}.",
  },
  {
    id: "webpack/config",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "build",
    evidence: "cause",
    keys: [
      "invalid configuration object",
      "validationerror: invalid options object",
      "invalid options object",
    ],
    pattern:
      /(?:Invalid configuration object\.|Invalid options object\. (?<package>[\w -]+?) has been initialized)/,
    cause: "The bundler's configuration does not fit its version.",
  },
  {
    id: "vite/resolve",
    error_type: "MISSING_PACKAGE",
    stage: "build",
    evidence: "cause",
    keys: [
      "failed to resolve import",
      'could not resolve "',
      "could not resolve import",
      "failed to resolve entry for package",
      "failed to load config from",
    ],
    pattern:
      /(?:[Ff]ailed to resolve import "(?<name>[^"]+)"(?: from "(?<file>[^"]+)")?|Could not resolve "(?<name2>[^"]+)"|Rollup failed to resolve import "(?<name3>[^"]+)"(?: from "(?<file2>[^"]+)")?|Failed to resolve entry for package "(?<package>[^"]+)")/,
    refine: ({ groups }) => {
      const name = groups["name"] ?? groups["name2"] ?? groups["name3"];
      if (name === undefined) return {};
      return isOwnFile(name)
        ? { error_type: "MISSING_FILE", entities: [{ kind: "file", value: name }] }
        : { entities: [{ kind: "package", value: name }] };
    },
    cause: "The bundler does not find an import.",
  },
  {
    id: "babel/plugin",
    error_type: "MISSING_PACKAGE",
    stage: "build",
    evidence: "cause",
    keys: [
      "couldn't find preset",
      "couldn't find plugin",
      "failed to load config",
      "failed to load plugin",
      "eslint couldn't find",
    ],
    pattern:
      /Couldn't find (?:preset|plugin) "(?<package>[^"]+)"|Failed to load (?:plugin|config) ['"](?<package2>[^'"]+)['"]|ESLint couldn't find the (?:config|plugin) "(?<package3>[^"]+)"/,
    cause: "{package} is not installed.",
  },
  {
    id: "eslint/problem",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "error",
    keys: [" error "],
    pattern: /^\d{1,6}:\d{1,5} {1,10}error {1,10}(?<message>\S.{0,300}?) {2,80}(?<code>@?[\w/-]{2,80})$/,
    cause: "ESLint's rule {code}: {message}",
  },
  {
    id: "rollup/parse",
    ecosystem: "vite",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "build",
    evidence: "cause",
    bonus: -4,
    keys: [": expression expected", ": unexpected token", "expected", "parse failure", "unterminated"],
    pattern:
      /^(?:\[[\w:-]{1,60}\] )?(?<file>[\w./@-]{1,200}\.\w{1,8}) \(\d{1,6}:\d{1,6}\): (?<message>.{1,300})/,
    cause: "{file} cannot be parsed: {message}",
  },
  {
    id: "eslint/problems",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "summary",
    keys: [" problems (", " problem ("],
    pattern: /^✖ \d+ problems? \((?<count>[1-9]\d*) errors?/,
    cause: "ESLint found {count} errors.",
  },
  {
    id: "grunt/task",
    error_type: "MISSING_PACKAGE",
    stage: "build",
    evidence: "cause",
    keys: [
      "local npm module",
      "not found. is it installed?",
      "unable to find local grunt",
      "local gulp not found",
      'task "',
    ],
    pattern:
      /Local Npm module "(?<package>[^"]+)" not found|Unable to find local (?<package2>grunt)|Local (?<package3>gulp) not found|Warning: Task "(?<command>[^"]+)" not found/,
    evenAsWarning: true,
    cause: "{package} is not installed here.",
  },
  {
    id: "grunt/warning",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "error",
    keys: ["use --force to continue"],
    pattern: /^Warning: (?<detail>.{1,300}) Use --force to continue/,
    evenAsWarning: true,
    refine: ({ groups }) => {
      const detail = groups["detail"] ?? "";
      if (/strict mode|Unexpected token|Unexpected identifier/.test(detail))
        return { error_type: "RUNTIME_VERSION_MISMATCH" };
      if (/ENOENT|Unable to read/.test(detail)) return { error_type: "MISSING_FILE" };
      return {};
    },
    cause: "A grunt task stopped: {detail}",
  },
  {
    id: "node/build-script-missing",
    ecosystem: "node",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "build",
    evidence: "cause",
    keys: ["unexpected token", "failed to parse"],
    pattern:
      /(?:SyntaxError: )?(?<file>[^\s:]{1,300}[./\\][^\s:]{1,100}): Unexpected token(?: \(\d+:\d+\)|,)/,
    cause: "{file} has a syntax error.",
  },
];

/** "./a", "/src/a", and by the usual aliases of a project's own folders "@/a", "~/a", "#/a". */
function isOwnFile(name: string): boolean {
  return /^(?:[./]|[@~#]\/)/.test(name);
}
