import { readGem } from "../entities/notations.js";
import type { Rule } from "../rule.js";

/** A gem that cannot be built or put in place. */
export const BUNDLER_INSTALL_RULES: readonly Rule[] = [
  {
    id: "bundler/which-gem",
    error_type: "BUILD_FAILURE",
    stage: "dependencies",
    evidence: "summary",
    keys: ["an error occurred while installing", "error: error installing", "error:  error installing"],
    pattern:
      /An error occurred while installing (?<gem>[\w.-]{1,100} \([\w.]{1,40}\)), and Bundler(?: cannot continue|$)|ERROR:\s+Error installing (?<asker>[\w.-]{1,100}):/,
    near: [
      {
        pattern:
          /\/gems\/(?<inner>[a-z][\w-]{0,80}?-\d{1,5}\.\d[\w.]{0,30})(?:\/ext(?:\/|$)| for inspection)/i,
        after: 40,
      },
    ],
    offers: ["package", "version"],
    // "Error installing a" may be of the extension of a gem that a depends on
    refine: ({ groups: { asker, inner } }) =>
      asker === undefined ? {} : { entities: readGem(inner ?? asker) },
    cause: "The gem {package} could not be installed.",
  },
  {
    id: "bundler/extension",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "summary",
    keys: ["failed to build gem native extension", "gem::ext::builderror"],
    pattern: /Failed to build gem native extension/,
    cause: "The native part of a gem could not be built.",
  },
  {
    id: "bundler/extconf",
    error_type: "MISSING_SYSTEM_LIBRARY",
    stage: "configure",
    evidence: "cause",
    bonus: -2,
    keys: [
      "is missing. ",
      "is missing; please install",
      "mkmf.rb can't find header files for ruby",
      "you have to install development tools first",
      "please install mysql",
      "cannot find ",
      "missing dependency: ",
      "is required to install",
      "library not found",
      "mysql client is missing",
      "can't find the 'libpq-fe.h",
      "pkg-config could not be used",
      "need to install ",
      "is missing in your build environment",
    ],
    pattern:
      /(?:(?<header2>[\w/+-]{1,60}\.h)|(?<library>(?!client\b)[\w+.-]{2,60})(?: client)?) is (?:missing|required)[.;,!] {0,3}(?:[Pp]lease|[Tt]ry|[Yy]ou)|mkmf\.rb can't find header files for ruby at (?<header3>\S{1,200}\.h)|You have to install development tools first|Can't find the '(?<header>[\w./-]{1,80}\.h) header|^Missing dependency: (?<library3>[\w.-]{1,60})|The file "(?<file>[^"]{1,200})" is missing in your build environment/,
    cause: "{library}{header} is not installed, with its headers.",
    refine: ({ line }) => {
      const around = [-12, -11, -10, -9, -8, -7, -6, -5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 6, 7, 8]
        .map(line)
        .join("\n");
      if (!/extconf|gem|mkmf|Ruby/i.test(`${around}\n${line(0)}`)) return null;
      return line(0).includes("development tools")
        ? { error_type: "COMMAND_NOT_FOUND", evidence: "error" }
        : {};
    },
  },
];
