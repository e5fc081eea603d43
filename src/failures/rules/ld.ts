import type { Rule } from "../rule.js";
import type { Refinement, MatchContext } from "../rule.js";

/** "pow@GLIBC_2.29", "_ZN…@@GLIBCXX_3.4.11": the version node says more than the symbol. */
function readSymbol({ groups }: MatchContext): Refinement {
  const symbol = groups["symbol"] ?? groups["bare"] ?? "";
  const node = /@@?([A-Z][A-Z0-9]*_[\d.]+)/.exec(symbol)?.[1];
  const object = groups["dso"] ?? groups["archive"] ?? groups["object"];
  const library = object === undefined || !/\.(?:so|a|dylib)(?:[.(]|$)/.test(object) ? undefined : object;
  return {
    entities: [
      { kind: "code", value: node ?? symbol },
      ...(library === undefined ? [] : [{ kind: "library" as const, value: nameLibrary(library) }]),
    ],
  };
}

/** "leveldb/libleveldb.a(env.o)", "../.libs/libtiff.so": the library that a path names; an installed shared one is its path. */
function nameLibrary(path: string): string {
  if (/^\/.*\.so[\d.]*$/.test(path)) return path;
  const bare = path.split("(")[0] ?? path;
  return bare.split("/").at(-1) ?? bare;
}

export const LD_RULES: readonly Rule[] = [
  {
    id: "ld/cannot-find-library",
    ecosystem: "c",
    error_type: "MISSING_SYSTEM_LIBRARY",
    stage: "build",
    evidence: "cause",
    keys: [
      "cannot find -l",
      "library not found for -l",
      "unable to find library -l",
      "could not find library -l",
      "can't find library",
    ],
    pattern:
      /(?:cannot find|library not found for|unable to find library|could not find library|can't find library) -l(?<library>[\w+][\w.+-]{0,100})/,
    near: [
      { pattern: /cannot find -l(?<library2>[\w+][\w.+-]{0,100})/, after: 6, all: true, contiguous: true },
    ],
    cause: "The linker finds no library {library}.",
    steps: ["ldconfig -p | grep {library}"],
  },
  {
    id: "ld/library-not-found-apple",
    ecosystem: "c",
    error_type: "MISSING_SYSTEM_LIBRARY",
    stage: "build",
    evidence: "cause",
    keys: ["ld: library '", "ld: framework", "framework not found"],
    pattern:
      /(?:ld: library '(?<library>[^']+)' not found|framework not found (?<library2>\S+)|ld: framework '(?<library3>[^']+)' not found)/,
    cause: "The linker finds no library {library}.",
  },
  {
    id: "ld/cannot-open-import-library",
    ecosystem: "c",
    error_type: "MISSING_SYSTEM_LIBRARY",
    stage: "build",
    evidence: "cause",
    keys: ["could not open '"],
    pattern:
      /(?:lld-link|link)(?:\.exe)?: (?:error|warning): could not open '(?<library>[\w.+-]{1,100}\.lib)'/,
    cause: "The linker finds no {library}.",
  },
  {
    id: "ld/cannot-find-object",
    ecosystem: "c",
    error_type: "MISSING_FILE",
    stage: "build",
    evidence: "cause",
    bonus: -4,
    keys: ["cannot find ", "cannot open "],
    pattern:
      /(?:ld(?:\.\w+)?|rust-lld|lld-link)(?:\[\d+\])?: (?:error: )?cannot (?:find|open) (?:output file |linker script file )?(?<file>[^\s:-][^\s:]{0,200})(?:: (?<detail>No such file.*|.{1,80}))?$/,
    unless: /No space left|Permission denied/,
    cause: "The linker finds no {file}.",
    refine: ({ groups }) =>
      /^(?:[SgM]?crt\w*\.o|lib\w.*|crt\w+)$/.test(groups["file"] ?? "")
        ? { error_type: "MISSING_SYSTEM_LIBRARY" }
        : {},
  },
  {
    id: "ld/undefined-reference",
    ecosystem: "c",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "cause",
    bonus: -8,
    keys: ["undefined reference to", "undefined symbol: ", 'undefined symbol "'],
    pattern:
      /(?:(?<object>[^\s:]{1,300}): )?undefined (?:reference to|symbol:?) (?:symbol )?(?:['`‘"](?<symbol>[^'’"`]{1,300})['’"`]|(?<bare>[^\s'’"`(,]{1,300}))/,
    unless: /symbol lookup error|ImportError|cannot open shared object|^\s*warning/i,
    near: [
      { pattern: /(?<dso>[^\s:/]{1,120}\.so[\w.]{0,20}): error adding symbols: DSO missing/, after: 1 },
      {
        pattern: /^(?:\S{1,60}ld: )?(?<archive>[^\s:()]{1,300}\.a)\([^)]{1,120}\): [Ii]n function/,
        before: 4,
      },
    ],
    cause: "No linked library defines {symbol}.",
    refine: readSymbol,
  },
  {
    id: "ld/dso-missing",
    ecosystem: "c",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "error",
    keys: ["dso missing from command line"],
    pattern: /(?<library>[^\s:]{1,300}): (?:error adding symbols: )?DSO missing from command line/,
    cause: "{library} is used but not named to the linker.",
  },
  {
    id: "ld/undefined-symbols-apple",
    ecosystem: "c",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "cause",
    bonus: -8,
    keys: ["undefined symbols for architecture", "undefined symbols:"],
    pattern: /Undefined symbols(?: for architecture (?<arch>\w+))?:/,
    near: [{ pattern: /^"(?<code>[^"]{1,200})", referenced from:/, after: 3 }],
    cause: "No linked library defines {code}.",
  },
  {
    id: "ld/multiple-definition",
    ecosystem: "c",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "cause",
    bonus: -8,
    keys: ["multiple definition of", "duplicate symbol"],
    pattern: /(?:multiple definition of|duplicate symbols?:?) [`'‘"]?(?<code>[^\s'’"`;(]{1,300})/,
    cause: "{code} is defined more than once.",
  },
  {
    id: "ld/pic",
    ecosystem: "c",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "cause",
    bonus: -8,
    keys: ["recompile with -fpi"],
    pattern: /(?:(?<file>[^\s:]{1,300}): )?relocation \S{1,60} against .{1,300} recompile with -fPI[CE]/,
    cause: "{file} was compiled without -fPIC.",
  },
  {
    id: "ld/format",
    ecosystem: "c",
    error_type: "PLATFORM_UNSUPPORTED",
    stage: "build",
    evidence: "error",
    keys: ["file format not recognized", "file in wrong format", "incompatible with", "was built for"],
    pattern:
      /(?<file>[^\s:]{1,300}): (?:file format not recognized|file in wrong format|error adding symbols: [Ff]ile (?:format not recognized|in wrong format))|architecture of input file .{1,200} is incompatible with/,
    unless: /skipping incompatible/,
    cause: "{file} is for another architecture, or no object file.",
  },
  {
    id: "ld/symbol-lookup",
    ecosystem: "system",
    error_type: "MISSING_SYSTEM_LIBRARY",
    stage: "run",
    evidence: "cause",
    keys: ["symbol lookup error", "undefined symbol:", "version `"],
    pattern:
      /(?:(?:symbol lookup error: )?(?<library>[^\s:]{1,300}\.so[\w.]*): undefined symbol: (?<code>[^\s,]{1,200})|(?<library2>[^\s:]{1,300}): version [`'](?<code2>[\w.]+)' not found)/,
    cause: "{library} is of another version than the program was built for: {code}.",
  },
  {
    id: "ld/output",
    ecosystem: "c",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "wrapper",
    keys: ["ld returned", "linker command failed", "collect2: error", "fatal error lnk1120"],
    pattern: /(?:ld returned \d+ exit status|linker command failed with exit code \d+|fatal error LNK1120)/,
    cause: "The linker failed.",
  },
];
