import type { Rule } from "../rule.js";

/** What no repository has: "so:libfoo.so.2" a library, "cmd:foo" a program, "pc:foo" a module of pkg-config, all else a package. */
const wanted = (digit: string): string =>
  `(?:(?:so:|pc:)(?<library${digit}>[\\w.+-]{1,100})|cmd:(?<command${digit}>[\\w.+-]{1,100})|(?<package${digit}>[\\w.+-]{1,100})) \\((?:missing|no such package)\\):`;

export const APK_RULES: readonly Rule[] = [
  {
    id: "apk/missing",
    error_type: "VERSION_NOT_FOUND",
    stage: "system_packages",
    evidence: "cause",
    keys: [" (missing):", "(no such package):", " (virtual):"],
    pattern: new RegExp(`^${wanted("")}`),
    near: [
      {
        pattern: new RegExp(`^${wanted("2")}`),
        after: 4,
        all: true,
      },
      // a library that no package has is asked for by one that was named
      { pattern: /^required by: (?!world)(?<package3>[\w+.-]{1,80}?)-\d[\w.]{0,40}-r\d{1,4}\[so:/, after: 2 },
      { pattern: /^required by: .{0,200}\[(?<deb>[\w.+-]+)(?<constraint>[<>=~]{1,2}[\w.-]+)\]/, after: 2 },
    ],
    cause: "No repository that apk knows has {package}{library}{command}.",
    steps: ["apk update", "apk search {package}"],
    // an index that could not be fetched is why it is not known
    refine: ({ line }) =>
      /temporary error|network error|IO ERROR|could not connect|DNS lookup error|Permission denied/i.test(
        Array.from({ length: 12 }, (_, index) => line(-1 - index)).join("\n"),
      )
        ? { evidence: "error" }
        : {},
  },
  {
    id: "apk/breaks",
    error_type: "VERSION_CONFLICT",
    stage: "system_packages",
    evidence: "cause",
    keys: ["breaks: world[", "breaks: ", "conflicts: "],
    pattern:
      /^(?:breaks|conflicts): (?<where>[\w.+-]{1,100})\[(?<package>[\w.+-]{1,100})(?:=(?<version>\d[\w.+-]{0,60})|(?<constraint>[<>=~]{1,2}[\w.+-]{1,60}))?\]/,
    cause: "{package} is there, but not as it is asked for.",
    steps: ["apk policy {package}"],
    refine: ({ groups }) => ({
      error_type:
        groups["version"] !== undefined && groups["where"] === "world"
          ? "VERSION_NOT_FOUND"
          : "VERSION_CONFLICT",
    }),
  },
  {
    id: "apk/unsatisfiable",
    error_type: "VERSION_NOT_FOUND",
    stage: "system_packages",
    evidence: "summary",
    keys: ["unable to select packages", "unsatisfiable constraints"],
    pattern: /ERROR: (?:unable to select packages|unsatisfiable constraints)/i,
    cause: "apk cannot satisfy what is asked for.",
  },
  {
    id: "apk/fetch",
    error_type: "NETWORK",
    stage: "system_packages",
    evidence: "error",
    bonus: 10,
    keys: [
      "apkindex.tar.gz",
      "temporary error (try again later)",
      ": io error",
      "bad signature",
      "untrusted signature",
      "package mentioned in index not found",
    ],
    pattern:
      /(?:fetching|WARNING: (?:Ignoring|opening|updating and opening)) (?<url>\S{1,300}?)(?:\/APKINDEX\.tar\.gz)?: (?<message>.{1,120})|ERROR: (?:(?<url2>https?:\/\/\S{1,200})|(?<package>[\w.+-]{1,100}?)(?:-(?<version>\d[\w.]{0,40}-r\d{1,4})(?:\.apk)?)?): (?<message2>temporary error \(try again later\)|network error.{0,80}|IO ERROR|BAD signature|UNTRUSTED signature|No such file or directory|package mentioned in index not found.{0,60})/i,
    evenAsWarning: true,
    near: [{ pattern: /^(?<package2>[\w.+-]{1,100}) \((?:missing|no such package)\):/, after: 8 }],
    cause: "apk could not fetch: {message}",
    refine: ({ groups, line }) => {
      const message = groups["message"] ?? groups["message2"] ?? "";
      if (line(0).startsWith("fetch") && groups["message"] === undefined) return null;
      if (/signature|UNTRUSTED/i.test(message)) return { error_type: "AUTHENTICATION" };
      if (message.includes("Permission denied")) return { error_type: "PERMISSION_DENIED" };
      return message.includes("package mentioned in index not found")
        ? { error_type: "VERSION_NOT_FOUND" }
        : {};
    },
  },
  {
    id: "apk/overwrite",
    error_type: "VERSION_CONFLICT",
    stage: "system_packages",
    evidence: "cause",
    keys: [": trying to overwrite "],
    pattern:
      /ERROR: (?<package>[\w.+-]{1,100}?)-(?<version>\d[\w.]{0,40}-r\d{1,4}): trying to overwrite (?<file>\S{1,200}) owned by (?<conflicts_with>[\w.+-]{1,100}?)-\d[\w.]{0,40}-r\d{1,4}/,
    cause: "{package} and {conflicts_with} both bring {file}.",
    steps: ["apk del {conflicts_with}"],
  },
  {
    id: "apk/errors",
    error_type: "BUILD_FAILURE",
    stage: "system_packages",
    evidence: "wrapper",
    keys: [" errors; ", " error; "],
    pattern: /^[1-9]\d{0,3} errors?; \d+ \w{1,3}B? in \d+ packages/,
    cause: "apk counted errors while installing.",
  },
  {
    id: "apk/lock",
    error_type: "PERMISSION_DENIED",
    stage: "system_packages",
    evidence: "cause",
    keys: ["unable to lock database", "failed to open apk database"],
    pattern:
      /Unable to lock database: (?<message>.{1,80})|Failed to open apk database: (?<message2>.{1,80})/i,
    cause: "apk may not lock its database.",
  },
];

export const PACMAN_RULES: readonly Rule[] = [
  {
    id: "pacman/target-not-found",
    error_type: "VERSION_NOT_FOUND",
    stage: "system_packages",
    evidence: "cause",
    keys: ["error: target not found", "could not find all required packages", "unable to satisfy dependency"],
    pattern:
      /error: target not found: (?<package>\S{1,100})|unable to satisfy dependency '(?<package2>[^'<>=]{1,100})(?<constraint>[<>=][^']{0,60})?' required by (?<needer>\S{1,100})/,
    cause: "No repository offers {package}.",
    steps: ["pacman -Syu"],
  },
  {
    id: "pacman/retrieve",
    error_type: "NETWORK",
    stage: "system_packages",
    evidence: "cause",
    bonus: -2,
    keys: ["failed retrieving file"],
    pattern:
      /failed retrieving file '(?<file>[^']{1,200})' from (?<host>[\w.-]{1,200})\s?: (?<message>.{1,200})/,
    cause: "{host} did not give {file}: {message}",
    steps: ["pacman -Syy"],
    refine: ({ groups }) => {
      const status = /returned error: (\d{3})/.exec(groups["message"] ?? "")?.[1];
      const entities = status === undefined ? [] : [{ kind: "code" as const, value: status }];
      if (status === "404") return { error_type: "MISSING_FILE", entities };
      return /timed? ?out|too slow/i.test(groups["message"] ?? "")
        ? { error_type: "TIMEOUT", entities }
        : { entities };
    },
  },
  {
    id: "pacman/signature",
    error_type: "AUTHENTICATION",
    stage: "system_packages",
    evidence: "cause",
    keys: [
      "signature from ",
      "is unknown trust",
      "invalid or corrupted package (pgp signature)",
      "required key missing from keyring",
      "could not be looked up remotely",
    ],
    pattern:
      /error: (?<package>\S{1,100}): (?:signature from ".{1,120}" is|key ".{1,80}" )|invalid or corrupted (?:package|database) \(PGP signature\)|required key missing from keyring|key "(?<code>\w{1,60})" could not be looked up remotely/,
    cause: "pacman does not trust the signature of a package.",
    steps: ["pacman -Sy archlinux-keyring"],
  },
  {
    id: "pacman/conflict",
    error_type: "VERSION_CONFLICT",
    stage: "system_packages",
    evidence: "cause",
    keys: ["exists in filesystem", "are in conflict", "breaks dependency '"],
    pattern:
      /(?<package>[^\s:]{1,100}): (?<file>\/\S{1,300}) exists in filesystem|(?<package2>\S{1,100}) and (?<conflicts_with>\S{1,100}) are in conflict|breaks dependency '(?<package3>[^'<>=]{1,100})(?<constraint>[<>=][^']{0,60})?'/,
    cause: "{package} does not go with what is installed.",
  },
];
