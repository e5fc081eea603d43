import type { EntityKind, ErrorType } from "../failure-case.js";

/** Takes a name of one kind out of a message, where nothing of that kind, nor of `unless`, is known yet. */
export interface Form {
  readonly kind: EntityKind;
  readonly pattern: RegExp;
  readonly unless?: readonly EntityKind[];
}

const HOST = /[\w-]{1,80}(?:\.[\w-]{1,80}){1,8}|localhost/.source;
/** "_ssl.c:1006" is a place in a source, no host with a port. */
const NO_SOURCE =
  /(?![\w.-]{1,200}\.(?:[chm]|cc|cpp|cs|cxx|ex|exs|go|groovy|gradle|hpp|hs|java|js|jsx|kt|lua|mjs|mm|php|pl|py|rb|rs|scala|sh|swift|ts|tsx|vue):\d)/
    .source;
const PATH =
  /(?:[A-Z]:)?[\w.@+~$-]{0,120}(?:[/\\][\w.@+~$-]{1,120}){1,40}[/\\]?|[\w@+-][\w.@+-]{0,100}\.\w{1,12}/
    .source;

const HOSTS: readonly Form[] = [
  { kind: "host", pattern: new RegExp(`\\b(?:https?|ftp|git|ssh|wss?)://(?:[^\\s@/]{1,60}@)?(${HOST})`) },
  { kind: "host", pattern: new RegExp(`\\b[Hh]ost(?:name)?(?:=| ?: ?| )['"]?(${HOST})`) },
  {
    kind: "host",
    pattern: new RegExp(
      `(?:[Cc]onnect(?:ion|ed|ing)? (?:to|with)|[Cc]onnect|lookup|[Rr]esolv\\w{1,3}|EAI_AGAIN|E[A-Z]{5,12}|dial tcp|server|from) ['"\`]?(${HOST})`,
    ),
  },
  { kind: "host", pattern: new RegExp(`(?<![\\w.@/-])${NO_SOURCE}(${HOST}):\\d{2,5}(?![\\d:])`) },
];
const PORTS: readonly Form[] = [
  {
    kind: "port",
    pattern: new RegExp(`(?<![\\w.-])${NO_SOURCE}(?:${HOST}|\\[[\\da-f:]{2,40}\\]):(\\d{2,5})(?![\\w:.])`),
  },
  { kind: "port", pattern: /\bport(?:=|: ?| )(\d{2,5})\b/i },
];
const STATUS: Form = {
  kind: "code",
  pattern:
    /(?:\bHTTP(?:\/[\d.]{1,3})?(?: error| code| status(?: code)?| response code)?|\bstatus(?: code)?|\berror|\bcode|Exception)(?:: | = |=| )([45]\d\d)\b/i,
};
const ERRNO: Form = {
  kind: "errno",
  pattern:
    /(?<![\w.])(E(?:ACCES|PERM|NOENT|EXIST|NOSPC|MFILE|NOTDIR|ISDIR|ROFS|BUSY|CONN(?:RESET|REFUSED|ABORTED)|TIMEDOUT|SOCKETTIMEDOUT|NOTFOUND|HOSTUNREACH|NETUNREACH|ADDRINUSE|AI_AGAIN))\b/,
};
const QUOTED: Form = {
  kind: "file",
  pattern: new RegExp(`['"‘\`(](${PATH})['"’\`)]`, "i"),
  unless: ["command", "host", "package", "library", "header"],
};
/** A whole path in quotes may hold blanks. */
const QUOTED_WHOLE: Form = {
  ...QUOTED,
  pattern: /['"`‘]((?:[A-Z]:[/\\]|\/)[\w .@()+~/\\-]{1,300})['"`’]/i,
};
/** The file of a URL that is not there. */
const DOWNLOAD: Form = {
  kind: "file",
  pattern:
    /https?:\/\/[^\s'"]{1,300}\/([\w.+-]{1,120}\.(?:zip|tgz|tar\.\w{2,4}|gz|xz|bz2|jar|exe|msi|deb|rpm|whl|sh|phar|AppImage))(?=\W.{0,200}\b404\b)/,
};
const PLACES: readonly Form[] = [
  QUOTED,
  QUOTED_WHOLE,
  {
    kind: "file",
    pattern: /(?<![\w./:@-])((?:[A-Z]:\\|\.{0,2}\/)[\w.@+~$-]{1,120}(?:[/\\][\w.@+~$-]{1,120}){0,40})/i,
    unless: ["command", "host", "package", "library", "header"],
  },
];
/** "src/a.c:12:3: ", "src/a.ts(12,3): " */
const SOURCE: Form = {
  kind: "file",
  pattern:
    /^(?!.{0,500}undefined reference)(?:\[?error\]?:? )?((?:[A-Z]:)?[^\s:("'`]{1,250}\.\w{1,8})(?::\d{1,6}|\(\d{1,6}[,)])/i,
  unless: ["package", "library"],
};
/** "parse error at (deploy.yaml:14)", "in /etc/app/app.conf:7" */
const AT: Form = {
  kind: "file",
  pattern:
    /\b(?:in|at|of|from) ['"`(]?((?:\/|[\w.-]{1,80}\/){0,12}[\w.-]{1,80}\.\w{1,10})['"`]?(?::\d| ?[(,]? ?line \d|\))/,
  unless: ["code", "package", "command"],
};
const OPTION: Form = {
  kind: "code",
  pattern:
    /(?:[Uu]nknown|[Uu]nrecogni[sz]ed|[Ii]nvalid|[Ii]llegal|[Uu]nsupported|[Nn]o such|[Bb]ad|[Uu]nexpected)(?: command[- ]line)? (?:options?|arguments?|flags?|switch|parameter)(?: name)?(?: -- |:? )['"‘`]?(-{0,2}[A-Za-z][\w-]{0,60})/,
};
const SETTING: Form = {
  kind: "code",
  pattern:
    /(?:[Mm]issing|[Ii]nvalid|[Uu]nknown|[Uu]nsupported|find|no such) (?:script|target|rule|key|property|field|version|variable|parameter|setting):? ['"‘`]?([\w.-]{1,80})/,
  unless: ["version", "package"],
};
const CHOICE: Form = { kind: "code", pattern: /invalid (?:choice|value):? ['"]([\w.-]{1,80})['"]/ };
/** "'x' is not recognized", "x: command not found", "unable to find x command", "Cannot run program "x"" */
const COMMANDS: readonly Form[] = [
  { kind: "command", pattern: /['"‘`]([\w.+-]{1,60})['"’`] is not recognized/ },
  { kind: "command", pattern: /(?:^|[\s:])['"‘`]?([\w.+/-]{1,80})['"’`]?: (?:command )?not found/ },
  {
    kind: "command",
    pattern:
      /\b(?:command|program|executable|binary|tool|process) (?:'command )?['"‘`:]{0,2} ?([\w.+/-]{1,80})['"’`]|(?:corresponding to|execute|run|start|spawn) ['"‘`]([\w.+/-]{1,80})['"’`]/i,
  },
  {
    kind: "command",
    pattern:
      /['"‘`]?([\w.+-]{2,60})['"’`]? (?:executable|command|binary|program) (?:was |is |appears )?(?:not|missing)/,
  },
  {
    kind: "command",
    pattern:
      /(?:[Ff]ind|[Ll]ocate|[Ff]ound:?|FIND) (?:the )?['"‘`]?([\w.+-]{2,60})['"’`]?(?: (?:command|executable|binary|program|in |\()|$)/,
  },
];
const RUNTIME_OF: Form = {
  kind: "package",
  pattern:
    /^\W{0,6}(?:[Ee][Rr][Rr][Oo][Rr]: )?(?:[Pp]ackage )?['"‘`]?(@?[a-z][\w./-]{1,80})['"’`]?(?: v?\d[\w.-]{0,30})? requires? /,
};
const RANGE = /(?:[<>=~^!]{1,2} ?)?\d+(?:\.\w+)*(?:(?:, ?| ?\|\|? ?)?[<>=~^!]{1,2} ?\d[\w.*]*)*/.source;
/** "requires Ruby version >= 2.3.0", "CMake 3.8 or higher is required.  You are running version 3.7.2" */
const RUNTIMES: readonly Form[] = [
  RUNTIME_OF,
  {
    kind: "language_runtime",
    pattern:
      /(?<![\w./@-])(Python|Node(?:\.js)?|node|npm|Ruby|ruby|PHP|php|Java|JDK|jdk|JRE|Go|go|Rust|rustc|Swift|Perl|perl|CMake|cmake|GCC|gcc|CLANG|[Cc]lang|Gradle|Maven|Xcode|Kotlin|Dart|Flutter|Scala|Erlang|Elixir|GHC|OCaml|Julia|Lua|Zig|Deno|Bun|R)(?![\w./@-]*\w)/,
    unless: ["command"],
  },
  {
    kind: "constraint",
    pattern: new RegExp(
      `(?:requires?|requirement|needs?|minimum|at least|expected|specified)\\b[^\\d<>=~^]{0,40}(${RANGE}(?: or (?:newer|later|higher|above))?)|not in (?:the allowed range )?['"]?([\\d[(<>=~^][\\w.,<>=~^ ]{1,40}[)\\]]?)|(?<![\\w.])(${RANGE}) or (?:newer|later|higher|above)`,
      "i",
    ),
  },
  {
    kind: "version",
    pattern:
      /(?:currently|running|found|got|you have|current \w{1,20}|version:?|\bis|but) ?(?:an? |the |active )?(?:\w{1,20} )?(?:version )?(?:is )?(?:version )?['"(]?v?(\d{1,9}(?:\.[\da-z-]{1,30}){1,6})/i,
  },
];
/** The name behind the word for what it is: "module 'x'", "gem "x"", "package x" */
const NOUN =
  "(?:modules?|packages?|gems?|crates?|dependenc(?:y|ies)|plugins?|extensions?|distributions?|artifacts?|formula|images?|manifest for|bundles?|requirement)";
/** Words of a sentence that stand where a name would. */
const NO_NAME =
  /(?!(?:a|an|and|are|at|available|by|cannot|could|does|failed|for|found|from|has|have|in|is|manager|missing|named|not|of|on|or|requires?|that|the|to|version|was|were|which|with)\b)/
    .source;
const NAME = `${NO_NAME}${/@?[a-z_][\w./@+:-]{0,120}?/.source}`;
const PACKAGES: readonly Form[] = [
  { kind: "package", pattern: /^\W{0,4}([\w.+-]{2,80}) is needed by/ },
  { kind: "package", pattern: new RegExp(`\\bdepends on ['"‘\`]?(${NAME})(?=[\\s'"’\`(,;@<>=^~]|$)`, "i") },
  {
    kind: "package",
    pattern: new RegExp(
      `\\b${NOUN} (?:named |called )?['"‘\`]?(${NAME})(?=[\\s'"’\`(,;]|[@:]\\d|:latest|[.:]?$)`,
      "i",
    ),
  },
  {
    kind: "package",
    pattern: new RegExp(
      `(?:find|found|resolve|locate|load|import|install|provides) (?:\\w{1,12} )?['"‘\`](${NAME})(?=['"’\`]|[@:]\\d| ?\\()`,
      "i",
    ),
  },
  {
    kind: "package",
    pattern: new RegExp(
      `['"‘\`](${NAME})(?:@[^'"]{1,40})?['"’\`] (?:is|was|does|could|has)? ?(?:not|no)\\b`,
      "i",
    ),
  },
];
const PACKAGE_VERSIONS: readonly Form[] = [
  {
    kind: "constraint",
    pattern: /[\w(@'" ]((?:[~^<>!]=?|~>|===?) ?\d[\w.*]*(?:, ?(?:[~^<>!]=?|~>|==) ?\d[\w.*]*)*)/,
    unless: ["version"],
  },
  {
    kind: "version",
    pattern: /(?:\bversion |['"’\w] ?\(|[@:])v?(\d+(?:\.\w+)+(?:[-+][\w.]+)?|latest\b)/,
    unless: ["constraint"],
  },
];
/** The name that a compiler does not know. */
const UNKNOWN_NAME: Form = {
  kind: "code",
  pattern:
    /['"‘`]([A-Za-z_][\w:.~]{1,100})['"’`](?: was| is)? (?:not declared|undeclared|has no member|does not name)|(?:undeclared (?:type|identifier)|unknown type name|implicit declaration of function|unresolved (?:reference|identifier):?|cannot find (?:type|name|function|value)|not in scope:?) ['"‘`]?([A-Za-z_][\w:.]{1,100})/,
};
const WARNING_FLAG: Form = { kind: "code", pattern: /\[(-Werror=[\w-]{1,60})\]$/ };
const LIBRARIES: readonly Form[] = [
  {
    kind: "library",
    pattern:
      /(?<![\w./+-])((?:\/[\w.+-]{1,80}){0,20}\/?[\w+-]{1,60}(?:\.\d{1,4}){0,3}\.(?:so(?:\.\d{1,6}){0,4}|dll|dylib|framework))\b/i,
    unless: ["header", "file"],
  },
  {
    kind: "header",
    pattern: /(?<![\w./])((?:[\w-]{1,60}\/){0,5}[\w-]{1,60}\.(?:h|hh|hpp|hxx))\b/,
    unless: ["library", "file"],
  },
  { kind: "code", pattern: /(?:symbol|procedure(?: entry point)?):? ['"`‘]?([\w@.]{2,120})/ },
];

/** By kind of fault: what its root line mostly names. */
export const FORMS: Readonly<Partial<Record<ErrorType, readonly Form[]>>> = {
  NETWORK: [...HOSTS, ...PORTS, ERRNO, STATUS],
  TIMEOUT: [...HOSTS, ...PORTS, ERRNO],
  AUTHENTICATION: [...HOSTS, STATUS],
  MISSING_FILE: [DOWNLOAD, ...PLACES, ERRNO, STATUS],
  PERMISSION_DENIED: [...PLACES, ERRNO],
  BUILD_FAILURE: [SOURCE, UNKNOWN_NAME, WARNING_FLAG],
  COMMAND_NOT_FOUND: COMMANDS,
  RUNTIME_VERSION_MISMATCH: RUNTIMES,
  MISSING_PACKAGE: [...PACKAGES, ...PACKAGE_VERSIONS],
  VERSION_NOT_FOUND: [...PACKAGES, ...PACKAGE_VERSIONS],
  SYNTAX_OR_CONFIG: [OPTION, CHOICE, SETTING, { ...SOURCE, unless: ["code", "package", "command"] }, AT],
  RESOURCE_EXHAUSTED: [ERRNO, { ...QUOTED, unless: ["command", "package", "host"] }],
  MISSING_SYSTEM_LIBRARY: LIBRARIES,
  CRASH: [
    { kind: "code", pattern: /Sanitizer: ([\w-]{3,60})/ },
    { kind: "code", pattern: /\b(SIG(?:SEGV|ABRT|BUS|ILL|FPE|TRAP|SYS))\b/, unless: ["command", "package"] },
  ],
};
