import type { Rule } from "../rule.js";

const NAME = /[a-z0-9][a-z0-9+.*-]{0,100}/.source;

export const APT_RULES: readonly Rule[] = [
  {
    id: "apt/unable-to-locate",
    error_type: "VERSION_NOT_FOUND",
    stage: "system_packages",
    evidence: "cause",
    keys: [
      "unable to locate package",
      "couldn't find any package by",
      "unable to find a source package for",
      "couldn't find package",
    ],
    pattern: new RegExp(
      `Unable to locate package (?<package>${NAME})|Couldn't find any package by (?:glob|regex) '(?<package2>${NAME})'|Unable to find a source package for (?<package3>${NAME})|Couldn't find package "?(?<package4>${NAME})`,
      "i",
    ),
    near: [
      {
        pattern: new RegExp(`Unable to locate package (?<package5>${NAME})`),
        after: 6,
        all: true,
        contiguous: true,
      },
    ],
    cause: "No package source that apt knows has {package}.",
    steps: ["apt-get update", "apt-cache search {package}"],
    // lists that could not be fetched are why it is not known
    refine: ({ line }) =>
      /Temporary failure resolving|Could not (?:resolve|connect to) |Failed to fetch|Connection (?:timed out|refused)/.test(
        Array.from({ length: 40 }, (_, index) => line(-1 - index)).join("\n"),
      )
        ? { evidence: "error" }
        : {},
  },
  {
    id: "apt/no-gnupg",
    error_type: "MISSING_PACKAGE",
    stage: "system_packages",
    evidence: "cause",
    keys: ["do not seem to be installed, but"],
    pattern: /(?<package>gnupg\d?)(?:, gnupg\d?)*(?: and gnupg\d?)? do not seem to be installed/,
    cause: "Keys cannot be read without {package}.",
    steps: ["apt-get install -y gnupg"],
  },
  {
    id: "apt/locate-reversed",
    ecosystem: "apt",
    error_type: "VERSION_NOT_FOUND",
    stage: "system_packages",
    evidence: "cause",
    keys: ["e: paket ", "cannot find"],
    pattern: /^E: Paket (?<package>[a-z0-9][a-z0-9+.-]{0,100}) (?:cannot find|kann nicht gefunden werden)/,
    cause: "No package source that apt knows has {package}.",
  },
  {
    id: "apt/version-not-found",
    error_type: "VERSION_NOT_FOUND",
    stage: "system_packages",
    evidence: "cause",
    keys: ["' was not found", "» para «", "release '"],
    pattern: new RegExp(
      `(?:Version|Release) ['‘](?<version>[^'’]{0,80})['’] for ['‘](?<package>${NAME})['’] was not found|No se encontró la versión «(?<version2>[^»]{1,80})» para «(?<package2>${NAME})»`,
    ),
    cause: "{package} is there, but not in version {version}.",
    steps: ["apt-cache madison {package}"],
  },
  {
    id: "apt/no-candidate",
    error_type: "VERSION_NOT_FOUND",
    stage: "system_packages",
    evidence: "cause",
    keys: ["has no installation candidate", "is not available, but is referred to by another package"],
    pattern: new RegExp(`Package '?(?<package>${NAME})'? has no installation candidate`),
    near: [
      {
        pattern: new RegExp(
          `Unable to locate package (?<package2>${NAME})|Package '?(?<package3>${NAME})'? has no installation candidate`,
        ),
        after: 6,
        all: true,
        contiguous: true,
      },
    ],
    cause: "{package} is known by name alone; no source offers it.",
    steps: ["apt-cache policy {package}"],
  },
  {
    id: "apt/unmet-dependencies",
    error_type: "VERSION_CONFLICT",
    stage: "system_packages",
    evidence: "cause",
    keys: ["depends: ", "breaks: ", "conflicts: "],
    pattern:
      /^(?<deb>[a-z0-9][\w.+:-]{0,100})\s?: (?:Pre)?(?:Depends|Breaks|Conflicts): (?<deb2>[a-z0-9][\w.+:-]{0,100}(?: \([^()]{1,80}\))?)(?: but (?<reason>(?:(?<version>\d\S{0,80}) is to be installed)?.{0,120}))?/,
    near: [
      {
        pattern: /^(?:Pre)?(?:Depends|Breaks|Conflicts): (?<deb4>[a-z0-9][\w.+:-]{0,100} \([^()]{1,80}\))/,
        after: 6,
      },
    ],
    cause: "{package} cannot be installed: what it depends on is missing or held back.",
    steps: ["apt-get -f install", "apt-cache policy {package}"],
    refine: ({ groups, line }) =>
      groups["reason"] !== undefined || /unmet dependencies/i.test([-1, -2, -3, -4].map(line).join(" "))
        ? {}
        : null,
  },
  {
    id: "apt/solver",
    ecosystem: "apt",
    error_type: "VERSION_CONFLICT",
    stage: "system_packages",
    evidence: "summary",
    keys: [
      "you have held broken packages",
      "unmet dependencies. try",
      "unable to correct problems",
      "unable to satisfy dependencies",
    ],
    pattern:
      /you have held broken packages|Unmet dependencies\. Try|[Uu]nable to correct problems|Unable to satisfy dependencies/,
    cause: "Dependencies of a system package cannot be satisfied.",
  },
  {
    id: "apt/no-release",
    error_type: "VERSION_NOT_FOUND",
    stage: "system_packages",
    evidence: "cause",
    bonus: -6,
    keys: ["have a release file", "no longer has a release file"],
    pattern:
      /The repository '(?<repository>[^']{1,300})' (?:does not have a|does no longer have a|no longer has a) Release file/,
    cause: "The package source {repository} is not there, or no more.",
    steps: ["cat /etc/os-release", "ls /etc/apt/sources.list.d"],
    evenAsWarning: true,
    near: [{ pattern: /^(?<code>404)\s+Not Found/, before: 12 }],
    refine: ({ groups }) => {
      const host = /^[a-z+]+:\/\/(?:[^@/\s]{1,80}@)?([\w.-]+)/.exec(groups["repository"] ?? "")?.[1];
      return { entities: host === undefined || host === "" ? [] : [{ kind: "host", value: host }] };
    },
  },
  {
    id: "apt/fetch",
    error_type: "NETWORK",
    stage: "system_packages",
    evidence: "cause",
    bonus: -3,
    keys: ["failed to fetch"],
    pattern: /Failed to fetch (?<url>\w+:\S{1,300})\s+(?<message>\S.{0,300})/,
    evenAsWarning: true,
    cause: "{url} could not be fetched: {message}",
    steps: ["apt-get update"],
    refine: ({ groups, line }) => {
      const message = groups["message"] ?? "";
      const ahead = [1, 2, 3].map(line).join(" ");
      const status = /^(\d{3})\s/.exec(message)?.[1];
      const entities = status === undefined ? [] : [{ kind: "code" as const, value: status }];
      if (/^40[13]/.test(message))
        return { entities, error_type: status === "401" ? "AUTHENTICATION" : "NETWORK" };
      if (/^404|^File not found|No such file/.test(message))
        return { entities, error_type: "VERSION_NOT_FOUND" };
      if (/Hash Sum mismatch|unexpected size|Writing more data than expected/i.test(`${message} ${ahead}`))
        return { error_type: "CHECKSUM_MISMATCH" };
      if (/timed out/i.test(message)) return { error_type: "TIMEOUT" };
      return {};
    },
  },
  {
    id: "apt/hash-sum",
    error_type: "CHECKSUM_MISMATCH",
    stage: "system_packages",
    evidence: "error",
    keys: ["hash sum mismatch", "file has unexpected size"],
    pattern: /Hash Sum mismatch|File has unexpected size/,
    cause: "A downloaded package is not what the index says.",
    steps: ["rm -rf /var/lib/apt/lists/*", "apt-get update"],
  },
  {
    id: "apt/key",
    error_type: "AUTHENTICATION",
    stage: "system_packages",
    evidence: "cause",
    keys: [
      "no_pubkey",
      "is not signed",
      "invalid: badsig",
      "invalid: expkeysig",
      "invalid: keyexpired",
      "signatures were invalid",
      "missing key",
    ],
    pattern:
      /(?<code>(?:NO_PUBKEY|EXPKEYSIG|KEYEXPIRED|BADSIG|REVKEYSIG) [0-9A-F]{8,40})|The repository '(?<repository>[^']{1,300})' is not signed|signatures were invalid|Missing key (?<code2>[0-9A-F]{8,40})/,
    near: [{ pattern: /(?<code3>(?:EXPKEYSIG|KEYEXPIRED|BADSIG|REVKEYSIG) [0-9A-F]{8,40})/, own: true }],
    evenAsWarning: true,
    cause: "apt does not trust the signature of a package source.",
    steps: ["Install the key of the package source."],
    refine: ({ line }) => {
      const bonus = /^(?:W: |E: )?(?:GPG error|An error occurred during the signature)/.test(line(0)) ? 1 : 0;
      const host = /(?:GPG error: |repository ')(?:[a-z+]+:\/\/)?(?:[^@/\s']{1,80}@)?([\w.-]+)/.exec(
        line(0),
      )?.[1];
      return { bonus, entities: host === undefined ? [] : [{ kind: "host", value: host }] };
    },
  },
  {
    id: "apt/release-expired",
    error_type: "OTHER",
    stage: "system_packages",
    evidence: "cause",
    keys: ["is expired (invalid since", "is not valid yet (invalid for"],
    pattern: /Release file for (?<url>\S{1,300}) is (?:expired|not valid yet)/,
    cause: "The index of a package source is out of date, or the clock is wrong.",
    steps: ["date"],
  },
  {
    id: "apt/lock",
    error_type: "PERMISSION_DENIED",
    stage: "system_packages",
    evidence: "cause",
    keys: [
      "could not open lock file",
      "could not get lock",
      "unable to acquire the dpkg",
      "unable to lock",
      "dpkg frontend lock",
      "requested operation requires superuser privilege",
      "(13: permission denied)",
      "unable to lock the administration directory",
    ],
    pattern:
      /(?:Could not open lock file (?<file>\S{1,200}) - open|Could not get lock (?<file2>[^\s.]{1,200})|Unable to (?:acquire the dpkg frontend lock|lock the administration directory) \((?<file3>[^)]{1,200})\)|(?<file4>\/var\/[\w/.-]{1,200}) - open|requested operation requires superuser privilege)(?:.{0,40}\((?<errno>\d+): Permission denied\))?/,
    cause: "apt may not lock its files: no root rights, or another apt is running.",
    steps: ["sudo -v"],
  },
  {
    id: "apt/sources",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "system_packages",
    evidence: "cause",
    keys: [
      "in source list",
      "in sources list",
      "in list file",
      "malformed entry",
      "malformed line",
      "conflicting values set for option",
    ],
    pattern:
      /(?:Type '(?<code>[^']{1,60})' is not known on (?:line|stanza) \d+|Malformed (?:entry|line|stanza) \d+) in (?:source list|sources list|list file|sources file) (?<file>\S{1,200})|Conflicting values set for option/,
    cause: "apt does not understand {file}.",
  },
  {
    id: "apt/essential",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "system_packages",
    evidence: "error",
    keys: [
      "there are problems and -y was used",
      "there were unauthenticated packages",
      "packages cannot be authenticated",
      "essential packages were removed",
      "held packages were changed",
      "some packages could not be authenticated",
    ],
    pattern:
      /There (?:are problems and|were unauthenticated packages and) -y was used|packages cannot be authenticated|Essential packages were removed|Held packages were changed/,
    cause: "apt does not go on without being told to.",
    near: [{ pattern: /without (?<code>--[\w-]{1,40}\w)/, own: true }],
    refine: ({ line }) => {
      const before = Array.from({ length: 16 }, (_, index) => line(-index)).join(" ");
      return before.includes("authenticated") ? { error_type: "AUTHENTICATION" } : {};
    },
  },
  {
    id: "apt/dpkg-failed",
    error_type: "BUILD_FAILURE",
    stage: "system_packages",
    evidence: "wrapper",
    keys: ["sub-process /usr/bin/dpkg returned an error code"],
    pattern: /Sub-process \/usr\/bin\/dpkg returned an error code/,
    cause: "dpkg failed.",
  },
];
