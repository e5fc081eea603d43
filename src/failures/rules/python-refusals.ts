import type { Rule } from "../rule.js";
import { byHttpStatus } from "./http-status.js";

/** What pip, poetry, pipenv, conda and set-up scripts refuse, in their own words. */
export const PYTHON_REFUSAL_RULES: readonly Rule[] = [
  {
    id: "pip/usage",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "package_manager",
    evidence: "cause",
    bonus: -4,
    keys: [
      "can not perform a '",
      "could not find an activated virtualenv",
      "in --require-hashes mode",
      "hashes are required in --require-hashes mode",
    ],
    pattern:
      /Can ?not perform a '(?<code>--\w{1,20})' install|Could not find an activated virtualenv|(?:In|in) (?<code2>--require-hashes) mode/,
    cause: "pip is called in a way that does not fit this environment.",
  },
  {
    id: "pip/backend-missing",
    error_type: "MISSING_PACKAGE",
    stage: "build",
    evidence: "cause",
    keys: ["backendunavailable: ", "cannot import 'setuptools", "cannot import '"],
    pattern: /(?:BackendUnavailable: |ERROR: )Cannot import '(?<package>[\w.]{1,120})'/,
    cause: "The build backend {package} is not installed.",
  },
  {
    id: "pip/inconsistent",
    error_type: "VERSION_CONFLICT",
    stage: "dependencies",
    evidence: "cause",
    keys: ["has inconsistent ", "has different version in metadata", "has different name in metadata"],
    pattern:
      /Requested (?<package>[\w.-]{1,100})(?:\[[^\]]{1,60}\])?(?<constraint>[<>=!~]{1,3}[\w.*,<>=!~]{1,80})? .{0,300}has (?:inconsistent|different) (?:version|name|Version|Name)/,
    cause: "What was downloaded for {package} says another version of itself.",
  },
  {
    id: "pip/http-error",
    error_type: "NETWORK",
    stage: "dependencies",
    evidence: "cause",
    keys: ["error: http error "],
    pattern: /ERROR: HTTP error (?<code>[45]\d\d) while getting (?<url>\S{1,300})/,
    cause: "{host} answered {code}.",
    refine: byHttpStatus,
  },
  {
    id: "setuptools/setup-value",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "configure",
    evidence: "cause",
    keys: [" setup command: "],
    pattern:
      /^error in (?<package>[\w.-]{1,100}) setup command: (?:['"](?<code>\w{1,60})['"] must be|(?<code2>\w{1,60}) is invalid|.{1,200})/,
    cause: "The set-up script of {package} gives a value that setuptools does not take.",
    steps: ["pip install 'setuptools<58' wheel"],
  },
  {
    id: "setuptools/no-directory",
    error_type: "MISSING_FILE",
    stage: "configure",
    evidence: "cause",
    keys: ["error: package directory '"],
    pattern: /^error: package directory ['"](?<file>[^'"]{1,200})['"] does not exist/,
    cause: "The set-up script names {file}, which is not there.",
  },
  {
    id: "python/wanted-to-build",
    error_type: "MISSING_PACKAGE",
    stage: "build",
    evidence: "cause",
    bonus: -6,
    keys: [
      " is required to build",
      " is required to compile",
      " must be installed to build",
      " is needed to build",
    ],
    pattern:
      /^\w{0,40}(?:Error|Exception|Exit): (?:You need |The )?(?<tool>[A-Z][\w.+-]{1,60})(?: [\w.<>=]{1,20})? (?:is|are|must be) (?:required|needed|installed) to (?:build|compile)/i,
    cause: "{tool} is needed to build this.",
    refine: ({ groups }) => {
      const value = groups["tool"] ?? "";
      return /^(?:cmake|ninja|make|gcc|cargo|rustc|swig|git|pkg-config)$/i.test(value)
        ? { error_type: "COMMAND_NOT_FOUND", entities: [{ kind: "command", value }] }
        : { entities: [{ kind: "package", value }] };
    },
  },
  {
    id: "python/called-process",
    error_type: "BUILD_FAILURE",
    stage: "run",
    evidence: "wrapper",
    bonus: 14,
    keys: ["calledprocesserror: command "],
    pattern:
      /CalledProcessError: Command '(?:\[['"](?<command>[^'"]{1,200})['"]|(?<command2>[^\s'[]{1,200}))/,
    cause: "{command} failed.",
  },
  {
    id: "poetry/invalid",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "configure",
    evidence: "cause",
    keys: [
      "additional properties are not allowed",
      "' is a required property",
      "must be valid exactly by one definition",
    ],
    pattern:
      /^- (?:\[[\w.]{0,80}\] |[\w.]{1,80} )?(?:Additional properties are not allowed \('(?<code>[^']{1,80})'|'(?<code2>[^']{1,80})' is a required property|.{0,80}must be valid exactly by one definition)/,
    root: { pattern: /configuration is invalid/, before: 4 },
    cause: "pyproject.toml is not what poetry takes.",
    steps: ["poetry check"],
  },
  {
    id: "pipenv/lock-out-of-date",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "dependencies",
    evidence: "cause",
    keys: ["out of date, but installation uses", "pipfile.lock not found"],
    pattern: /(?<file>Pipfile\.lock) (?:\(\w{1,64}\) (?:is )?out of date|not found)/,
    evenAsWarning: true,
    cause: "The lock file does not belong to this Pipfile.",
    steps: ["pipenv lock"],
  },
  {
    id: "pipenv/install-failed",
    error_type: "BUILD_FAILURE",
    stage: "dependencies",
    evidence: "summary",
    keys: ["couldn't install package: ", "an error occurred while installing "],
    pattern:
      /Couldn't install package: (?<package>[\w.-]{1,100})|An error occurred while installing (?<pep508>[\w.[\]-]{1,100}(?:[<>=!~]{1,3}[\w.*]{1,40})?)/,
    offers: ["package"],
    cause: "{package} could not be installed.",
  },
  {
    id: "conda/no-environment",
    error_type: "MISSING_FILE",
    stage: "package_manager",
    evidence: "cause",
    keys: ["could not find conda environment: ", "prefix already exists: ", "not a conda environment: "],
    pattern:
      /Could not find conda environment: (?<environment>[\w./-]{1,200})|prefix already exists: (?<file>\S{1,200})|Not a conda environment: (?<file2>\S{1,200})/,
    cause: "There is no such conda environment, or there is one already.",
    steps: ["conda env list"],
    refine: ({ groups }) => (groups["file"] === undefined ? {} : { error_type: "SYNTAX_OR_CONFIG" }),
  },
];
