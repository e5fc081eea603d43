import type { Rule } from "../rule.js";

export const DPKG_RULES: readonly Rule[] = [
  {
    id: "dpkg/dependency",
    error_type: "VERSION_CONFLICT",
    stage: "system_packages",
    evidence: "cause",
    keys: [" depends on ", "hängt ab von ", " dépend de "],
    pattern:
      /^(?<package>[a-z0-9][\w.+:-]{0,100}) (?:pre-)?(?:depends on|hängt ab von|dépend de) (?<deb2>[a-z0-9][\w.+:-]{0,100}(?: \([^()]{1,80}\))?)(?:; (?:however|aber)|\s?; ?cependant)/,
    cause: "{package} needs a package that is not installed.",
    steps: ["apt-get -f install"],
  },
  {
    id: "dpkg/archive-missing",
    error_type: "MISSING_FILE",
    stage: "system_packages",
    evidence: "cause",
    keys: ["cannot access archive", "failed to read archive"],
    pattern: /(?:cannot access archive|failed to read archive) ['`‘](?<file>[^'’]{1,300})['’]: No such file/,
    cause: "{file} is not there.",
  },
  {
    id: "dpkg/not-an-archive",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "system_packages",
    evidence: "cause",
    keys: [
      "is not a debian format archive",
      "unexpected end of file in",
      "corrupted filesystem tarfile",
      "is not a debian archive",
      "lzma error",
    ],
    pattern:
      /dpkg-deb: error: (?:['`‘]?(?<file>[^\s'’]{1,300})['’]? is not a Debian (?:format )?archive|.{0,100}(?:unexpected end of file|corrupted filesystem tarfile|lzma error).{0,100})|corrupted filesystem tarfile/,
    cause: "{file} is no Debian package, or damaged.",
  },
  {
    id: "dpkg/architecture",
    error_type: "PLATFORM_UNSUPPORTED",
    stage: "system_packages",
    evidence: "cause",
    keys: ["does not match system (", "does not appear in package's architecture list"],
    pattern:
      /current host architecture '(?<code2>[\w-]{1,30})' does not appear in package's architecture list|package architecture \((?<code>\w+)\) does not match system \((?<system>\w+)\)/,
    cause: "The package is for {code}, the system is {system}.",
    steps: ["dpkg --print-architecture"],
  },
  {
    id: "dpkg/overwrite",
    error_type: "VERSION_CONFLICT",
    stage: "system_packages",
    evidence: "cause",
    keys: ["trying to overwrite '"],
    pattern:
      /trying to overwrite '(?<file>[^']{1,300})', which is also in package (?<package>\S{1,100}) (?<version>\S{1,60})/,
    cause: "{file} also belongs to {package}.",
  },
  {
    id: "dpkg/interrupted",
    error_type: "OTHER",
    stage: "system_packages",
    evidence: "cause",
    keys: ["dpkg was interrupted"],
    pattern: /dpkg was interrupted, you must manually run '(?<command>[^']{1,100})'/,
    cause: "An earlier run of dpkg was interrupted.",
    steps: ["dpkg --configure -a"],
  },
  {
    id: "dpkg/script",
    error_type: "BUILD_FAILURE",
    stage: "system_packages",
    evidence: "summary",
    keys: ["script subprocess returned error exit status", "script returned error exit status"],
    pattern:
      /(?:installed (?<package>\S{1,100}) package )?(?<script>post-installation|pre-installation|pre-removal|post-removal|new \S{1,100} package pre-installation) script (?:subprocess )?returned error exit status (?<code>\d+)/,
    near: [{ pattern: /^dpkg: error processing (?:package|archive) (?<package>\S{1,100})/, before: 2 }],
    offers: ["package"],
    cause: "The {script} script of {package} failed.",
  },
  {
    id: "dpkg/processing",
    error_type: "BUILD_FAILURE",
    stage: "system_packages",
    evidence: "wrapper",
    keys: ["dpkg: error processing"],
    pattern: /dpkg: error processing (?:package (?<package>[^\s:]{1,100})|archive (?<file>\S{1,300}))/,
    offers: ["package"],
    cause: "dpkg could not install {package}.",
  },
];
