import type { Rule } from "../rule.js";

/** Sources of other languages whose compilers word their errors as C compilers do. */
const OTHER_LANGUAGE =
  /\.(?:java|kts?|scala|groovy|swift|hs|lhs|py|pyx|tsx?|jsx?|vue|go|rs|php|rb|cs|vb|ml|mli|exs?|dart|ac|am|zig|nim|proto)[:(]\d/;
const SYMBOL =
  /unknown type name|implicit declaration of function|undeclared|no such (?:file|type)|has not been declared|was not declared in this scope|does not name a type|incomplete type|redefinition of|is not a member of|conflicting (?:types|declaration)|storage size of|too (?:few|many) arguments to|invalid use of (?:undefined|incomplete)|redeclared|is not a type|is not declared|is not a class|no type named|no template named|no previous (?:prototype|declaration)|no declaration matches|is ambiguous/;
const NAMESPACED = /['‘"`]([^'’"`]{1,120})['’"`] in namespace ['‘"`][^'’"`]{1,120}['’"`] does not name/;
const MEMBER = /no member named ['‘"`]([^'’"`]{1,120})/;
const ACCESS = /^['‘"`](?:[^'’"`]{0,120} )?\*?([^'’"` ]{1,160})['’"`] is (?:private|protected)/;
const KILLED = /Killed|signal 9|terminated program/;

/** The package that a source file belongs to, where its path tells. */
function ownerOf(text: string): { kind: "package"; value: string }[] {
  const owner =
    /(?:^|[\s/])pkg\/mod\/([\w.-]{1,80}(?:\/[\w.-]{1,80}){1,3})@v/.exec(text)?.[1] ??
    /\/registry\/src\/[^/\s]{1,120}\/([\w-]{1,80}?)-\d/.exec(text)?.[1];
  return owner === undefined ? [] : [{ kind: "package", value: owner }];
}

export const GCC_RULES: readonly Rule[] = [
  {
    // nvcc, Intel's compilers and others on the EDG front end
    id: "gcc/edg-error",
    ecosystem: "c",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "error",
    bonus: 10,
    keys: ["): error: ", "): error #", "): catastrophic error"],
    pattern:
      /^(?<file>[^\s()]{1,400}\.(?:cuh?|c|cc|cpp|cxx|h|hpp|f90))\(\d+\): (?:catastrophic )?error(?: #\d+)?: (?<detail>.+)/,
    cause: "{file} does not compile: {detail}",
  },
  {
    id: "gcc/missing-header",
    ecosystem: "c",
    error_type: "MISSING_SYSTEM_LIBRARY",
    stage: "build",
    evidence: "cause",
    keys: [
      "no such file or directory",
      "file not found",
      "cannot open include file",
      "cannot open source file",
    ],
    pattern:
      /(?:(?:fatal )?error(?: C1083)?|- fatal -|catastrophic error)[:\s-]{1,4}(?:Cannot open (?:include|source) file: )?['"‘]?(?<name>[\w.+/\\-]{1,200})['"’]?(?:: No such file or directory| file not found)/i,
    evenAsWarning: true,
    cause: "The header {name} is not installed, or not on the include path.",
    steps: ["apt-file search {name}"],
    refine: ({ groups, line }) => {
      const name = groups["name"] ?? "";
      if (/^E[A-Z]+$/.test(name)) return null;
      if (/\.(?:[cmsSao]|cc|cpp|cxx|mm|f90?|so|lib|ld)$/.test(name))
        return {
          error_type: "MISSING_FILE",
          entities: [{ kind: "file", value: name }],
          root_cause: `${name} is not there.`,
        };
      return /\.(?:modulemap|map|txt|json|ya?ml|py|js|ts|cmake|gradle|xml|toml|lock|sh|tar|gz|zip|md)$/.test(
        name,
      )
        ? null
        : { entities: [{ kind: "header", value: name }, ...ownerOf(line(0))] };
    },
  },
  {
    id: "gcc/missing-header-clang-module",
    ecosystem: "c",
    error_type: "MISSING_PACKAGE",
    stage: "build",
    evidence: "cause",
    keys: ["module '"],
    pattern: /fatal error: module '(?<package>[\w.]+)' not found/,
    cause: "The module {package} is not built or not installed.",
  },
  {
    id: "gcc/error",
    ecosystem: "c",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "error",
    keys: [": error:", ": fatal error:", ": error "],
    pattern:
      /(?:^|[\s(|'"])(?<file>(?:[A-Za-z]:)?[^\s:()'"|]{1,300}):\d{1,7}(?::\d{1,7})?: (?:fatal )?error ?: (?<message>\S.{0,400})/,
    unless: OTHER_LANGUAGE,
    cause: "{file} does not compile: {message}",
    refine: ({ groups, line }) => {
      const message = groups["message"] ?? "";
      const flag = /\[(-Werror[=,][\w=+,-]+)\]\s*$/.exec(line(0))?.[1]?.replace(/^-Werror,/, "");
      const symbol =
        NAMESPACED.exec(message)?.[1] ??
        MEMBER.exec(message)?.[1] ??
        ACCESS.exec(message)?.[1] ??
        (SYMBOL.test(message)
          ? /['‘"`«]\s?([^'’"`»]{0,120}[^'’"`»\s])\s?['’"`»]/.exec(message)?.[1]
          : undefined);
      const code = symbol ?? flag;
      return { entities: code === undefined ? [] : [{ kind: "code", value: code }] };
    },
  },
  {
    id: "gcc/nvcc-error",
    ecosystem: "c",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "error",
    keys: ["): error:", "): error :"],
    pattern:
      /(?:^|\s)(?<file>[^\s()]{1,300}\.(?:cuh?|cc?|cpp|cxx|hh?|hpp|inl))\(\d{1,7}(?:,\d{1,7})?\): error ?: (?<message>\S.{0,400})/,
    cause: "{file} does not compile: {message}",
  },
  {
    id: "gcc/driver-missing-file",
    ecosystem: "c",
    error_type: "MISSING_FILE",
    stage: "build",
    evidence: "cause",
    keys: [": no such file or directory"],
    pattern:
      /(?:^|\s|\/)[\w.-]{0,60}(?:gcc|g\+\+|cc|c\+\+|clang|clang\+\+|ar|ld|strip|objcopy|ranlib)(?:-[\d.]+)?(?:\.exe)?: (?:error: )?(?<file>[^\s:'"]{1,300}): No such file or directory/,
    unless: /cannot find -l/,
    cause: "The compiler is given {file}, which is not there.",
  },
  {
    id: "gcc/clang-missing-file",
    ecosystem: "c",
    error_type: "MISSING_FILE",
    stage: "build",
    evidence: "cause",
    keys: ["error: no such file or directory: '"],
    pattern:
      /(?:clang|clang\+\+|cc|c\+\+)(?:-[\d.]+)?: error: no such file or directory: '(?<file>[^']{1,300})'/,
    cause: "The compiler is given {file}, which is not there.",
  },
  {
    id: "gcc/unknown-option",
    ecosystem: "c",
    error_type: "RUNTIME_VERSION_MISMATCH",
    stage: "build",
    evidence: "cause",
    keys: [
      "unrecognized command",
      "unknown argument",
      "unsupported option",
      "bad value",
      "unrecognized argument in option",
      "invalid value '",
      ": no option -w",
    ],
    pattern:
      /cc1\w{0,6}: error: -W\S{1,80}: no option (?<code2>-W\S{1,80})|(?:^|\s|\/)(?<command>[\w.+-]{0,60}(?:gcc|g\+\+|cc|c\+\+|clang|clang\+\+|cc1|cc1plus|f951|gfortran)(?:-[\d.]+)?): error: (?:unrecognized command[- ]line option|unknown argument:?|unsupported option|bad value|unrecognized argument in option|invalid value) ['"‘(]{1,2}(?<code>[^'"’)]{1,120})/,
    cause: "This compiler does not know the option {code}{code2}.",
    steps: ["cc --version"],
  },
  {
    id: "gcc/unknown-option-old",
    ecosystem: "c",
    error_type: "RUNTIME_VERSION_MISMATCH",
    stage: "build",
    evidence: "cause",
    keys: ["unrecognized command line option"],
    pattern: /error: unrecognized command line option "(?<code>[^"]{1,120})"/,
    cause: "This compiler does not know the option {code}.",
  },
  {
    id: "gcc/compiler-part-missing",
    ecosystem: "c",
    error_type: "COMMAND_NOT_FOUND",
    stage: "toolchain",
    evidence: "cause",
    keys: ["error trying to exec", "cannot execute", "unable to execute", "unable to exec"],
    pattern:
      /(?:error trying to exec|cannot execute|unable to exec(?:ute)?) ['"‘`](?<command>[^'"’]{1,200})['"’]:? (?:execvp: |posix_spawnp?: )?No such file or directory/,
    cause: "{command}, a part of the compiler, is not installed.",
    steps: ["apt-get install build-essential"],
  },
  {
    id: "gcc/killed",
    ecosystem: "c",
    error_type: "RESOURCE_EXHAUSTED",
    stage: "build",
    evidence: "cause",
    keys: [
      "killed signal terminated program",
      "killed (program",
      "ld terminated with signal 9",
      "unable to execute command: killed",
      "virtual memory exhausted",
      "out of memory allocating",
      "terminated with signal 9",
    ],
    pattern:
      /(?:Killed signal terminated program|internal compiler error: Killed \(program|(?:ld|cc1\w*|collect2) terminated with signal 9|terminated with signal 9 \[Killed\]|unable to execute command: Killed|virtual memory exhausted|out of memory allocating)(?: (?<tool>\w+))?/,
    near: [
      {
        pattern: /(?:Killed signal terminated program|Killed \(program) (?<command>[\w+.-]{1,60})/,
        own: true,
        after: 2,
      },
      { pattern: /^FAILED: (?:\[code=\d+\] )?(?<file>\S{1,300}\.o(?:bj)?)(?: |$)/, before: 8 },
      { pattern: /\*\*\* \[(?:[^\]\s]{1,300}: )?(?<file>[^\]\s]{1,300}\.o(?:bj)?)\] Error/, after: 3 },
    ],
    cause: "The compiler was killed for want of memory.",
    steps: ["free -m", "make -j1"],
  },
  {
    id: "gcc/internal-error",
    ecosystem: "c",
    error_type: "CRASH",
    stage: "build",
    evidence: "cause",
    bonus: -5,
    keys: ["internal compiler error", "clang frontend command failed", "please submit a bug report"],
    pattern:
      /(?:internal compiler error(?:: (?<message>Killed \(program (?<command>[^\s()]{1,60})\)|.{1,200}))?|clang frontend command failed (?:due to signal|with exit code \d+)|PLEASE submit a bug report)/,
    cause: "The compiler crashed.",
    refine: ({ groups }) =>
      KILLED.test(groups["message"] ?? "") ? { error_type: "RESOURCE_EXHAUSTED", bonus: 0 } : {},
  },
  {
    id: "gcc/assembler",
    ecosystem: "c",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "error",
    keys: [
      "error: no such instruction",
      "error: unknown pseudo-op",
      "error: junk at end of line",
      "error: selected processor does not support",
      "invalid instruction mnemonic",
    ],
    pattern: /(?<file>[^\s:]{1,300}|\{standard input\}):\d+: Error: (?<message>.{1,200})/,
    cause: "The assembler does not accept {file}: {message}",
  },
  {
    id: "gcc/not-abi",
    ecosystem: "c",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "summary",
    keys: ["all warnings being treated as errors", "errors generated.", "error generated."],
    pattern: /(?:^|\s)(?<count>\d{1,6}) errors? generated\.$|all warnings being treated as errors/,
    unless: /(?:^|\D)0 errors/,
    cause: "The compiler found errors.",
  },
];
