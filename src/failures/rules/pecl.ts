import type { Rule } from "../rule.js";

export const PECL_RULES: readonly Rule[] = [
  {
    id: "pecl/php-version",
    error_type: "RUNTIME_VERSION_MISMATCH",
    stage: "dependencies",
    evidence: "cause",
    keys: ["installed version is"],
    pattern:
      /(?:pecl|pear)\/(?<package>[\w.-]{1,80}) requires (?<language_runtime>PHP) \((?<constraint>[^)]{1,100})\), installed version is (?<version>[\w.-]{1,60})/,
    cause: "{package} needs PHP with {constraint}; installed is {version}.",
    steps: ["php --version"],
  },
  {
    id: "pecl/not-found",
    error_type: "VERSION_NOT_FOUND",
    stage: "dependencies",
    evidence: "cause",
    keys: ["no releases available for package", "no valid packages found", "failed to download pecl/"],
    pattern:
      /No releases available for package "[^"]{0,60}\/(?<package>[^"/]{1,80})"|[Ff]ailed to download (?:pecl|pear)\/(?<package2>[\w.-]{1,80})/,
    cause: "The channel has no {package}.",
  },
  {
    id: "pecl/extension-source",
    ecosystem: "php",
    error_type: "MISSING_FILE",
    stage: "configure",
    evidence: "cause",
    keys: ["error: /usr/src/php/ext/"],
    pattern: /error: (?<file>\/usr\/src\/php\/ext\/(?<extension>[\w-]{1,60})) does not exist/,
    cause: "The sources of PHP have no extension {extension}.",
  },
  {
    id: "composer/unzip",
    ecosystem: "composer",
    error_type: "MISSING_PACKAGE",
    stage: "dependencies",
    evidence: "error",
    bonus: 6,
    keys: [
      "unzip command are both missing",
      "unzip/7z commands are both missing",
      "git was not found in your path",
    ],
    pattern:
      /The (?<package>zip) extension and unzip(?:\/7z)? commands? are both missing|(?<command>git) was not found in your PATH/,
    cause: "Composer cannot unpack: {package}{command} is missing.",
    steps: ["apt-get install unzip git"],
    refine: ({ groups }) => (groups["command"] === undefined ? {} : { error_type: "COMMAND_NOT_FOUND" }),
  },
];
