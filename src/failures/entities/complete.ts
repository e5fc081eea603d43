import type { EntityKind, ErrorType } from "../failure-case.js";
import type { Named } from "./notations.js";

/** Takes a name of one kind out of a message, where nothing of that kind, nor of `unless`, is known yet. */
interface Form {
  readonly kind: EntityKind;
  readonly pattern: RegExp;
  readonly unless?: readonly EntityKind[];
}

const HOST = /[\w-]{1,80}(?:\.[\w-]{1,80}){1,8}|localhost/.source;
/** "_ssl.c:1006" is a place in a source, no host with a port. */
const NO_SOURCE =
  /(?![\w.-]{1,200}\.(?:c|cc|cpp|cs|cxx|go|h|hpp|java|js|jsx|kt|lua|mjs|php|pl|py|rb|rs|sh|ts|tsx):\d)/
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
const PLACES: readonly Form[] = [
  QUOTED,
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
const CHOICE: Form = { kind: "code", pattern: /invalid (?:choice|value):? ['"]([\w.-]{1,80})['"]/ };
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

const FORMS: Readonly<Partial<Record<ErrorType, readonly Form[]>>> = {
  NETWORK: [...HOSTS, ...PORTS, ERRNO, STATUS],
  TIMEOUT: [...HOSTS, ...PORTS, ERRNO],
  AUTHENTICATION: [...HOSTS, STATUS],
  MISSING_FILE: [...PLACES, ERRNO],
  PERMISSION_DENIED: [...PLACES, ERRNO],
  BUILD_FAILURE: [SOURCE],
  SYNTAX_OR_CONFIG: [OPTION, CHOICE, { ...SOURCE, unless: ["code", "package", "command"] }, AT],
  RESOURCE_EXHAUSTED: [ERRNO, { ...QUOTED, unless: ["command", "package", "host"] }],
  MISSING_SYSTEM_LIBRARY: LIBRARIES,
  CRASH: [
    { kind: "code", pattern: /\b(SIG(?:SEGV|ABRT|BUS|ILL|FPE|TRAP|SYS))\b/, unless: ["command", "package"] },
  ],
};

const READ = 600;

/**
 * What a root line of this kind mostly names, taken from its text where the rule that read it did not: host and port of a connection,
 * the path of a file that is not there, the option that is not known.
 */
export function completeEntities(
  known: readonly Named[],
  type: ErrorType,
  message: string,
): readonly Named[] {
  const text = message.slice(0, READ);
  const entities = [...known];
  for (const { kind, pattern, unless = [] } of FORMS[type] ?? []) {
    if (entities.some((entity) => entity.kind === kind || unless.includes(entity.kind))) continue;
    const value = pattern.exec(text)?.[1];
    if (value !== undefined) entities.push({ kind, value });
  }
  return entities;
}
