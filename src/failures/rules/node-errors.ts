import { readFreeText } from "../entities/free-text.js";
import type { ErrorType } from "../failure-case.js";
import type { Rule } from "../rule.js";

const BY_CODE: Readonly<Record<string, ErrorType>> = {
  ERR_REQUIRE_ESM: "RUNTIME_VERSION_MISMATCH",
  ERR_PACKAGE_PATH_NOT_EXPORTED: "VERSION_CONFLICT",
  ERR_UNSUPPORTED_DIR_IMPORT: "MISSING_FILE",
  ERR_UNKNOWN_FILE_EXTENSION: "SYNTAX_OR_CONFIG",
  ERR_INVALID_PACKAGE_CONFIG: "SYNTAX_OR_CONFIG",
  ERR_UNKNOWN_BUILTIN_MODULE: "RUNTIME_VERSION_MISMATCH",
  ERR_DLOPEN_FAILED: "MISSING_SYSTEM_LIBRARY",
  ERR_WORKER_OUT_OF_MEMORY: "RESOURCE_EXHAUSTED",
};

/** Errors of Node and of its older tools that carry a code, and what npm says of the network. */
export const NODE_ERROR_RULES: readonly Rule[] = [
  {
    id: "node/coded-error",
    error_type: "CRASH",
    stage: "run",
    evidence: "error",
    bonus: 8,
    keys: ["[err_"],
    pattern: /\w{0,40}Error \[(?<code>ERR_[A-Z0-9_]{2,60})\]: (?<detail>\S.{0,300})/,
    unless: /ERR_MODULE_NOT_FOUND|ERR_ASSERTION/,
    cause: "Node stopped with {code}: {detail}",
    refine: ({ groups }) => ({
      error_type: BY_CODE[groups["code"] ?? ""] ?? "CRASH",
      entities: readFreeText(groups["detail"] ?? "").filter(({ kind }) => kind === "file"),
    }),
  },
  {
    id: "npm/request-failed",
    error_type: "NETWORK",
    stage: "dependencies",
    evidence: "cause",
    bonus: -6,
    keys: [" failed, reason: "],
    pattern: /request to (?<url>https?:\/\/\S{1,300}) failed, reason: (?<message>\S.{0,200})/,
    near: [{ pattern: /npm (?:ERR!|error) code (?<code>E[A-Z_]{3,40})/, before: 8 }],
    cause: "{host} could not be reached: {message}",
    refine: ({ groups }) =>
      /time(?:d )?out/i.test(groups["message"] ?? "") ? { error_type: "TIMEOUT" } : {},
  },
  {
    id: "npm/never-called",
    error_type: "CRASH",
    stage: "package_manager",
    evidence: "cause",
    keys: ["cb() never called", "exit handler never called", "callback called more than once"],
    pattern: /(?:cb\(\)|Exit handler) never called|Callback called more than once/,
    cause: "npm itself failed.",
    steps: ["npm cache verify", "npm --version"],
  },
  {
    id: "node-sass/binding",
    ecosystem: "npm",
    error_type: "RUNTIME_VERSION_MISMATCH",
    stage: "build",
    evidence: "cause",
    keys: [
      "does not yet support your current environment",
      "could not find a binding for your current environment",
    ],
    pattern:
      /(?<package>Node Sass) (?:does not yet support|could not find a binding for) your current environment: (?<detail>.{1,100}?(?:\((?<version>\d+)\)|$))/,
    cause: "{package} is older than this Node: {detail}",
    steps: ["node --version", "npm rebuild node-sass"],
  },
  {
    id: "bower/error",
    error_type: "OTHER",
    stage: "dependencies",
    evidence: "error",
    bonus: 10,
    keys: ["bower "],
    pattern:
      /^bower (?:(?:(?<name>[\w@./-]{1,80})#)?\S{1,100} {1,10}| {1,40})?(?<code>E[A-Z]{3,20}) {1,20}(?<detail>\S.{0,200})/,
    cause: "bower stopped with {code}: {detail}",
    refine: ({ groups }) => {
      const constraint = /able to satisfy (\S{1,60})/.exec(groups["detail"] ?? "")?.[1];
      const detail = groups["detail"] ?? "";
      const name =
        groups["name"] ?? /(?:Package|version for) (@?[\w.-]{1,80})(?: not found|$)/.exec(detail)?.[1];
      const entities = [
        ...(constraint === undefined ? [] : [{ kind: "constraint" as const, value: constraint }]),
        ...(groups["code"] === "ENOGIT" ? [{ kind: "command" as const, value: "git" }] : []),
        ...(name === undefined || groups["code"] === "ENOGIT"
          ? []
          : [{ kind: "package" as const, value: name }]),
      ];
      return { entities, error_type: BOWER[groups["code"] ?? ""] ?? "OTHER" };
    },
  },
  {
    id: "next/type-error",
    ecosystem: "node",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "error",
    keys: ["type error: "],
    pattern: /^Type error: (?<message>\S.{0,300})/,
    near: [{ pattern: /^(?<file>[^\s:]{1,200}\.[cm]?[jt]sx?):\d{1,6}:\d{1,5}$/, before: 3 }],
    cause: "{file} does not compile: {message}",
  },
  {
    id: "node/unhandled",
    error_type: "CRASH",
    stage: "run",
    evidence: "wrapper",
    keys: ["unhandledpromiserejection", "throw err;", "throw er;", "triggeruncaughtexception"],
    pattern:
      /\[?(?:(?<code>ERR_UNHANDLED_REJECTION)|UnhandledPromiseRejection(?!Warning)|^throw \w+;|triggerUncaughtException)/,
    cause: "A promise was rejected and nobody handled it.",
  },
];

const BOWER: Readonly<Record<string, ErrorType>> = {
  ESUDO: "PERMISSION_DENIED",
  EACCES: "PERMISSION_DENIED",
  ENORESTARGET: "VERSION_NOT_FOUND",
  ENOTFOUND: "VERSION_NOT_FOUND",
  ECONFLICT: "VERSION_CONFLICT",
  EINVRES: "VERSION_NOT_FOUND",
  ECMDERR: "NETWORK",
  ENOGIT: "COMMAND_NOT_FOUND",
  EMALFORMED: "SYNTAX_OR_CONFIG",
};
