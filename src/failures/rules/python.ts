import { explainStandardModule } from "./python-stdlib.js";
import { readFreeText } from "../entities/free-text.js";
import { typeOfException } from "./exception-type.js";
import type { MatchContext, Refinement, Rule } from "../rule.js";

/** Frames of a traceback name the file where it happened. */
const INNERMOST_FRAME = { pattern: /^File "(?<frame>[^"]+)", line \d+/, before: 12 } as const;

export const PYTHON_RULES: readonly Rule[] = [
  {
    id: "python/module-not-found",
    error_type: "MISSING_PACKAGE",
    stage: "run",
    evidence: "cause",
    keys: ["no module named"],
    pattern:
      /(?:ModuleNotFoundError|ImportError|[Ee]rror[^:]{0,60}): (?:\([^()]{0,80}\) )?No module named ['"]?(?<package>[\w.-]*\w)|^\S{0,100}python[\d.]{0,6}(?:\.exe)?: No module named (?<package2>[\w.-]*\w)/,
    unless: /^(?:DEBUG|INFO|warning)/i,
    cause: "Python does not find the module {package}.",
    steps: ["python -m pip install {package}", "python -m pip show {package}"],
    refine: explainStandardModule,
  },
  {
    id: "python/shared-library",
    error_type: "MISSING_SYSTEM_LIBRARY",
    stage: "run",
    evidence: "cause",
    keys: ["cannot open shared object file"],
    pattern: /(?:ImportError|OSError): (?<library>[^\s:]+\.so[\d.]*): cannot open shared object file/,
    cause: "{library} is not installed, or not where the loader looks.",
    steps: ["ldconfig -p | grep {library}"],
  },
  {
    id: "python/symbol-version",
    error_type: "MISSING_SYSTEM_LIBRARY",
    stage: "run",
    evidence: "cause",
    keys: ["importerror: "],
    pattern:
      /ImportError: (?:(?<library>[^\s:]+): )?(?:undefined symbol: (?<code>\S+)|version [`'](?<code2>[\w.]+)' not found)/,
    near: [{ pattern: /^\s*import (?<package>\w+)/, before: 6 }],
    cause: "A compiled module was built against another version of a library.",
  },
  {
    id: "python/dll-load",
    error_type: "MISSING_SYSTEM_LIBRARY",
    stage: "run",
    evidence: "cause",
    keys: ["dll load failed", "[winerror 126]", "[winerror 193]"],
    pattern:
      /ImportError: DLL load failed(?: while importing (?<library>\w+))?:|(?:OSError|FileNotFoundError|WindowsError): (?:Could not find module '(?<library2>[^']{1,300})'|\[WinError (?<errno>126|193)\])/,
    near: [
      { pattern: /LoadLibrary\(["'](?<library5>[^"']{1,200})["']\)/, before: 8 },
      { pattern: /^\s*(?:import|from) (?<package>\w+)/, before: 40 },
    ],
    cause: "Windows could not load {library} or a DLL that it needs.",
  },
  {
    id: "python/dlopen",
    error_type: "MISSING_SYSTEM_LIBRARY",
    stage: "run",
    evidence: "cause",
    keys: ["dlopen failed: ", "dlopen("],
    pattern:
      /(?:ImportError|OSError): dlopen(?: failed: (?:library "(?<library>[^"]{1,200})" not found|cannot locate symbol "(?<code>[^"]{1,200})" referenced by "(?<library2>[^"]{1,300})")|\([^,()]{1,300}, \w{1,12}\): (?:Library not loaded: (?<library3>\S{1,300})|Symbol not found: (?:\([^()]{1,300}\)|(?<code2>\S{1,200})))|\((?<library4>[^,()]{1,300}), \w{1,12}\): .{0,40}(?:not loaded|not found|no such file|tried|incompatible))/,
    cause: "The loader could not load {library}.",
  },
  {
    id: "python/cannot-import-name",
    error_type: "VERSION_CONFLICT",
    stage: "run",
    evidence: "cause",
    bonus: -5,
    keys: ["cannot import name"],
    pattern:
      /ImportError: cannot import name ['"]?(?<code>\w+)['"]?(?: from (?:partially initialized module )?['"](?<package>[\w.]+)['"])?/,
    near: [{ pattern: /^\s*from (?<package>\w+)(?:\.[\w.]+)? import/, before: 3 }],
    cause: "The installed {package} has no {code}: another version of it is needed.",
    steps: ["python -m pip show {package}"],
  },
  {
    id: "python/file-not-found",
    error_type: "MISSING_FILE",
    stage: "run",
    evidence: "cause",
    bonus: -4,
    keys: ["[errno 2]"],
    pattern:
      /(?:FileNotFoundError|IOError|OSError|error|Error)?: ?\[Errno (?<errno>2)\] No such file or directory: ?b?['"](?<file>[^'"]+)['"]?|can't open file '(?<file2>[^']+)': \[Errno 2\]|\[Errno 2\] No such file or directory\s*$/,
    refine: refineMissingFile,
    cause: "{file} is not there.",
  },
  {
    id: "python/permission",
    error_type: "PERMISSION_DENIED",
    stage: "run",
    evidence: "cause",
    keys: ["[errno 13]", "[winerror 5]", "[errno 1]", "[errno 30]"],
    pattern:
      /\[(?:Errno|WinError) (?<errno>13|5|1|30)\] (?:Permission denied|Access is denied|Operation not permitted|Read-only file system)(?:: ['"](?<file>[^'"]+))?/,
    cause: "The user may not write {file}.",
    steps: ["ls -l {file}", "id"],
  },
  {
    id: "python/no-memory",
    error_type: "RESOURCE_EXHAUSTED",
    stage: "run",
    evidence: "cause",
    keys: ["memoryerror", "[errno 12]", "[errno 24]", "cuda out of memory", "cuda error: out of memory"],
    pattern:
      /^(?:\S+: )?(?:MemoryError\b|.{0,200}\[Errno (?<errno>12|24)\]|.{0,200}CUDA (?:error: )?out of memory)/i,
    cause: "The process ran out of memory or of open files.",
  },
  {
    id: "python/distribution-not-found",
    error_type: "VERSION_CONFLICT",
    stage: "run",
    evidence: "cause",
    keys: ["distributionnotfound", "packagenotfounderror"],
    pattern:
      /(?:pkg_resources\.)?DistributionNotFound: (?:The )?['"]?(?<pep508>(?!No\b)[\w.-]+(?:[<>=!~][\w.*,<>=!~]+)?)['"]?|PackageNotFoundError: (?:No package metadata was found for )?(?<package2>(?!No\b)[\w.-]+)/,
    refine: ({ groups }) => (/[<>=!~]/.test(groups["pep508"] ?? "") ? {} : { error_type: "MISSING_PACKAGE" }),
    cause: "{package} is not installed in a version that satisfies what is asked for.",
    steps: ["python -m pip install '{pep508}'"],
  },
  {
    id: "python/version-conflict",
    error_type: "VERSION_CONFLICT",
    stage: "run",
    evidence: "cause",
    keys: ["versionconflict:"],
    pattern:
      /VersionConflict: \((?<package>[\w.-]+) (?<version>[\w.]+) \([^()]{1,300}\), Requirement\.parse\(['"](?<pep508>[^'"]+)['"]\)(?:, (?:set\(\[|\{)['"](?<conflicts_with>[\w.-]+))?/,
    cause: "{package} {version} is installed, {pep508} is needed.",
    steps: ["python -m pip install '{pep508}'"],
  },
  {
    id: "python/needs-newer-python",
    error_type: "RUNTIME_VERSION_MISMATCH",
    stage: "toolchain",
    evidence: "cause",
    keys: ["python version", "requires python", "python >=", "python 2.7 or", "python 3"],
    pattern:
      /(?:RuntimeError|error|sys\.exit|Exception|Error)?:? ?(?:This (?:package|version|script) )?(?:requires|[Rr]equires at least|needs) (?<language_runtime>Python)(?: version)? ?(?<constraint>(?:>=|<=|>|<|==)? ?\d[\d.+]*(?: or (?:later|newer|higher|above))?)/,
    near: [
      {
        pattern:
          /(?:[Cc]urrent|running|using|found|is) (?:Python )?(?:version )?(?:is )?:? ?(?<version>\d+\.\d[\d.]*)/,
        after: 2,
        before: 2,
      },
    ],
    bonus: -8,
    cause: "This needs Python {constraint}.",
  },
  {
    id: "python/syntax",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "run",
    evidence: "error",
    bonus: 8,
    keys: ["syntaxerror:", "indentationerror:", "taberror:"],
    pattern: /^(?:\w+ )?(?<kind>SyntaxError|IndentationError|TabError): (?<detail>.+)/,
    near: [{ pattern: /^File "(?<file>[^"]+)", line \d+/, before: 6 }],
    cause: "Python cannot parse {file}: {detail}. Often it is written for another Python.",
    steps: ["python --version"],
  },
  {
    id: "python/api-mismatch",
    error_type: "VERSION_CONFLICT",
    stage: "run",
    evidence: "error",
    bonus: 4,
    keys: ["has no attribute", "unexpected keyword argument"],
    pattern:
      /(?:AttributeError: (?:partially initialized )?module ['"](?<package>[\w.]+)['"] has no attribute ['"](?<code>\w+)|(?:TypeError|AttributeError): .{1,200}(?:has no attribute|unexpected keyword argument) ['"](?<code2>\w+))/,
    near: [INNERMOST_FRAME],
    cause: "The installed library has another interface than the caller expects.",
  },
  {
    id: "python/encoding",
    error_type: "SYNTAX_OR_CONFIG",
    stage: "run",
    evidence: "error",
    bonus: 6,
    keys: ["unicodedecodeerror", "unicodeencodeerror"],
    pattern: /Unicode(?:De|En)codeError: ['"]?(?<detail>[\w-]+)['"]? codec can't (?:de|en)code/,
    near: [{ pattern: /^(?<code>Unicode(?:De|En)codeError)/, own: true }],
    cause: "The text is not in the encoding {detail} that the locale sets.",
    steps: ["export LC_ALL=C.UTF-8", "export PYTHONUTF8=1"],
  },
  {
    id: "python/exception",
    error_type: "OTHER",
    stage: "run",
    evidence: "error",
    bonus: -6,
    keys: [
      "error: ",
      "exceptions.",
      "improperlyconfigured",
      "exception: ",
      "systemexit: ",
      "keyboardinterrupt",
      "notimplemented",
      "exited:",
      "invalidversion: ",
      "invalidrequirement: ",
    ],
    pattern:
      /^(?<exception>(?:[a-zA-Z_]\w*\.){0,6}(?:Exception|[A-Z]\w*(?:Error|Exception|Exit|Interrupt|Failed|Timeout|NotFound|Exist)|InvalidVersion|InvalidRequirement|InvalidURL|ImproperlyConfigured)|(?:[a-z_]\w{0,60}\.){1,6}exceptions\.[A-Z]\w{1,60})(?:: (?<detail>\S.{0,500})?|$)/,
    refine: refineException,
    cause: "Python stopped with {exception}.",
  },
];

const PYTHONS_OWN =
  /^(?:RuntimeError|ValueError|KeyError|OSError|IOError|AttributeError|ImportError|NotImplementedError|ModuleNotFoundError|IndexError|ZeroDivisionError|UnboundLocalError|RecursionError|StopIteration|[a-z_]\w*(?:\.[a-z_]\w*)*\.[A-Z]\w*(?:Error|Exception))$/;

/** An exception counts fully only below a traceback; in a set-up script it is a build that failed. */
function refineException({ groups, line }: MatchContext): Refinement | null {
  let traced = false;
  let setup = false;
  for (let offset = -1; offset >= -40; offset--) {
    const content = line(offset);
    traced ||= /^File "[^"]+", line \d+/.test(content);
    setup ||= /setup\.py|setuptools|distutils|build_meta|<string>/.test(content);
  }
  const exception = groups["exception"] ?? "";
  const code = exception.split(".").at(-1) ?? null;
  // quoted without its traceback: only what no other language calls so
  if (!traced)
    return PYTHONS_OWN.test(exception)
      ? {
          evidence: "hint",
          bonus: 6,
          code,
          error_type: typeOfException(code ?? "", groups["detail"] ?? "") ?? "CRASH",
        }
      : null;
  if (code === "KeyboardInterrupt" || code === "SystemExit") return { evidence: "hint", code };
  if (code === "CalledProcessError") return { evidence: "wrapper", error_type: "BUILD_FAILURE", code };
  const detail = groups["detail"] ?? "";
  const type = typeOfException(code ?? "", detail);
  const entities = readFreeText(detail, type ?? "CRASH");
  if (type !== undefined && type !== "TEST_FAILURE") return { error_type: type, code, entities };
  return setup
    ? { error_type: "BUILD_FAILURE", stage: "build", code }
    : { error_type: type ?? "CRASH", code, entities };
}

/** A missing file without a directory in a call of another program is a program that is not installed. */
function refineMissingFile({ groups, line }: MatchContext): Refinement {
  const file = groups["file"] ?? "";
  let spawned = false;
  for (let offset = -1; offset >= -12; offset--)
    spawned ||= /subprocess\.py|_execute_child|in spawn/.test(line(offset));
  if ((!spawned && !/^[\w.+]+-config$/.test(file)) || file === "" || file.includes("/")) return {};
  return {
    error_type: "COMMAND_NOT_FOUND",
    entities: [{ kind: "command", value: file }],
    root_cause: `${file} is not installed, or not on the PATH.`,
  };
}
