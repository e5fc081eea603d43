import type { Rule } from "../rule.js";

const WHERE = /(?<file>(?:[A-Za-z]:)?[^\s:()'"]{1,300})(?:\(\d{1,7}(?:,\d{1,7}){0,3}\))?\s?/.source;

export const MSVC_RULES: readonly Rule[] = [
  {
    id: "msvc/missing-header",
    ecosystem: "c",
    error_type: "MISSING_SYSTEM_LIBRARY",
    stage: "build",
    evidence: "cause",
    bonus: 1,
    keys: ["fatal error c1083"],
    pattern: /fatal error (?<code>C1083): [^']{1,80}'(?<header>[^']{1,300})'/,
    cause: "The header {header} is not installed, or not on the include path.",
  },
  {
    id: "msvc/compile",
    ecosystem: "c",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "error",
    keys: ["error c1", "error c2", "error c3", "error c4", "error c7", "error rc", "error d8"],
    pattern: new RegExp(`${WHERE}: (?:fatal )?error (?<code>(?:C|RC|D)\\d{4}) ?: (?<message>\\S.{0,300})`),
    cause: "{file} does not compile: {message}",
    refine: ({ groups }) =>
      groups["code"] === "C1060" || groups["code"] === "C1002" ? { error_type: "RESOURCE_EXHAUSTED" } : {},
  },
  {
    id: "msvc/unresolved",
    ecosystem: "c",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "cause",
    bonus: -8,
    keys: [
      "error lnk2019",
      "error lnk2001",
      "error lnk2005",
      "error lnk2038",
      "fatal error lnk11",
      "fatal error lnk1",
    ],
    pattern:
      /error (?<code>LNK\d{4}) ?: (?:unresolved external symbol (?<symbol>[^\s(]{1,200})|(?<message>\S.{0,200}))/,
    unless: /LNK1120/,
    cause: "The linker failed with {code}.",
    refine: ({ groups, line }) => {
      if (groups["code"] === "LNK1104" || groups["code"] === "LNK1181") {
        const file = /'([^']{1,200})'/.exec(groups["message"] ?? "")?.[1];
        return {
          error_type: "MISSING_SYSTEM_LIBRARY",
          bonus: 0,
          entities: file === undefined ? [] : [{ kind: "library", value: file }],
          root_cause: "The linker cannot open a library.",
        };
      }
      if (groups["code"] === "LNK1112") return { error_type: "PLATFORM_UNSUPPORTED" };
      const symbol =
        groups["symbol"]?.startsWith('"') === true
          ? /external symbol "[^"(]{0,200}?([\w:~]{1,120})\(/.exec(line(0))?.[1]
          : groups["symbol"];
      return symbol === undefined ? {} : { entities: [{ kind: "code", value: symbol }] };
    },
  },
  {
    id: "msvc/no-visual-studio",
    ecosystem: "c",
    error_type: "COMMAND_NOT_FOUND",
    stage: "toolchain",
    evidence: "cause",
    keys: [
      "microsoft visual c++ ",
      "unable to find vcvarsall",
      "could not find any visual studio",
      "msb8036",
      "msb8020",
      "msb3428",
    ],
    pattern:
      /(?:Microsoft Visual C\+\+ (?:(?<version>\d[\d.]*) is required|(?<constraint>\d[\d.]*) or (?:greater|later) is required)|Unable to find (?<command>vcvarsall\.bat)|Could not find any Visual Studio installation|(?<code>MSB8036|MSB8020|MSB3428))/,
    cause: "The Visual C++ build tools are not installed.",
    steps: ["Install the Visual C++ Build Tools."],
  },
  {
    id: "msvc/coded-error",
    ecosystem: "msbuild",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "error",
    bonus: -8,
    keys: ["): error ", "): fatal error "],
    pattern:
      /^(?:\d+>)?(?<file>[^\s(][^()]{0,300})\(\d{1,7}(?:,\d{1,5})*\): (?:fatal )?error (?<code>[A-Z]{2,8}\d{2,6}) ?: (?<message>\S.{0,300})/,
    unless: /error (?:MSB|CS|BC|FS|NU|NETSDK|XA|TS|LNK|APT|MT|MM)\d/,
    cause: "{file} is not accepted: {message}",
  },
  {
    id: "msvc/nmake",
    ecosystem: "make",
    error_type: "MISSING_FILE",
    stage: "build",
    evidence: "cause",
    keys: ["fatal error u10"],
    pattern:
      /NMAKE : fatal error (?<code>U10\d\d): (?:don't know how to make '(?<file>[^']+)'|(?<message>.{1,200}))/,
    cause: "nmake failed with {code}.",
    refine: ({ groups }) =>
      groups["code"] === "U1077" ? { error_type: "BUILD_FAILURE", evidence: "wrapper" } : {},
  },
];
