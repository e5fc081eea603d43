import type { ErrorType } from "../failure-case.js";
import type { Named } from "./notations.js";

/**
 * Names in a message that no tool's rule knows, each notation on its own: what is certain by its form alone, at most the first of a
 * kind. Quoted words and plain names are left out: nothing says what they are.
 */
const FORMS: readonly (readonly [Named["kind"], RegExp])[] = [
  [
    "errno",
    /\b(E(?:ACCES|PERM|NOENT|EXIST|NOSPC|MFILE|NOTDIR|ISDIR|ROFS|AGAIN|PIPE|INVAL|NOTFOUND|CONN(?:RESET|REFUSED|ABORTED)|TIMEDOUT|HOSTUNREACH|NETUNREACH|ADDRINUSE|AI_AGAIN))\b/,
  ],
  ["code", /\b(ERR_[A-Z][A-Z0-9_]{2,60}|E\d{3,4}|[A-Z]{2,6}\d{3,5})\b/],
  ["host", /\bhttps?:\/\/(?:[^\s@/]{1,60}@)?([\w-]{1,80}(?:\.[\w-]{1,80}){1,8})/],
  ["package", /[Nn]o module named ['"]?([A-Za-z_][\w.]{0,80}\w)/],
  ["port", /\bport:? (\d{2,5})\b/i],
  ["header", /(?<![\w./-])((?:[\w-]{1,60}\/){0,5}[\w-]{1,60}\.(?:h|hh|hpp))\b(?!\.)/],
  ["library", /(?<![\w./-])(lib[\w+-]{1,60}\.(?:so(?:\.[\d.]{0,20}\d)?|a|dylib)|[\w-]{1,60}\.dll)\b/i],
  [
    "file",
    /(?<![\w./:@-])((?:[A-Za-z]:\\|\/|\.{1,2}\/|~\/)(?:[\w.+@~-]{1,120}[/\\]){0,30}[\w.+@~-]{0,120}[\w~]|[\w.-]{1,80}\.(?:json|ya?ml|toml|xml|gradle|cfg|ini|conf|txt|lock|py|[jt]sx?|rb|go|rs|java|php|cs|sh|pem|key|crt|jar|whl|zip|tar\.gz))(?![\w/\\@]| (?:[\w.()-]{1,40} ){0,2}[\w.()-]{1,40}[/\\])/,
  ],
];
const SPEC = /(?<![\w/@])(@?[a-z][\w.-]{1,80}(?:\/[\w.-]{1,80})?)(?:@|==)(\d[\w.+-]{0,40}\w)/i;

const OF_HOSTS: ReadonlySet<ErrorType> = new Set([
  "NETWORK",
  "TIMEOUT",
  "AUTHENTICATION",
  "VERSION_NOT_FOUND",
  "MISSING_FILE",
  "PERMISSION_DENIED",
  "RESOURCE_EXHAUSTED",
]);

/** A message names what it is about early; what follows is a list, a path's tail or another program's output. */
const READ = 300;

export function readFreeText(message: string, type?: ErrorType): readonly Named[] {
  const text = message.slice(0, READ);
  // elsewhere an address is where to read on
  const isOfHosts = type === undefined || OF_HOSTS.has(type);
  const found = FORMS.flatMap(([kind, form]): Named[] => {
    if (kind === "host" && !isOfHosts) return [];
    const value = form.exec(text)?.[1];
    return value === undefined ? [] : [{ kind, value }];
  });
  const spec = SPEC.exec(text);
  return spec === null
    ? found
    : [...found, { kind: "package", value: spec[1] ?? "" }, { kind: "version", value: spec[2] ?? "" }];
}
