import { readUrl } from "../entities/notations.js";
import type { Refinement, Rule } from "../rule.js";

export const YARN_PNPM_RULES: readonly Rule[] = [
  {
    id: "yarn/not-found",
    error_type: "VERSION_NOT_FOUND",
    stage: "dependencies",
    evidence: "cause",
    keys: ["couldn't find package", "couldn't find any versions for", "couldn't find match for"],
    pattern:
      /Couldn't find (?:package "(?<npm_spec>[^"]+)"|any versions for "(?<package>[^"]+)" that matches "(?<constraint>[^"]+)"|match for "(?<constraint2>[^"]+)" in ".*" for "(?<url>[^"]+)")/,
    cause: "The registry has no {package} that satisfies what is asked for.",
    steps: ["npm view {package} versions"],
  },
  {
    id: "yarn/berry-no-candidates",
    error_type: "VERSION_NOT_FOUND",
    stage: "dependencies",
    evidence: "cause",
    keys: ["no candidates found", "package not found"],
    pattern:
      /(?<npm_spec>@?[\w.-]{1,100}(?:\/[\w.-]{1,100})?@npm:\S{1,80}): (?:No candidates found|Package not found)/,
    near: [{ pattern: /(?<code>YN\d{4})/, before: 0 }],
    cause: "The registry has no {package} that satisfies what is asked for.",
  },
  {
    id: "yarn/engine",
    error_type: "RUNTIME_VERSION_MISMATCH",
    stage: "dependencies",
    evidence: "cause",
    keys: ["is incompatible with this module. expected version"],
    pattern:
      /error (?<package>@?[\w./-]+)@[\w.+-]+: The engine "(?<language_runtime>[^"]+)" is incompatible with this module\. Expected version "(?<constraint>[^"]+)"\.(?: Got "(?<version2>[^"]+)")?/,
    cause: "{package} needs {language_runtime} {constraint}.",
    steps: ["node --version", "Use a Node that satisfies {constraint}."],
  },
  {
    id: "yarn/platform",
    error_type: "PLATFORM_UNSUPPORTED",
    stage: "dependencies",
    evidence: "cause",
    keys: ["is incompatible with this module", "the cpu architecture"],
    pattern:
      /error (?<npm_spec>@?[\w./-]+@[\w.+-]+): The (?:platform|CPU architecture) "(?<code>[^"]+)" is incompatible with this module/,
    cause: "{package} does not support {code}.",
  },
  {
    id: "yarn/integrity",
    error_type: "CHECKSUM_MISMATCH",
    stage: "dependencies",
    evidence: "cause",
    keys: ["integrity check failed for", "the remote archive doesn't match the expected checksum"],
    pattern:
      /Integrity check failed for "(?<package>[^"]+)"|(?:(?<code>YN\d{4}): \S )?(?<npm_spec>@?[\w./-]{1,200}@\S{1,300}): The remote archive doesn't match the expected checksum/,
    cause: "The downloaded {package} is not the one in the lock file.",
    steps: ["yarn cache clean"],
    refine: ({ line }) => (line(0).startsWith("verbose ") ? { bonus: -2 } : {}),
  },
  {
    id: "yarn/pnp-access",
    error_type: "MISSING_PACKAGE",
    stage: "run",
    evidence: "cause",
    keys: [" tried to access "],
    pattern:
      /(?:^|\s)(?<package2>@?[\w./-]{1,120}) tried to access (?<package>@?[\w./-]{1,120})(?: \(a peer dependency\))?,? but it isn't (?:provided by|declared in)/,
    cause: "{package2} uses {package}, which it does not declare or is not given.",
    steps: ["yarn add {package}"],
  },
  {
    id: "yarn/frozen-lockfile",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "dependencies",
    evidence: "cause",
    keys: [
      "your lockfile needs to be updated",
      "the lockfile would have been modified",
      'cannot install with "frozen-lockfile"',
      "err_pnpm_outdated_lockfile",
    ],
    pattern:
      /Your lockfile needs to be updated|The lockfile would have been (?:modified|created) by this install|(?<code>ERR_PNPM_OUTDATED_LOCKFILE)(?:.{0,120}because (?<file2>[\w.-]+\.yaml))?/,
    cause: "The lock file does not belong to this package.json.",
    steps: ["Run the install without the frozen lock file and commit the result."],
  },
  {
    id: "yarn/config",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "package_manager",
    evidence: "cause",
    bonus: -3,
    keys: [
      'please add "',
      "unrecognized or legacy configuration settings",
      "usage error:",
      "this package doesn't seem to be present in your lockfile",
      "workspaces-experimental",
    ],
    pattern:
      /^error .{0,200}please add ".{1,80}" to your (?<file>\S+) file|Usage Error: (?<detail>.+)|This package doesn't seem to be present in your lockfile|Unrecognized or legacy configuration settings found: (?<detail2>.+)/,
    cause: "yarn's configuration does not fit: {detail}.",
  },
  {
    id: "yarn/network",
    error_type: "NETWORK",
    stage: "dependencies",
    evidence: "cause",
    keys: [
      'request failed "',
      "there appears to be trouble with your network connection",
      'an unexpected error occurred: "http',
      ": not found",
    ],
    pattern:
      /(?:An unexpected error occurred: "|Error: )?(?<link>https?:\/\/[^\s":]\S*?): (?:Request failed "(?<code>\d{3}) [^"]*"|(?:getaddrinfo|connect|tunneling socket|read) ?(?<errno>E[A-Z]+)|(?<errno2>ESOCKETTIMEDOUT|ETIMEDOUT|ECONNRESET)|(?<missing>Not found))/,
    refine: ({ groups }) =>
      groups["missing"] !== undefined
        ? {
            error_type: "VERSION_NOT_FOUND",
            entities: packageOfUrl(groups["link"] ?? ""),
          }
        : { ...typeOfStatus(groups["code"] ?? ""), entities: readUrl(groups["link"] ?? "") },
    cause: "{host} could not be reached or refused.",
  },
  {
    id: "yarn/file-error",
    error_type: "MISSING_FILE",
    stage: "dependencies",
    evidence: "cause",
    bonus: -4,
    keys: ["enoent: no such file or directory"],
    pattern:
      /^(?:error An unexpected error occurred: "|error |➤ (?<code>YN\d{4}): .{0,300})(?<errno>ENOENT): no such file or directory, \w+ '(?<file>[^']+)'/,
    cause: "{file} is not there.",
  },
  {
    id: "yarn/command-failed",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "wrapper",
    keys: ["error command failed with exit code", "exit code: ", "couldn't be built successfully"],
    pattern:
      /^error Command failed with exit code (?<exit>\d+)|(?<npm_spec>@?[\w./-]{1,200}@\S{1,80}) couldn't be built successfully/,
    offers: ["package", "version"],
    cause: "A script that yarn ran failed.",
  },
  {
    id: "yarn/module-script-failed",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "wrapper",
    bonus: 2,
    keys: [": command failed."],
    pattern: /^error \S{0,200}node_modules[\\/](?<package>@?[\w.-]+(?:[\\/][\w.-]+)?): Command failed\./,
    offers: ["package"],
    cause: "The install script of {package} failed.",
  },
  {
    id: "pnpm/script",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "wrapper",
    keys: ["elifecycle "],
    pattern: /^\W{0,3}(?<code>ELIFECYCLE) {1,3}Command failed/,
    near: [
      {
        pattern:
          /\/\.pnpm\/(?<npm_spec>@?[\w.+-]{1,100}@[\w.+-]{1,60})\/node_modules\/.{1,120}: Running \w+ script/,
        before: 12,
      },
    ],
    offers: ["package", "version"],
    cause: "A script that pnpm ran failed.",
  },
  {
    id: "pnpm/no-matching-version",
    error_type: "VERSION_NOT_FOUND",
    stage: "dependencies",
    evidence: "cause",
    keys: ["err_pnpm_no_matching_version", "err_pnpm_fetch_404", "err_pnpm_package_not_found"],
    pattern:
      /(?<code>ERR_PNPM_(?:NO_MATCHING_VERSION|FETCH_404|PACKAGE_NOT_FOUND))\S*\s+(?:No matching version found for (?<npm_spec>\S+)|GET (?<url>\S+))?/,
    near: [{ pattern: /^(?<package>@?[\w./-]+) is not in the npm registry/, after: 3 }],
    refine: ({ groups }) => ({ entities: packageOfUrl((groups["url"] ?? "").replace(/:$/, "")) }),
    cause: "The registry has no {package} that satisfies what is asked for.",
  },
  {
    id: "pnpm/peer",
    error_type: "VERSION_CONFLICT",
    stage: "dependencies",
    evidence: "cause",
    keys: ["err_pnpm_peer_dep_issues"],
    pattern: /(?<code>ERR_PNPM_PEER_DEP_ISSUES)/,
    near: [{ pattern: /unmet peer (?<npm_spec>@?[\w./-]+@.{1,60}?): found (?<version2>\S+)/, after: 12 }],
    cause: "Peer dependencies exclude each other.",
  },
  {
    id: "pnpm/engine",
    error_type: "RUNTIME_VERSION_MISMATCH",
    stage: "package_manager",
    evidence: "cause",
    keys: ["err_pnpm_unsupported_engine", "this version of pnpm requires at least node.js"],
    pattern:
      /(?<code>ERR_PNPM_UNSUPPORTED_ENGINE)|This version of pnpm requires at least (?<language_runtime>Node\.js) v(?<constraint>[\d.]+)/,
    near: [
      { pattern: /Expected version: (?<constraint2>.+)/, after: 6 },
      { pattern: /(?:Got: |The current version of Node\.js is )(?<version>v?\d[\d.]*\d)/, after: 6 },
    ],
    cause: "This needs Node {constraint}.",
  },
  {
    id: "pnpm/other",
    error_type: "OTHER",
    stage: "dependencies",
    evidence: "error",
    bonus: -10,
    keys: ["err_pnpm_"],
    pattern: /(?<code>ERR_PNPM_\w+)\s+(?<detail>.+)/,
    refine: ({ groups }) => {
      const code = groups["code"] ?? "";
      if (/TARBALL_INTEGRITY|CHECKSUM/.test(code)) return { error_type: "CHECKSUM_MISMATCH" };
      if (/NO_PKG_MANIFEST|NO_LOCKFILE|ENOENT/.test(code)) return { error_type: "MISSING_FILE" };
      if (/LOCKFILE|JSON_PARSE|CONFIG|NO_SCRIPT/.test(code)) return { error_type: "SYNTAX_OR_CONFIG" };
      if (/FETCH_40[13]|UNAUTHORIZED/.test(code)) return { error_type: "AUTHENTICATION" };
      if (/META_FETCH_FAIL|FETCH_5|TARBALL/.test(code)) return { error_type: "NETWORK" };
      if (/RECURSIVE_(?:RUN|EXEC)|LIFECYCLE|FAIL/.test(code))
        return { error_type: "BUILD_FAILURE", evidence: "wrapper" };
      return {};
    },
    cause: "pnpm stopped with {code}: {detail}",
  },
];

/** "https://registry/@scope%2fname" names a package. */
function packageOfUrl(url: string): { kind: "package"; value: string }[] {
  const path = /^https?:\/\/[^/]{1,200}\/(@?[\w.-]{1,100}(?:(?:\/|%2f)[\w.-]{1,100})?)$/i.exec(url)?.[1];
  return path === undefined ? [] : [{ kind: "package", value: path }];
}

function typeOfStatus(code: string): Refinement {
  if (code === "404") return { error_type: "VERSION_NOT_FOUND" };
  return /^40[13]$/.test(code) ? { error_type: "AUTHENTICATION" } : {};
}
