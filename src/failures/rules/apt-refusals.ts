import type { Rule } from "../rule.js";

/** Where apt does not begin, or does not go on: options, sources and methods; what it cannot find or fetch is in apt.ts. */
export const APT_REFUSAL_RULES: readonly Rule[] = [
  {
    id: "apt/method-missing",
    error_type: "MISSING_FILE",
    stage: "system_packages",
    evidence: "cause",
    keys: ["the method driver"],
    pattern: /The method driver (?<file>\/\S{1,200}) could not be found/,
    cause: "apt has no program {file} for sources of this kind.",
    steps: ["apt-get install -y apt-transport-https"],
  },
  {
    id: "apt/needs-leave",
    error_type: "VERSION_CONFLICT",
    stage: "system_packages",
    evidence: "cause",
    keys: ["packages were downgraded and -y", "held packages were changed and -y"],
    pattern:
      /(?:Packages were downgraded|Held packages were changed) and -y was used without (?<code>--[\w-]{1,60})/,
    cause: "apt would have to change a package that it may not change without {code}.",
    steps: ["apt-get install {code}"],
  },
  {
    id: "apt/lists-permission",
    error_type: "PERMISSION_DENIED",
    stage: "system_packages",
    evidence: "cause",
    bonus: 2,
    keys: ["(13: permission denied)"],
    pattern:
      /(?:(?:List|Archives) directory (?<file>\/\S{1,200}) is missing\. - Acquire|Problem (?:renaming|unlinking) the file (?<file2>\/\S{1,200}).{0,200}|can not open (?<file3>\/\S{1,300}) - fopen) \((?<errno>13): Permission denied\)/,
    cause: "apt may not write {file}: no root rights.",
    steps: ["Run apt as root."],
  },
  {
    id: "apt/suite-changed",
    error_type: "VERSION_CONFLICT",
    stage: "system_packages",
    evidence: "cause",
    keys: ["changed its '"],
    pattern:
      /Repository '(?:[a-z+]+:\/\/(?<host>[\w.-]{1,100}))?[^']{0,200}' changed its '\w{1,40}' value from '(?<was>[^']{0,60})' to '(?<now>[^']{0,60})'/,
    evenAsWarning: true,
    cause: "The release behind a package source has changed from {was} to {now}.",
    steps: ["apt-get update --allow-releaseinfo-change"],
  },
  {
    id: "apt/command-line",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "system_packages",
    evidence: "cause",
    bonus: -8,
    keys: [
      "is not understood in combination",
      "e: invalid operation ",
      "for apt::default-release",
      "takes no arguments",
      "uris in your sources",
      "given on commandline",
      "invalid record in the preferences file",
      "syntax error /etc/apt",
    ],
    pattern:
      /^(?:E: )?(?:Command line option .{1,80} is not understood|Invalid operation (?<command>\S{1,60})|The value '(?<version>[^']{1,60})' is invalid for APT::Default-Release|The \w{1,20} command takes no arguments|You must put some .{1,40} URIs in your sources\.list|Unsupported file (?<file>\S{1,200}) given on commandline|Invalid record in the preferences file (?<file2>\S{1,200}),|Syntax error (?<file3>\/\S{1,200}):)/,
    cause: "apt does not understand what it is asked for.",
    refine: ({ groups }) => (groups["file"] === undefined ? {} : { error_type: "MISSING_FILE" }),
  },
  {
    id: "apt/no-answer",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "system_packages",
    evidence: "error",
    keys: ["do you want to continue"],
    pattern: /Do you want to continue(?:\?| anyway\?)? \[[Yy]\/[Nn]\]:? ?Abort/,
    cause: "apt asked whether to go on, and nobody was there to answer.",
    steps: ["Add -y to the command."],
  },
  {
    id: "apt/clearsigned",
    error_type: "NETWORK",
    stage: "system_packages",
    evidence: "cause",
    keys: ["clearsigned file isn't valid", "encountered a section with no package"],
    pattern:
      /Clearsigned file isn't valid, got '(?<code>\w{1,20})'|Encountered a section with no Package: header/,
    cause: "What was downloaded is no index of packages: something between changed it.",
  },
  {
    id: "apt/build-dependencies",
    error_type: "MISSING_PACKAGE",
    stage: "system_packages",
    evidence: "cause",
    bonus: -4,
    keys: ["build-dependencies for ", "build-depends dependency for "],
    pattern:
      /Build-[Dd]ependencies for (?<package>[\w.+-]{1,100}) could not be satisfied|Build-Depends dependency for (?<package2>[\w.+-]{1,100}) cannot be satisfied because (?:the package (?<package3>[\w.+-]{1,100}) cannot be found)?/,
    cause: "What {package} needs to be built cannot be installed.",
  },
];
