import type { Rule } from "../rule.js";

export const SWIFT_RULES: readonly Rule[] = [
  {
    id: "swift/tools-version",
    error_type: "RUNTIME_VERSION_MISMATCH",
    stage: "configure",
    evidence: "cause",
    keys: [
      "requires a minimum swift tools version",
      "is using swift tools version",
      "supports only swift tools version",
      "module compiled with swift",
    ],
    pattern:
      /(?:package|dependency) (?:at )?['"]?(?<where>[^'"\s]{1,200})['"]? (?:requires a minimum (?<language_runtime>Swift) tools version of (?<constraint>[\d.]+) \(currently (?<version>[\d.]+)\)|is using (?<language_runtime2>Swift) tools version (?<constraint2>[\d.]+) but the installed version is (?<version2>[\d.]+\d))|[Mm]odule compiled with (?<language_runtime3>Swift) (?<version3>[\d.]+) cannot be imported by the Swift (?<version4>[\d.]+)/,
    cause: "The package needs another Swift: {constraint}, not {version}.",
    steps: ["swift --version"],
  },
  {
    id: "swift/no-module",
    error_type: "MISSING_PACKAGE",
    stage: "build",
    evidence: "cause",
    keys: ["error: no such module", "unable to find module dependency", "missing required module"],
    pattern:
      /(?:no such module|[Uu]nable to find module dependency:|missing required module) ['"](?<package>[\w.]{1,100})['"]/,
    cause: "The module {package} is not there.",
  },
  {
    id: "swift/compile",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "error",
    keys: [".swift:"],
    pattern: /(?<file>[^\s:]{1,300}\.swift):\d+:\d+: error: (?<message>.{1,300})/,
    cause: "{file} does not compile: {message}",
    refine: ({ groups }) => {
      const name =
        /(?:undeclared (?:type|identifier)|unresolved identifier|cannot find(?: type)?) ['"](\w{1,100})['"]/.exec(
          groups["message"] ?? "",
        )?.[1];
      return { entities: name === undefined ? [] : [{ kind: "code", value: name }] };
    },
  },
  {
    id: "swift/dependency",
    error_type: "VERSION_CONFLICT",
    stage: "dependencies",
    evidence: "cause",
    keys: [
      "dependencies could not be resolved because",
      "dependency graph is unresolvable",
      "failed to clone repository",
      "cocoapods could not find compatible versions",
      "unable to find a specification for",
    ],
    pattern:
      /[Dd]ependencies could not be resolved because (?<message>'(?<package3>[\w.-]{1,100})'.{1,300}|.{1,300})|dependency graph is unresolvable|CocoaPods could not find compatible versions for pod "(?<package>[^"]{1,100})"|Unable to find a specification for [`'](?<package2>[^`'(]{1,100})(?: \((?<constraint2>[^`')]{1,60})\))?|Failed to clone repository (?<url>\S{1,300}?):?$/,
    near: [
      { pattern: /^[\w+./-]{1,100} \((?<constraint>[<>=~!][^()]{1,60})\)$/, after: 3 },
      { pattern: /None of your spec sources contain a spec (?<none>satisfying)/, after: 14 },
    ],
    cause: "The package's dependencies cannot be resolved.",
    refine: ({ groups, line }) => {
      if (groups["package2"] !== undefined || groups["none"] !== undefined)
        return { error_type: "VERSION_NOT_FOUND" };
      return line(0).includes("Failed to clone") ? { error_type: "NETWORK", evidence: "summary" } : {};
    },
  },
  {
    id: "swift/xcode",
    ecosystem: "xcode",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "build",
    evidence: "cause",
    bonus: -4,
    keys: [
      "xcodebuild: error:",
      "requires xcode",
      "code signing",
      "code sign error: ",
      "codesign error: ",
      "no signing certificate",
      "requires a provisioning profile",
      "no profiles for '",
      "tool 'xcodebuild' requires xcode",
      'sdk "',
      "unable to find utility",
    ],
    pattern:
      /xcodebuild: error: (?<message>.{1,300})|tool '(?<command>\w+)' requires Xcode|(?:No signing certificate|requires a provisioning profile|No profiles for '(?<code>[^']{1,120})').{0,200}|Code ?Sign error: .{1,200}|SDK "(?<package>[^"]{1,60})" cannot be located|unable to find utility "(?<command2>[^"]{1,60})"/,
    cause: "Xcode cannot build: {message}",
    refine: ({ groups, line }) => {
      if (groups["command"] !== undefined || groups["command2"] !== undefined)
        return { error_type: "COMMAND_NOT_FOUND" };
      if (/signing|provisioning|profiles/.test(line(0))) return { error_type: "AUTHENTICATION" };
      return /does not exist|Unable to find/.test(groups["message"] ?? "")
        ? { error_type: "MISSING_FILE" }
        : {};
    },
  },
];
