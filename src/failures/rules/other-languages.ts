import type { Rule } from "../rule.js";

export const SCRIPT_LANGUAGE_RULES: readonly Rule[] = [
  {
    id: "lua/module",
    error_type: "MISSING_PACKAGE",
    stage: "run",
    evidence: "cause",
    keys: ["module '"],
    pattern: /module '(?<package>[\w.-]{1,100})' not found:/,
    cause: "The Lua module {package} is not installed.",
    steps: ["luarocks install {package}"],
  },
  {
    id: "ocaml/compile",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "error",
    keys: [
      "error: this expression has type",
      "error: this constant has type",
      "error: unbound ",
      'error: library "',
      "error: no implementations provided",
      "error: the implementation",
      "error: syntax error",
      "error: signature mismatch",
    ],
    pattern:
      /^Error: (?:Unbound (?<what>module|value|constructor|type|record field) (?<code>[\w.']{1,120})|Library "(?<package>[^"]{1,100})" not found|(?<message>(?:This (?:expression|constant) has|Syntax error|No implementations|The implementation|Signature mismatch).{0,200}))/,
    near: [{ pattern: /^File "(?<file>[^"]{1,300})", lines? /, before: 6 }],
    cause: "{file} does not compile.",
    refine: ({ groups }) => {
      if (groups["package"] !== undefined) return { error_type: "MISSING_PACKAGE", evidence: "cause" };
      return (groups["message"] ?? "").startsWith("Syntax error") ? { error_type: "SYNTAX_OR_CONFIG" } : {};
    },
  },
  {
    id: "erlang/undef",
    error_type: "CRASH",
    stage: "run",
    evidence: "error",
    bonus: -10,
    keys: ["init terminating in do_boot", "runtime terminating during boot"],
    pattern: /init terminating in do_boot|Runtime terminating during boot/,
    cause: "The Erlang runtime ended while starting.",
  },
];
