/**
 * Replaces in a root line whatever differs between two people with the same fault: entities, URLs, paths, quoted names, hashes,
 * versions and numbers. Masking a masked line changes nothing.
 */
import type { Named } from "./entities/notations.js";

const STEPS: readonly (readonly [pattern: RegExp, mask: string])[] = [
  // npm changed its prefix with version 10
  [/^npm ERR!(?= )/, "npm error"],
  [/[\u2018\u2019\u201c\u201d«»`"]/g, "'"],
  [/\b(?:https?|ftp|git|ssh|file):\/\/[^\s'<>()]+/gi, "<url>"],
  // a name within quotes
  [/'[^']{0,400}'/g, "<q>"],
  // C:\dir\file, /dir/file, dir/file, file.ext
  [
    /(?<![\w.@+~>-])(?:[a-z]:|(?:[\w.@+~-]|<\w{1,20}>){0,100})(?:[/\\](?:[\w.@+~*-]|<\w{1,20}>){0,100}){1,40}/gi,
    "<path>",
  ],
  [
    /(?<![\w.+-])[\w+-]{1,80}\.(?:[ch]|cc|cpp|cxx|hpp|py|[jt]sx?|java|kt|go|rs|rb|cs|php|so|dll|cmake|txt|json|ya?ml|toml|gradle|xml|lock|mk|in|a[cm]|m4|sh|swift|vue)\b(?:\.[\d.]{1,20})?/gi,
    "<path>",
  ],
  [/\b0x[0-9a-f]{1,40}\b/gi, "<n>"],
  [/\b(?=[a-f]{0,40}\d)[0-9a-f]{7,64}\b/gi, "<n>"],
  [/\bv?\d[\w.:-]{0,80}/gi, "<n>"],
  [/<n>(?:[.,:~+-]{0,2}<n>){1,40}/g, "<n>"],
  // the versions on offer are a list of any length, which a cut may end
  [/<n>(?:(?:, ?| )<n>)+/g, "<n>"],
  [/\(from versions: <n>[,.]?\s?\)?/g, "(from versions: <n>)"],
  // who asks for it: a line of a requirements file, another package
  [/ \(from (?!versions:)[^()]{0,200}(?:\([^()]{0,60}\))?[^()]{0,20}\)/g, ""],
  [/<(?:path|q)>(?:[:(]<n>[:,)]{0,3}|:[\w-]{1,40}(?=:)){1,3}/g, "<path>"],
  [/\s+/g, " "],
];

export function maskLine(line: string, entities: readonly Named[] = []): string {
  let masked = line;
  const longestFirst = [...entities].sort((a, b) => b.value.length - a.value.length);
  for (const { kind, value } of longestFirst) masked = replaceWord(masked, value, `<${kind}>`);
  for (const [pattern, mask] of STEPS) masked = masked.replace(pattern, mask);
  return masked.trim();
}

/** Replaces `value` where it stands as a whole word, so that a package called "a" does not eat letters. */
function replaceWord(text: string, value: string, mask: string): string {
  let result = "";
  let from = 0;
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, from)) {
    const end = at + value.length;
    const whole = !isWordPart(text[at - 1], value[0]) && !isWordPart(text[end], value.at(-1));
    result += text.slice(from, at) + (whole ? mask : value);
    from = end;
  }
  return result + text.slice(from);
}

function isWordPart(outside: string | undefined, edge: string | undefined): boolean {
  return outside !== undefined && edge !== undefined && /[\w<>]/.test(outside) && /\w/.test(edge);
}
