import type { ErrorType } from "../failure-case.js";
import type { Refinement, Rule } from "../rule.js";
import { readByWords } from "./by-words.js";
import { typeOfException } from "./exception-type.js";

/** What the system says of a call that failed, in strerror's words and in those of Windows. */
const SYSTEM_MESSAGES: readonly (readonly [RegExp, ErrorType])[] = [
  [/permission denied|not permitted|access is denied|read-only file system/i, "PERMISSION_DENIED"],
  [
    /no space left|disk quota|cannot allocate memory|too many open files|not enough (?:space|memory)/i,
    "RESOURCE_EXHAUSTED",
  ],
  [/timed out/i, "TIMEOUT"],
  [/exec format|bad CPU type|not a valid Win32/i, "PLATFORM_UNSUPPORTED"],
  [/shared object file/i, "MISSING_SYSTEM_LIBRARY"],
  [/connection|network|host|name resolution|name or service|address already|socket/i, "NETWORK"],
  [/directory|file exists|argument/i, "SYNTAX_OR_CONFIG"],
];

const OF_PLACES: ReadonlySet<ErrorType> = new Set([
  "PERMISSION_DENIED",
  "SYNTAX_OR_CONFIG",
  "PLATFORM_UNSUPPORTED",
  "RESOURCE_EXHAUSTED",
]);

/** What a test prints stands before the word that it passed. */
const PASSED = /^\s*--- (?:PASS|SKIP)/;

/**
 * The forms that programs share, whoever wrote them: how compilers name a place, what the system says of a call, how signals and exceptions
 * are told. They find the line that says why where a tool's own rules do not know the wording, before whatever only reports that something failed.
 */
export const FORM_RULES: readonly Rule[] = [
  {
    id: "generic/compiler",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "error",
    bonus: -10,
    keys: ["error"],
    pattern:
      /^(?:[\w./-]{1,40}(?: [\w-]{1,40})?: )?(?<source>(?:[A-Z]:)?(?:[^\s:()[\]"'`]|\[[\w.-]{1,40}\]){1,250}\.[A-Z]\w{0,11})(?::?\[\d+,\d+\]|:\d+(?:[:.,]\d+){0,2}(?:-\d+(?:[:.]\d+)?)?|\(\d+(?:[.,-]\d+){0,3}\))(?:\s?[:-])?\s{1,4}(?:(?:fatal|internal|semantic|syntax|type|compile|compilation|parse|lexical) )?error\b(?:\s?\[?(?<code>[A-Z]{1,8}\d{1,6})\]?)?(?:\s?:)?\s+\S/i,
    refine: ({ groups, line }) =>
      PASSED.test(line(1)) || PASSED.test(line(2)) ? null : readCompiler(groups["source"] ?? "", line(0)),
    cause: "{source} does not compile.",
  },
  {
    id: "generic/coded-error",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "error",
    bonus: -24,
    keys: ["error"],
    pattern: /^(?:\w{1,20} )?error:? ?\[?(?<code>[A-Z]{1,6}\d{2,6})\]?:? \S/i,
    cause: "It does not compile: {code}.",
  },
  {
    id: "generic/test",
    error_type: "TEST_FAILURE",
    stage: "test",
    evidence: "hint",
    bonus: 6,
    keys: ["failed", "✖ ", "✗ ", "not ok ", "1) "],
    pattern:
      /^(?<code>[\w.$#:-]{1,200}(?: > [^>]{1,200}){1,4}) FAILED$|^[✖✗] (?<code2>\S.{2,200})$|^not ok \d{1,6} -? ?(?<code3>\S.{0,200})$|^1\) (?<code4>[\w\\.]{1,200}(?:::|#|\.)\w{1,100})/,
    unless: /# (?:TODO|SKIP)|\b\d+ (?:problems?|errors?|warnings?)\b/i,
    cause: "A test failed: {code}",
  },
  {
    id: "generic/system-says",
    error_type: "OTHER",
    stage: "run",
    evidence: "cause",
    bonus: -26,
    keys: [
      "permission denied",
      "operation not permitted",
      "access is denied",
      "read-only file system",
      "no space left",
      "disk quota exceeded",
      "cannot allocate memory",
      "too many open files",
      "not enough space",
      "timed out",
      "exec format error",
      "bad cpu type",
      "not a valid win32",
      "cannot open shared object file",
      "connection refused",
      "connection reset",
      "connection aborted",
      "network is unreachable",
      "no route to host",
      "name or service not known",
      "name resolution",
      "could not resolve host",
      "address already in use",
      "is a directory",
      "not a directory",
      "directory not empty",
      "file exists",
    ],
    pattern:
      /(?:(?:^|[\s:'"‘`(])(?<place>[\w./\\@+~-]{1,300})['"’`)]?: (?:exec: )?)?(?<says>permission denied|operation not permitted|access is denied|read-only file system|no space left(?: on device)?|disk quota exceeded|cannot allocate memory|too many open files|not enough (?:space|memory)|(?:connection|operation) timed out|exec format error|bad CPU type|not a valid Win32|cannot open shared object file|connection (?:refused|reset|aborted)|network is unreachable|no route to host|name or service not known|name resolution|could not resolve host|address already in use|is a directory|not a directory|directory not empty|file exists)/i,
    unless: /\bwarn|ignor|skipp|retry|publickey/i,
    refine: ({ groups }) => {
      const type = SYSTEM_MESSAGES.find(([pattern]) => pattern.test(groups["says"] ?? ""))?.[1] ?? "OTHER";
      return { error_type: type, entities: placeOf(groups["place"], type) };
    },
    cause: "The system refused it: {says}",
  },
  {
    id: "generic/signal",
    error_type: "CRASH",
    stage: "run",
    evidence: "cause",
    bonus: -30,
    keys: [
      "segmentation fault",
      "bus error",
      "illegal instruction",
      "floating point exception",
      "aborted",
      "sigsegv",
      "sigabrt",
      "sigill",
      "sigbus",
      "killed",
    ],
    pattern:
      /(?:^|[\s:(])(?<signal>[Ss]egmentation [Ff]ault|Bus error|[Ii]llegal instruction|Floating point exception|Aborted(?= ?(?:\(core|$))|SIG(?:SEGV|ABRT|ILL|BUS|FPE)|Killed(?=\s|$))/,
    refine: ({ groups }) => (groups["signal"] === "Killed" ? { error_type: "RESOURCE_EXHAUSTED" } : {}),
    cause: "The program was ended by the system: {signal}.",
  },
  {
    id: "generic/link",
    error_type: "BUILD_FAILURE",
    stage: "build",
    evidence: "error",
    bonus: -10,
    keys: [
      "undefined reference to",
      "undefined symbol",
      "unresolved external",
      "unresolved symbol",
      "cannot find -l",
      "symbol not found",
      "cannot locate symbol",
      "duplicate symbol",
      "multiple definition of",
    ],
    pattern:
      /(?:(?:^|: )(?:(?<file>[\w./+-]{1,200}\.(?:c|cc|cpp|cxx|f90|m|mm)):\(\.\w|(?<library2>\S{1,200}\.so(?:\.\d{1,4}){0,3}): ).{0,40})?undefined reference to ['"‘`](?<code>[^'"’`]{1,200})|(?:undefined|unresolved)(?: external)? symbol:? ['"‘`]?(?<code2>[\w@.]{1,200})|cannot find -l(?<library>[\w.+-]{1,80})|(?:duplicate symbol|multiple definition of):? ['"‘`]?(?<code4>[\w@.:]{1,200})|(?:[Ss]ymbol not found|cannot locate symbol):? ['"‘`]?(?<code3>[\w@.]{1,200})/,
    refine: ({ groups }) =>
      groups["library"] === undefined && groups["code3"] === undefined
        ? {}
        : { error_type: "MISSING_SYSTEM_LIBRARY" },
    cause: "The linker does not find {code}{library}.",
  },
  {
    id: "generic/exception-line",
    error_type: "OTHER",
    stage: "run",
    evidence: "error",
    bonus: -14,
    keys: ["error: ", "exception: ", "failure: ", "error [", "exception in thread"],
    pattern:
      /^(?:Caused by: |Uncaught |Unhandled exception:? {1,2}|(?:PHP )?Fatal error: {1,2}Uncaught |Exception in thread "[^"]{1,80}" |\[)?(?<class>(?:[A-Za-z_]\w{0,60}(?:\.|::|\\)){0,12}[A-Z]\w{0,80}(?:Error|Exception|Failure))\]?(?: \[\w{1,60}\])?(?:: |$)(?<detail>.*)/,
    unless: /^(?:CMake|Fatal|Parse|Build|Compile|Compilation|Internal)Error: |^\w+Error: \d+ errors?$/,
    refine: ({ groups, line }) => readException(groups["class"] ?? "", groups["detail"] ?? "", line(0)),
    cause: "An exception was not handled: {class}",
  },
];

/** What single words of an exception's message do not prove. */
const VAGUE: ReadonlySet<ErrorType> = new Set([
  "SYNTAX_OR_CONFIG",
  "BUILD_FAILURE",
  "VERSION_CONFLICT",
  "MISSING_FILE",
]);

const HEADER =
  /['"‘]?((?:[\w+-]{1,60}\/){0,5}[\w+.-]{1,60}\.(?:h|hh|hpp|hxx))['"’]?(?:: No such file| file not found)|fatal error: ['"‘](\S{1,200})['"’] file not found/;
const UNKNOWN_PACKAGE = /\bpackage ([\w.]{2,200}) does not exist|no such module ['"‘`]?([\w.]{2,80})/;

function readCompiler(source: string, text: string): Refinement {
  const header = firstGroup(HEADER, text);
  if (header !== undefined)
    return { error_type: "MISSING_SYSTEM_LIBRARY", entities: [{ kind: "header", value: header }] };
  const unknown = firstGroup(UNKNOWN_PACKAGE, text);
  const file = { kind: "file", value: source } as const;
  return unknown === undefined
    ? { entities: [file] }
    : { error_type: "MISSING_PACKAGE", entities: [{ kind: "package", value: unknown }, file] };
}

function firstGroup(pattern: RegExp, text: string): string | undefined {
  const groups: readonly (string | undefined)[] = pattern.exec(text)?.slice(1) ?? [];
  return groups.find((group) => group !== undefined);
}

function readException(exception: string, detail: string, text: string): Refinement {
  const name = exception.split(/[.\\]|::/).at(-1) ?? exception;
  const { entities = [], error_type } = readByWords(detail);
  const told = error_type === undefined || VAGUE.has(error_type) ? "CRASH" : error_type;
  return { entities, error_type: typeOfException(name, text) ?? told };
}

/** What the system could not do it to. A bare word before the message is the program that says so. */
function placeOf(place: string | undefined, type: ErrorType): NonNullable<Refinement["entities"]> {
  if (place === undefined || !/[/\\.]/.test(place)) return [];
  if (type === "MISSING_SYSTEM_LIBRARY") return [{ kind: "library", value: place }];
  return OF_PLACES.has(type) ? [{ kind: "file", value: place }] : [];
}
