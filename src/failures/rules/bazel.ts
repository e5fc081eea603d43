import type { Rule } from "../rule.js";

export const BAZEL_RULES: readonly Rule[] = [
  {
    id: "bazel/action",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "error",
    keys: ["failed: (", " failed (exit "],
    pattern:
      /ERROR: (?<where>\S{1,300}?:\d+:\d+): (?:Compiling|Linking|Executing \w+|Action|C\+\+ compilation of rule|Building|Testing) ?(?<file>[^\s']{1,300})?.{0,200} failed:? \((?<reason>Killed|Exit \d+|Segmentation fault|Aborted)\)(?:: (?<command>[\w+.-]{1,60}) failed)?/,
    cause: "A build step for {file} failed: {reason}",
    refine: ({ groups }) => {
      if (groups["reason"] === "Killed") return { error_type: "RESOURCE_EXHAUSTED", evidence: "cause" };
      return (groups["reason"] ?? "").startsWith("Exit")
        ? { evidence: "summary", bonus: 5 }
        : { error_type: "CRASH" };
    },
  },
  {
    id: "bazel/toolchain",
    error_type: "PLATFORM_UNSUPPORTED",
    stage: "configure",
    evidence: "cause",
    keys: [
      "does not contain a toolchain for cpu",
      "no matching toolchains found for types",
      "is incompatible and cannot be built",
      "while resolving toolchains",
    ],
    pattern:
      /(?:cc_toolchain_suite '(?<package>[^']{1,200})' does not contain a toolchain for cpu '(?<code>[^']{1,80})'|No matching toolchains found for types:? (?<package2>\S{1,200})|Target (?<package3>\S{1,200}) is incompatible and cannot be built)/i,
    cause: "Bazel has no toolchain for {code}{package}.",
  },
  {
    id: "bazel/no-such",
    error_type: "MISSING_PACKAGE",
    stage: "dependencies",
    evidence: "cause",
    keys: ["no such package '", "no such target '", "unable to find package for"],
    pattern:
      /no such (?:package|target) '(?<package>[^']{1,200})': (?<message>.{0,300})|Unable to find package for (?<package2>\S{1,200})/,
    cause: "Bazel finds no {package}: {message}",
    refine: ({ groups }) => {
      const message = groups["message"] ?? "";
      if (/Error downloading|Unknown host|timed out|connect/i.test(message)) return { error_type: "NETWORK" };
      if (/Checksum was|checksum/i.test(message)) return { error_type: "CHECKSUM_MISMATCH" };
      return /BUILD file not found|not declared|does not exist/.test(message)
        ? { error_type: "MISSING_FILE" }
        : {};
    },
  },
  {
    id: "bazel/version",
    error_type: "RUNTIME_VERSION_MISMATCH",
    stage: "toolchain",
    evidence: "cause",
    keys: ["requires bazel ", "current bazel version is", "your bazel installation to version"],
    pattern:
      /requires (?<language_runtime>Bazel) (?<constraint>[\d.]+\d)|Current (?<language_runtime2>Bazel) version is (?<version>[\w.]{1,20}), expected at least (?<constraint2>[\d.]+\d)|(?:down|up)grade your (?<language_runtime3>bazel) installation to version (?<constraint3>[\d.]+\d(?: or (?:lower|higher))?)/i,
    cause: "The project needs Bazel {constraint}.",
  },
  {
    id: "bazel/error",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "configure",
    evidence: "error",
    bonus: -10,
    keys: ["build:", "workspace:", ".bzl:", ".bazel:"],
    pattern:
      /^ERROR: (?<file>[^\s:]{1,300}(?:BUILD|WORKSPACE|\.bzl|\.bazel|BUILD\.bazel|MODULE\.bazel)):\d+:\d+: (?<message>.{1,300})/,
    unless: /failed: \(|failed \(Exit/,
    cause: "Bazel does not accept {file}: {message}",
  },
  {
    id: "bazel/incomplete",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "wrapper",
    keys: ["build did not complete successfully"],
    pattern: /Build did NOT complete successfully/,
    cause: "The Bazel build failed.",
  },
];
