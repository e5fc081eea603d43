import type { Rule } from "../rule.js";
import { readConflict } from "./pip-conflict.js";

/** Python: programs and libraries that a build asks for, lock files, settings, modules that import each other. */
export const PYTHON_PROJECT_RULES: readonly Rule[] = [
  {
    id: "pip/double-requirement",
    error_type: "VERSION_CONFLICT",
    stage: "dependencies",
    evidence: "cause",
    keys: ["double requirement given"],
    pattern:
      /Double requirement given: (?<pep508>[\w.-]{1,80}(?:\[[^\]]{1,60}\])?[^\s(]{0,80}) .{0,200}?\(already in (?<already>\S{1,120})/,
    cause: "{package} is asked for twice: {already} and {pep508}.",
  },
  {
    id: "pip/conflict-caused",
    error_type: "VERSION_CONFLICT",
    stage: "dependencies",
    evidence: "error",
    bonus: 10,
    keys: [" depends on "],
    pattern: /^(?<needer>[\w.-]{1,80})(?:\[[^\]]{1,60}\])? \d\S{0,40} depends on [\w.-]{1,80}/,
    cause: "{needer} does not go with what else is asked for.",
    refine: (match) =>
      [-1, -2, -3, -4].some((at) => match.line(at).startsWith("The conflict is caused by"))
        ? readConflict(match)
        : null,
  },
  {
    id: "pip/no-program",
    error_type: "COMMAND_NOT_FOUND",
    stage: "toolchain",
    evidence: "cause",
    bonus: 1,
    keys: ["while executing command ", "cannot find command '"],
    pattern:
      /Error \[Errno (?<errno>2)\] .{0,120} while executing command (?<command>[\w.+-]{1,40})|[Cc]annot find command '(?<command2>[\w.+-]{1,40})'/,
    cause: "pip needs {command}, which is not installed.",
    steps: ["command -v {command}"],
  },
  {
    id: "setuptools/development-packages",
    error_type: "MISSING_SYSTEM_LIBRARY",
    stage: "build",
    evidence: "cause",
    keys: [
      "development packages are installed",
      "development headers",
      "library or headers",
      "local hdf5 installation",
    ],
    pattern:
      /make sure the (?<library>[\w+-]{2,40}) and (?<library2>[\w+-]{2,40}) development packages are installed|(?:install|missing|need|find) (?:the )?(?<library3>[\w+-]{2,40})(?:'s)? development headers|Could not find a local (?<library4>HDF5) installation/,
    cause: "The build needs {library} with its headers.",
  },
  {
    id: "setuptools/not-executable",
    error_type: "COMMAND_NOT_FOUND",
    stage: "build",
    evidence: "cause",
    bonus: -2,
    keys: ["' command appears not to be installed", "' executable not found", "' is not on the path"],
    pattern:
      /(?:The )?['"](?<command>[\w.+-]{1,40})['"] (?:command appears not to be installed|executable not found|is not on the PATH)/,
    cause: "The build needs {command}, which is not installed.",
    steps: ["command -v {command}"],
  },
  {
    id: "python/circular-import",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "run",
    evidence: "cause",
    bonus: 1,
    keys: ["partially initialized module"],
    pattern:
      /(?:cannot import name '(?<code>\w{1,80})' from )?partially initialized module '(?<module>[\w.]{1,150})'(?: has no attribute '(?<code2>\w{1,80})')? \(most likely due to a circular import\)(?: \((?<file>[^()]{1,300})\))?/,
    near: [{ pattern: /^File "(?<file2>[^"]{1,300})", line \d+/, before: 4 }],
    cause:
      "The modules import each other in a circle, or {file} hides the module that was meant: {module} is not complete yet.",
  },
  {
    id: "python/script-needs-newer",
    error_type: "RUNTIME_VERSION_MISMATCH",
    stage: "toolchain",
    evidence: "cause",
    keys: ["this script does not work on python"],
    pattern:
      /This script does not work on (?<language_runtime>Python) (?<version>\d[\d.]*) The minimum supported Python version is (?<constraint>\d[\d.]*\d)/,
    cause: "The script needs Python {constraint} or later.",
    steps: ["python --version"],
  },
  {
    id: "python/environment-variable",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "run",
    evidence: "error",
    bonus: -4,
    keys: ["keyerror: '"],
    pattern: /^KeyError: ['"](?<code>[A-Z][A-Z0-9_]{2,80})['"]$/,
    cause: "The environment variable {code} is not set.",
    refine: ({ line }) =>
      [-1, -2, -3, -4, -5, -6].some((at) => /\/os\.py"|environ/.test(line(at))) ? {} : null,
  },
  {
    id: "pipenv/lock-outdated",
    error_type: "VERSION_CONFLICT",
    stage: "dependencies",
    evidence: "cause",
    keys: [") is out of date. expected:", "pipfile.lock out of date", "pipfile.lock not found"],
    pattern:
      /Your (?<file>Pipfile\.lock) \(\w{1,80}\) is out of date|(?<file2>Pipfile\.lock) (?:out of date|(?<missing>not found))/,
    cause: "{file} does not fit the Pipfile.",
    steps: ["pipenv lock"],
    refine: ({ groups }) => (groups["missing"] === undefined ? {} : { error_type: "MISSING_FILE" }),
  },
  {
    id: "conda/not-writable",
    error_type: "PERMISSION_DENIED",
    stage: "package_manager",
    evidence: "cause",
    bonus: 1,
    keys: [
      "notwritableerror",
      "write permissions to a required path",
      "permissions to the target environment",
    ],
    pattern: /NotWritableError: /,
    near: [{ pattern: /(?:path|environment location): (?<file>\S{1,300})/, after: 5 }],
    cause: "conda may not write {file}.",
    steps: ["ls -ld {file}"],
  },
  {
    id: "conda/checksum",
    error_type: "CHECKSUM_MISMATCH",
    stage: "dependencies",
    evidence: "cause",
    keys: ["checksummismatcherror", "condaverificationerror", "safetyerror: "],
    pattern: /(?<code>ChecksumMismatchError|CondaVerificationError|SafetyError): /,
    near: [{ pattern: /for url '?(?<url>https?:\/\/[^\s']{1,300})/, own: true, after: 3 }],
    cause: "A downloaded package is not what the channel says.",
    steps: ["conda clean --all"],
  },
  {
    id: "conda/environment-file",
    error_type: "MISSING_FILE",
    stage: "package_manager",
    evidence: "cause",
    bonus: 1,
    keys: ["environmentfilenotfound"],
    pattern: /EnvironmentFileNotFound: '(?<file>[^']{1,300})'/,
    cause: "{file} is not there.",
  },
];
