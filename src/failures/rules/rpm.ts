import type { Rule } from "../rule.js";

/** "runc-4:1.1.12-4.el9.x86_64.rpm" → "runc": a package's file by its name. */
function namePackage(file: string): { kind: "package"; value: string } {
  const name =
    /^(.{1,150}?)-(?:\d{1,4}:)?\d[^-]{0,60}-[^-]{1,60}\.(?:noarch|x86_64|aarch64|i[3-6]86|ppc64le|s390x|armv7hl|src)(?:\.rpm)?$/.exec(
      file,
    )?.[1];
  return { kind: "package", value: name ?? file };
}

/** What a package asks for, with the range where there is one. */
const SPEC = /(?<rpm>[\w./()+:-]{1,150}(?: [<>=]{1,2} \S{1,60})?)/.source;

export const RPM_RULES: readonly Rule[] = [
  {
    id: "rpm/nothing-provides",
    error_type: "VERSION_NOT_FOUND",
    stage: "system_packages",
    evidence: "cause",
    bonus: 2,
    keys: ["nothing provides "],
    pattern: new RegExp(
      `nothing provides (?:requested )?(?:\\((?<package2>[\\w./()+:-]{1,150}) (?<constraint2>[<>=]{1,2} \\S{1,60}) with \\S{1,150} (?<constraint3>[<>=]{1,2} [^\\s)]{1,60})\\)|${SPEC})(?: needed by (?<needer>\\S{1,200}))?`,
    ),
    cause: "No repository offers {package}{library}{file} {constraint}.",
    refine: ({ groups }) => {
      const name = /^(.+)-[^-]+-[^-]+$/.exec(groups["needer"] ?? "")?.[1];
      return { entities: name === undefined ? [] : [{ kind: "package", value: name }] };
    },
  },
  {
    id: "rpm/no-match",
    error_type: "VERSION_NOT_FOUND",
    stage: "system_packages",
    evidence: "cause",
    bonus: -2,
    keys: [
      "no match for argument",
      "unable to find a match",
      "no package ",
      "no matching package to install",
      "no matches found for",
      "no such package",
      "not found in package names",
    ],
    pattern:
      /(?:No match(?:es)? (?:found )?for(?: argument)?: (?:pkgconfig\((?<package>[^)]{1,100})\)|(?<package2>[\w./()+:*-]{1,150}))(?: (?<constraint>[<>=]{1,2} \S{1,60}))?|Unable to find a match: (?<package3>\S{1,150})|No package (?<package4>\S{1,150}) available\.|No matching package to install: '(?<package5>[^'\s]{1,150})(?: (?<constraint2>[<>=]{1,2} [^']{1,60}))?'|'(?<package6>[^']{1,100})' not found in package names|package (?<package7>\S{1,150}) (?:is )?not found in any repositor)/,
    cause: "No repository offers {package}.",
    steps: ["dnf search {package}"],
  },
  {
    id: "rpm/conflict",
    error_type: "VERSION_CONFLICT",
    stage: "system_packages",
    evidence: "cause",
    bonus: -3,
    keys: [" requires ", "conflicts with", "error: package: "],
    pattern:
      /(?:^|- )(?:Problem:? ?\d*:? )?(?:package (?<needer>\S{1,200}) (?:from \S{1,80} )?requires (?<package>[\w./()+:-]{1,150})(?: (?<constraint>[<>=]{1,2} [^\s,]{1,60}))?, but none of the providers can be installed|(?:package |file )?(?<owner>\S{1,200}) (?:from \S{1,200} )?conflicts with (?:file from package )?(?<other>\S{1,200}))/,
    unless: /requires-python|^pip|error: package `/i,
    refine: ({ groups: { owner, other } }) => ({
      entities:
        owner === undefined || other === undefined
          ? []
          : [namePackage(owner), { kind: "conflicts_with", value: namePackage(other).value }],
    }),
    cause: "{package} cannot be installed beside what is there.",
  },
  {
    id: "rpm/yum-requires",
    error_type: "VERSION_CONFLICT",
    stage: "system_packages",
    evidence: "cause",
    keys: ["requires: "],
    pattern:
      /^(?:Error: Package: (?<needer>\S{1,200}) .{0,120})?Requires: (?:(?<library>[\w.+-]{1,80}\.so[\w.]{0,20})\(\S{0,80}|(?<package>[\w./()+:-]{1,150}))(?: (?<constraint>[<>=]{1,2} \S{1,60}))?/,
    cause: "{package} {constraint} is needed and not to be had.",
    refine: ({ line }) => {
      const asker = /^Error: Package: (\S{1,200})/.exec(line(0).startsWith("Error") ? line(0) : line(-1));
      if (asker === null && !line(-1).startsWith("--> Finished Dependency")) return null;
      const name = /^(.{1,150}?)-\d[^-]{0,60}-[^-]{1,60}$/.exec(asker?.[1] ?? "")?.[1];
      return { entities: name === undefined ? [] : [{ kind: "package", value: name }] };
    },
  },
  {
    id: "rpm/failed-dependencies",
    error_type: "VERSION_CONFLICT",
    stage: "system_packages",
    evidence: "cause",
    keys: [" is needed by ", "failed build dependencies", "failed dependencies"],
    pattern: new RegExp(`^${SPEC} is needed by (?<installed>\\(installed\\) )?(?<needer>\\S{1,200})`),
    near: [{ pattern: new RegExp(`^${SPEC.replace("<rpm>", "<rpm2>")} is needed by `), after: 1 }],
    cause: "{needer} needs {rpm}.",
    refine: ({ groups, line }) => {
      // the package that is built needs itself no naming
      if ([-1, -2, -3, -4, -5, -6].some((at) => /Failed build dependencies/i.test(line(at))))
        return { error_type: "MISSING_PACKAGE" };
      const kind = groups["installed"] === undefined ? "package" : "conflicts_with";
      return { entities: [{ kind, value: namePackage(groups["needer"] ?? "").value }] };
    },
  },
  {
    id: "rpm/bad-file",
    error_type: "MISSING_FILE",
    stage: "build",
    evidence: "cause",
    keys: [
      "bad file: ",
      "file not found: ",
      "cannot open: ",
      "bad source: ",
      "error: open of ",
      "directory not found: ",
    ],
    pattern:
      /(?:Bad (?:file|source): (?<file>[^\s:]{1,300}): (?<reason>No such file)|(?:File|Directory) not found(?: by glob)?: (?<file2>\S{1,300})|Cannot open: (?:(?<download>https?:\/\/\S{1,300})|(?<file3>\S{1,300}))\. Skipping|error: open of (?<file4>\S{1,300}) failed: No such file)/,
    cause: "{file} is not there.",
  },
  {
    id: "rpm/unpackaged",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "cause",
    bonus: -6,
    keys: [
      "installed (but unpackaged) file(s) found",
      "arch dependent binaries in noarch package",
      "empty %files file",
      "check-rpaths",
      "unknown option %",
    ],
    pattern:
      /Installed \(but unpackaged\) file\(s\) found|Arch dependent binaries in noarch package|Empty %files file (?<file>\S{1,300})/,
    near: [{ pattern: /^(?<file>\/\S{1,300})$/, after: 1 }],
    cause: "The package's file list does not fit what was built.",
  },
  {
    id: "rpm/spec",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "build",
    evidence: "cause",
    bonus: -4,
    keys: [
      "error: line ",
      "error: unknown tag",
      "error: failed to parse expression",
      ".spec:",
      "macro expanded",
      "unclosed %if",
      "field must be present in package",
      "parse error in expression",
    ],
    pattern:
      /error: (?:line \d+: (?<message>.{1,200})|Unknown tag|(?<field>\w+) field must be present in package|parse error in expression.{0,100})|Unclosed %if|(?<file>\S{1,200}\.spec):\d+: error/,
    cause: "rpm does not understand the spec file.",
  },
  {
    id: "rpm/script",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "wrapper",
    keys: ["bad exit status from ", "rpm build errors", "scriptlet failed"],
    pattern:
      /Bad exit status from \S{1,200} \((?<code>%\w+)\)|RPM build errors:|%\w+\(\S{1,200}\) scriptlet failed/,
    cause: "The section {code} of the spec file failed.",
    // the heading says less than the line that names the section
    refine: ({ groups }) => (groups["code"] === undefined ? { bonus: -1 } : {}),
  },
  {
    id: "rpm/repository",
    error_type: "NETWORK",
    stage: "system_packages",
    evidence: "cause",
    bonus: -4,
    keys: [
      "cannot find a valid baseurl",
      "cannot retrieve repository metadata",
      "failed to download metadata for repo",
      "cannot prepare internal mirrorlist",
      "no more mirrors to try",
      "errors during downloading metadata",
      "cannot download repomd.xml",
      "status code: ",
    ],
    pattern:
      /Cannot find a valid baseurl for repo: (?<repository>\S{1,100})|Cannot retrieve (?:repository )?metadata|[Ff]ailed to download metadata for repo '(?<repository2>[^']{1,100})'|Cannot prepare internal mirrorlist|No more mirrors to try|Errors during downloading metadata for repository '(?<repository3>[^']{1,100})'|Cannot download repomd\.xml|Status code: (?<code>[45]\d\d) for (?<url>\S{1,300})/,
    cause: "The repository {repository} cannot be read.",
    steps: ["dnf repolist"],
    refine: ({ groups }) => {
      if (groups["code"] === undefined) return { bonus: -8 };
      return /404|403/.test(groups["code"])
        ? { error_type: groups["code"] === "404" ? "VERSION_NOT_FOUND" : "NETWORK" }
        : {};
    },
  },
  {
    id: "rpm/curl-errno",
    error_type: "NETWORK",
    stage: "system_packages",
    evidence: "cause",
    keys: ["curl error (", "[errno 14] curl#", "[errno 14] http"],
    pattern:
      /Curl error \((?<code>\d+)\): (?<message>[^:[]{1,120}) for (?<url>[^\s[]{1,300})(?: \[(?<detail>[^\]]{1,200})\])?|(?<url2>\b\w{3,5}:\/\/\S{1,300}): \[Errno 14\] (?:curl#(?<code2>\d+)|HTTPS? Error (?<code3>\d+)) - "?(?<message2>[^"]{1,200})/,
    cause: "A file of a repository could not be fetched: {message}",
    refine: ({ groups }) => {
      if (groups["code3"] === "404") return { error_type: "VERSION_NOT_FOUND" };
      return /^28$/.test(groups["code"] ?? groups["code2"] ?? "") ? { error_type: "TIMEOUT" } : {};
    },
  },
  {
    id: "rpm/gpg",
    error_type: "AUTHENTICATION",
    stage: "system_packages",
    evidence: "cause",
    keys: [
      "gpg check failed",
      "public key for ",
      "gpg key retrieval failed",
      "is not signed",
      "nokey",
      "digests signatures not ok",
      "signature verification failed",
    ],
    pattern:
      /GPG check FAILED|Public key for (?<unit>\S{1,150}) is not installed|GPG key retrieval failed|Package (?<unit2>\S{1,150}) is not signed/i,
    refine: ({ groups }) => {
      const unit = groups["unit"] ?? groups["unit2"];
      return { entities: unit === undefined ? [] : [namePackage(unit)] };
    },
    cause: "rpm does not trust the signature of a package.",
  },
  {
    id: "rpm/root",
    error_type: "PERMISSION_DENIED",
    stage: "system_packages",
    evidence: "cause",
    keys: [
      "this command has to be run with superuser privileges",
      "you need to be root to perform this command",
      "can't create transaction lock",
      "you cannot perform this operation unless you are root",
    ],
    pattern:
      /has to be run with superuser privileges|You need to be root to perform this command|can't create transaction lock on (?<file>\S{1,200})|cannot perform this operation unless you are root/i,
    cause: "Packages can only be installed by root.",
  },
];
