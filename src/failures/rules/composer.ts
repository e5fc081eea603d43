import type { Named } from "../entities/notations.js";
import type { Rule } from "../rule.js";

/** "composer-plugin-api" is what Composer itself provides. */
const PACKAGE = /(?<package>[\w.-]{1,80}\/[\w.-]{1,80}|composer-(?:plugin|runtime)-api)/.source;
/** Who asks for it: "acme/site v1.0", "acme/site[1.0, ..., 1.4]", "Root composer.json". */
const ASKER = /(?:(?<asker>[\w.-]{1,80}\/[\w.-]{1,80})(?: \S{1,60}|\[[^\]]{1,120}\]) )?/.source;

export const COMPOSER_RULES: readonly Rule[] = [
  {
    id: "composer/php-version",
    error_type: "RUNTIME_VERSION_MISMATCH",
    stage: "dependencies",
    evidence: "cause",
    keys: ["does not satisfy that requirement", "your php version"],
    pattern:
      /(?:(?<package>[\w.-]{1,80}\/[\w.-]{1,80})(?: \S{1,60}|\[[^\]]{1,120}\]) |Root composer\.json |This package )?requires? (?<language_runtime>php(?:-64bit)?) (?<constraint>[^\n(]{1,80}?)(?: but| ->) your php(?:-64bit)? version \((?<version>[\d.]+)[^)]{0,60}\) does not satisfy/i,
    cause: "The installed PHP is {version}, needed is {constraint}.",
    steps: ["php --version"],
  },
  {
    id: "composer/extension",
    error_type: "MISSING_PACKAGE",
    stage: "dependencies",
    evidence: "cause",
    keys: ["is missing from your system", "requires php extension"],
    pattern:
      /(?:(?<package2>[\w.-]{1,80}\/[\w.-]{1,80})(?: \S{1,60}|\[[^\]]{1,120}\]) |Root composer\.json |The root package |This package )?requires? (?:PHP extension )?(?<package>ext-[\w-]{1,60}) (?:\S{1,60} )?(?:->|but) (?:the requested PHP extension|it is missing|it has)/i,
    cause: "The PHP extension {package} is not installed.",
    steps: ["php -m"],
  },
  {
    id: "composer/library",
    error_type: "MISSING_SYSTEM_LIBRARY",
    stage: "dependencies",
    evidence: "cause",
    keys: ["requires lib-"],
    pattern: /requires (?<library>lib-[\w-]{1,60}) (?<constraint>\S{1,60})/,
    cause: "The library {library} {constraint} is not there.",
  },
  {
    id: "composer/not-found",
    error_type: "VERSION_NOT_FOUND",
    stage: "dependencies",
    evidence: "cause",
    bonus: -1,
    keys: [
      "could not be found",
      "could not find package",
      "could not find a matching version of package",
      "found in any version",
      "no matching package found",
    ],
    pattern: new RegExp(
      `(?:${ASKER}[Rr]equires ${PACKAGE}(?: (?<constraint>[^,\\n]{1,60}?))?(?:,| ->) (?:it )?(?:could not be found|no matching package found|found \\S{1,200} but it does not match)|The requested package (?<package2>[\\w.-]{1,80}/[\\w.-]{1,80})(?: (?<constraint2>\\S{1,60}))? could not be found|Could not find (?:a matching version of )?package (?<package3>[\\w.-]{1,80}/[\\w.-]{1,80})(?: with version (?<version>\\S{1,60}))?|Could not find a version of package (?<package4>[\\w.-]{1,80}/[\\w.-]{1,80}))`,
    ),
    cause: "No repository that Composer asks has {package} {constraint}.",
    refine: ({ groups }) => ({ entities: named("package", groups["asker"]) }),
    steps: ["composer show --all {package}"],
  },
  {
    id: "composer/version-not-found",
    error_type: "VERSION_NOT_FOUND",
    stage: "dependencies",
    evidence: "cause",
    bonus: -1,
    keys: [
      "but it does not match your constraint",
      "but these do not match your constraint",
      "but it does not match the constraint",
      "but these were not loaded",
      "minimum-stability",
    ],
    pattern: new RegExp(
      `${ASKER}requires ${PACKAGE}(?: (?<constraint>[^,\\n]{1,60}?))?(?:,| ->) (?:found|satisfiable by) [\\w./-]{1,80}\\[(?<offered>[^\\],\\s]{1,60}).{0,300}?(?:but (?:it|these|they) (?:does|do|were|conflict)|minimum-stability)`,
    ),
    cause: "{package} is there, but not as {constraint}.",
    refine: ({ groups, line }) =>
      line(0).includes("conflict")
        ? { error_type: "VERSION_CONFLICT", entities: named("conflicts_with", groups["asker"]) }
        : { entities: named("version", groups["offered"]) },
  },
  {
    id: "composer/conflict",
    error_type: "VERSION_CONFLICT",
    stage: "dependencies",
    evidence: "cause",
    bonus: -4,
    keys: [
      " conflict with ",
      "can only install one of",
      "conflicts with",
      "you can only install one version",
      "is fixed to ",
      "but the package is fixed",
    ],
    pattern:
      /conflicts? with (?:another require|your root composer\.json require|(?<conflicts_with>[\w.-]{1,80}\/[\w.-]{1,80}))|[Cc]an only install one of: (?<package2>[\w.-]{1,80}\/[\w.-]{1,80})|You can only install one version of a package(?:, so only one of these can be installed: (?<package3>[\w.-]{1,80}\/[\w.-]{1,80}))?|the package is (?:fixed|locked) to (?<version>\S{1,40})/,
    near: [
      {
        pattern: new RegExp(
          `^(?:- )?(?:[Cc]onclusion: )?(?:don't install )?${PACKAGE}(?:\\[| \\d| dev-| is )`,
        ),
        own: true,
      },
    ],
    cause: "Packages ask for versions that do not go together.",
    steps: ["composer why-not {package}"],
    refine: ({ line }) => (/^(?:- |Problem|\S[^\s/]*\/\S+ )/.test(line(0)) ? {} : null),
  },
  {
    id: "composer/checksum",
    error_type: "CHECKSUM_MISMATCH",
    stage: "dependencies",
    evidence: "cause",
    keys: ["the checksum verification of the file failed", "installer corrupt", "-setup.php: failed"],
    pattern: /The checksum verification of the file failed|Installer corrupt/,
    cause: "A downloaded file is not what was promised.",
  },
  {
    id: "composer/json",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "dependencies",
    evidence: "cause",
    keys: [
      "does not contain valid json",
      "does not match the expected json schema",
      "contains valid json",
      "composer.json is invalid",
      "parse error on line",
    ],
    pattern:
      /"?(?<file>[\w./-]{0,200}(?:composer|auth|package)\.(?:json|lock))"? does not (?:contain valid JSON|match the expected JSON schema)/,
    cause: "{file} is no valid JSON.",
  },
  {
    id: "composer/no-json",
    error_type: "MISSING_FILE",
    stage: "dependencies",
    evidence: "cause",
    keys: ["composer could not find a composer.json", "composer could not find the config file"],
    pattern: /Composer could not find (?:a|the) (?<file>composer\.json)? ?(?:file|config file)?/,
    cause: "There is no composer.json here.",
  },
  {
    id: "composer/download",
    error_type: "NETWORK",
    stage: "dependencies",
    evidence: "cause",
    bonus: -4,
    keys: ["could not be downloaded", "curl error ", "your configuration does not allow connections"],
    pattern:
      /The "(?<url>[^"]{1,300})" file could not be (?:downloaded|fully loaded)(?: \(HTTP\/[\d.]+ (?<code>\d{3}))?|Your configuration does not allow connections to (?<url3>\S{1,300}?)\.?(?=\s|$)|curl error (?<code2>\d+) while downloading (?<url2>\S{1,300}?): (?<message>.{1,200})/,
    cause: "{url} could not be downloaded.",
    refine: ({ groups }) => {
      if (groups["url3"] !== undefined) return { error_type: "SYNTAX_OR_CONFIG" };
      if (/^40[13]$/.test(groups["code"] ?? "")) return { error_type: "AUTHENTICATION" };
      if (groups["code"] === "404") return { error_type: "MISSING_FILE" };
      return groups["code2"] === "28" ? { error_type: "TIMEOUT" } : {};
    },
  },
  {
    id: "composer/auth",
    error_type: "AUTHENTICATION",
    stage: "dependencies",
    evidence: "cause",
    keys: ["could not authenticate against", "oauth token", "invalid credentials for"],
    pattern:
      /Could not authenticate against (?<host>[\w.-]{1,200})|Invalid credentials for '(?<url>[^']{1,300})'|Your \S{1,40} OAuth token .{1,80}/i,
    cause: "The credentials are missing or wrong.",
  },
  {
    id: "composer/lock",
    error_type: "VERSION_CONFLICT",
    stage: "dependencies",
    evidence: "error",
    keys: [
      "is not present in the lock file",
      "the lock file is not up to date",
      "your lock file does not contain a compatible set",
    ],
    pattern:
      /Required (?:\(in require-dev\) )?package "(?<package>[^"]{1,150})" is (?:not present in the lock file|in the lock file as "(?<version>[^"]{1,60})" but that does not satisfy your constraint "(?<constraint>[^"]{1,60})")|Your lock file does not contain a compatible set of packages/,
    cause: "composer.lock does not fit composer.json.",
    steps: ["composer update {package}"],
  },
  {
    id: "composer/script",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "wrapper",
    keys: ["returned with error code", "your requirements could not be resolved"],
    pattern:
      /Script .{1,200} (?:handling the \S{1,60} event )?returned with error code \d+|Your requirements could not be resolved to an installable set of packages/,
    cause: "Composer failed.",
  },
];

function named(kind: Named["kind"], value: string | undefined): readonly Named[] {
  return value === undefined ? [] : [{ kind, value }];
}
