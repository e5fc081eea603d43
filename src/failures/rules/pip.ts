import { readConflict } from "./pip-conflict.js";
import type { Refinement, Rule } from "../rule.js";
import { readByWords } from "./by-words.js";

const REQUIREMENT =
  /["'`]?(?<pep508>[a-zA-Z0-9][\w.-]{0,100}(?:\[[\w,.-]{1,100}\])?(?: ?[<>=!~]{1,3} ?[\w.*+!-]{1,60},?){0,8})["'`]?/
    .source;

export const PIP_RULES: readonly Rule[] = [
  {
    id: "pip/no-matching-version",
    error_type: "VERSION_NOT_FOUND",
    stage: "dependencies",
    evidence: "cause",
    keys: ["could not find a version that satisfies the requirement"],
    pattern: new RegExp(`Could not find a version that satisfies the requirement ${REQUIREMENT}`),
    cause: "No release of {package} on the index satisfies what is asked for on this Python and platform.",
    steps: ["pip index versions {package}", "python --version"],
  },
  {
    id: "pip/no-matching-distribution",
    error_type: "VERSION_NOT_FOUND",
    stage: "dependencies",
    evidence: "cause",
    bonus: -5,
    keys: ["no matching distribution found for", "no distributions at all found for"],
    pattern: new RegExp(`No (?:matching distribution|distributions at all) found for ${REQUIREMENT}`),
    offers: ["package", "constraint", "version"],
    cause: "No release of {package} on the index fits this Python and platform.",
    steps: ["pip index versions {package}", "python --version"],
  },
  {
    id: "pip/requires-other-python",
    error_type: "RUNTIME_VERSION_MISMATCH",
    stage: "dependencies",
    evidence: "cause",
    keys: ["requires a different python:"],
    pattern:
      /(?:Package )?['"]?(?<package>[\w.-]{1,100})['"]? requires a different (?<language_runtime>Python): (?<version>\S+) not in ['"]?(?<constraint>[^'"]+)/,
    cause: "{package} needs Python {constraint}, the running one is {version}.",
    steps: ["Use a Python that satisfies {constraint}, or install an older release of {package}."],
  },
  {
    id: "pip/requires-python-but-running",
    error_type: "RUNTIME_VERSION_MISMATCH",
    stage: "dependencies",
    evidence: "cause",
    keys: ["but the running python is"],
    pattern:
      /(?<package>[\w.-]{1,100}) requires (?<language_runtime>Python) ['"](?<constraint>[^'"]+)['"] but the running Python is (?<version>[\w.]+)/,
    cause: "{package} needs Python {constraint}, the running one is {version}.",
    steps: ["Use a Python that satisfies {constraint}, or install an older release of {package}."],
  },
  {
    id: "pip/conflicting-dependencies",
    error_type: "VERSION_CONFLICT",
    stage: "dependencies",
    evidence: "cause",
    keys: ["because these package versions have conflicting dependencies"],
    pattern: /Cannot install (?<detail>.+?) because these package versions have conflicting dependencies/,
    refine: readConflict,
    cause: "{detail} ask for versions of {package} that exclude each other.",
    steps: ["Loosen one of the pins, then run the install again."],
  },
  {
    id: "pip/installed-conflict",
    error_type: "VERSION_CONFLICT",
    stage: "dependencies",
    evidence: "error",
    keys: ["which is incompatible"],
    pattern:
      /(?<conflicts_with>[\w.-]{1,100}) \S{1,60} (?:has requirement|requires) (?<pep508>[\w.[\]-][^\s;]*)(?:; [^;]{1,160}?)?, but you(?:'ll)? have (?<package>[\w.-]+) (?<version>\S+) which is incompatible/,
    cause: "{conflicts_with} does not work with the installed {package} {version}.",
    steps: ["pip install '{pep508}'"],
  },
  {
    id: "pip/installed-without",
    error_type: "MISSING_PACKAGE",
    stage: "dependencies",
    evidence: "error",
    keys: [", which is not installed"],
    pattern:
      /^(?:ERROR: )?(?<conflicts_with>[\w.-]{1,100}) \d\S{0,60} requires (?<pep508>[\w.[\]-][^\s;]{0,160}?)(?:; [^;]{1,160}?)?, which is not installed/,
    cause: "{conflicts_with} needs {package}, which is not installed.",
    steps: ["pip install '{pep508}'"],
  },
  {
    id: "pip/externally-managed",
    error_type: "PERMISSION_DENIED",
    stage: "package_manager",
    evidence: "cause",
    keys: ["externally-managed-environment"],
    pattern: /error: (?<code>externally-managed-environment)/,
    cause: "The system's Python belongs to the distribution; pip may not install into it.",
    steps: ["python3 -m venv .venv", ". .venv/bin/activate"],
  },
  {
    id: "pip/hash-mismatch",
    error_type: "CHECKSUM_MISMATCH",
    stage: "dependencies",
    evidence: "cause",
    keys: ["do not match the hashes from the requirements file"],
    pattern: /THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE/,
    near: [
      {
        pattern: new RegExp(
          `^(?:(?<package>[a-zA-Z][\\w.-]{0,100})==(?<version>\\d[\\w.+-]*)|${REQUIREMENT})(?: from .*)?:$`,
        ),
        after: 6,
      },
    ],
    cause: "The downloaded {package} is not the file whose hash was pinned.",
    steps: ["pip cache purge", "Check that the pinned hash belongs to this file of {package}."],
  },
  {
    id: "pip/unsupported-wheel",
    error_type: "PLATFORM_UNSUPPORTED",
    stage: "dependencies",
    evidence: "cause",
    keys: ["is not a supported wheel on this platform"],
    pattern: /(?<file>[^\s/\\]{1,200}\.whl) is not a supported wheel on this platform/,
    cause: "{file} was built for another Python, system or architecture.",
    steps: ["pip debug --verbose"],
  },
  {
    id: "pip/requirements-file-missing",
    error_type: "MISSING_FILE",
    stage: "dependencies",
    evidence: "cause",
    keys: ["could not open requirements file"],
    pattern: /Could not open requirements file: .*?['"](?<file>[^'"]+)['"]/,
    cause: "The requirements file {file} is not there.",
  },
  {
    id: "pip/nothing-to-install-here",
    error_type: "MISSING_FILE",
    stage: "dependencies",
    evidence: "cause",
    keys: ["is not installable", "cannot be installed in editable mode"],
    pattern:
      /(?:Directory|File) ['"]?(?<file>[^'"\s]+)['"]? (?:is not installable|not found\. Directory cannot be installed in editable mode|\(from [^\s()]+\) not found)/,
    cause: "{file} has neither setup.py nor pyproject.toml.",
  },
  {
    id: "pip/invalid-requirement",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "dependencies",
    evidence: "cause",
    keys: ["invalid requirement:", "error in setup command:", "error in anyjson setup command"],
    pattern:
      /Invalid requirement: ['"]?(?<detail>(?<file>\.{0,2}\/[^'"\s]*)|(?<package2>[a-zA-Z][\w.-]{0,80})(?:[^\w.'"-][^'"]*)?|[^'"]+)|error in (?<package>[\w.-]+) setup command: /,
    near: [{ pattern: /\(from line \d+ of (?<file2>[^\s()]{1,200})\)/, own: true, after: 4 }],
    cause: "pip cannot read the requirement {detail}.",
  },
  {
    id: "pip/distutils-uninstall",
    error_type: "VERSION_CONFLICT",
    stage: "dependencies",
    evidence: "cause",
    keys: ["it is a distutils installed project", "no record file was found", "record file not found"],
    pattern: /Cannot uninstall ['"]?(?<package>[\w.-]+)['"]?(?: (?<version>\d[\w.]*))?/i,
    cause: "{package} was installed by the system, pip cannot replace it.",
    steps: ["pip install --ignore-installed {package}"],
  },
  {
    id: "pip/ssl-index",
    error_type: "NETWORK",
    stage: "dependencies",
    evidence: "cause",
    keys: ["there was a problem confirming the ssl certificate"],
    pattern: /Could not fetch URL (?<url>\S+?): There was a problem confirming the ssl certificate/,
    near: [
      { pattern: /host='(?<host>[^']+)', port=(?<port>\d+)/, own: true, after: 1, before: 1 },
      { pattern: /\/simple\/(?<package>[\w.-]+)\//, own: true },
    ],
    evenAsWarning: true,
    cause: "The certificate of {host} could not be verified.",
    steps: [
      "pip config list",
      "Install the certificate of the proxy or mirror: pip config set global.cert PATH",
    ],
  },
  {
    id: "pip/retrying",
    error_type: "NETWORK",
    stage: "dependencies",
    evidence: "cause",
    bonus: 2,
    keys: ["after connection broken by"],
    pattern:
      /Retrying \(Retry\(total=\d+.{0,120}\) after connection broken by ['"]?(?<detail>\w+).{0,400}?: \/(?:(?:[\w-]{1,40}\/){0,4}(?<package>[\w.-]+)\/)?$/,
    near: [
      { pattern: /(?:gaierror\(|\[Errno )(?<errno>-?\d+)/, own: true },
      {
        pattern: /host='(?<host>[^']+)', port=(?<port>\d+)|Connection to (?<host2>[\w.-]+\w) timed out/,
        own: true,
        before: 4,
        after: 36,
      },
      { pattern: /satisfies the requirement (?<package>[\w.-]*\w)/, after: 36 },
      {
        pattern: /(?:--find-links|--index-url|-i|Looking in (?:indexes|links):) (?<url>https?:\/\/[^\s,]+)/,
        before: 40,
      },
    ],
    evenAsWarning: true,
    refine: ({ groups, line }) => {
      const after = Array.from({ length: 36 }, (_, index) => line(index + 1)).join("\n");
      if (after.includes("Could not fetch URL")) return null;
      if (
        !/from versions: (?:none)?\)|^ERROR: (?:Could not|Exception|HTTP)|Max retries exceeded/m.test(after)
      )
        return null;
      return (groups["detail"] ?? "").includes("Timeout") ? { error_type: "TIMEOUT" } : {};
    },
    cause: "pip could not reach the index at {host}.",
    steps: ["pip config list", "env | grep -i proxy"],
  },
  {
    id: "pip/index-404",
    error_type: "VERSION_NOT_FOUND",
    stage: "dependencies",
    evidence: "cause",
    bonus: 2,
    keys: ["/simple/"],
    pattern: /\b404\b.{1,80}(?<url>https?:\/\/[\w.:-]+)\/(?:\w{1,40}\/){0,4}simple\/(?<package>[\w.-]+)/,
    near: [{ pattern: /\b(?<code>404)\b/, own: true }],
    cause: "The index has no {package}.",
    steps: ["pip index versions {package}"],
  },
  {
    id: "pip/environment-error",
    error_type: "OTHER",
    stage: "dependencies",
    evidence: "error",
    keys: ["could not install packages due to an"],
    pattern: /Could not install packages due to an \w+: (?<detail>.*)/,
    refine: ({ groups }) => refineOsError(groups["detail"] ?? ""),
    cause: "pip could not write or fetch a package: {detail}.",
  },
  {
    id: "pip/unknown-option",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "package_manager",
    evidence: "cause",
    keys: ["no such option:"],
    pattern: /^(?:pip: error: )?no such option: (?<detail>\S+)/,
    cause: "This version of pip does not know {detail}.",
    steps: ["python -m pip install --upgrade pip"],
  },
];

function refineOsError(detail: string): Refinement {
  const file = /: ['"]([^'"]+)['"]/.exec(detail)?.[1];
  const { error_type, entities = [] } = readByWords(detail);
  return {
    ...(error_type === undefined ? {} : { error_type, evidence: "cause" }),
    entities: file === undefined ? entities : [{ kind: "file", value: file }],
  };
}
