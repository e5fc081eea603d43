/**
 * Replaces in a root line whatever differs between two people with the same fault: entities, URLs, paths, quoted names, hashes,
 * versions and numbers. Masking a masked line changes nothing.
 */
import type { Named } from "./entities/notations.js";

interface Step {
  pattern: RegExp;
  mask: string | ((word: string) => string);
  /** Without one of these there is nothing to replace: spares running the pattern. */
  holds?: readonly string[];
}

const STEPS: readonly Step[] = [
  // npm changed its prefix with version 10
  { pattern: /^npm ERR!(?= )/, mask: "npm error", holds: ["npm ERR!"] },
  { pattern: /[\u2018\u2019\u201c\u201d«»`"]/g, mask: "'" },
  {
    pattern: /\b(?:https?|ftp|git|ssh|file):\/\/[^\s'<>()]+/gi,
    mask: "<url>",
    holds: ["://"],
  },
  // a name within quotes
  { pattern: /'[^']{0,400}'/g, mask: "<q>", holds: ["'"] },
  // C:\dir\file, /dir/file, dir/file, file.ext
  {
    pattern:
      /(?<![\w.@+~>-])(?:[a-z]:|(?:[\w.@+~-]|<\w{1,20}>){0,100})(?:[/\\](?:[\w.@+~*-]|<\w{1,20}>){0,100}){1,40}/gi,
    mask: "<path>",
    holds: ["/", "\\"],
  },
  {
    pattern:
      /(?<![\w.+-])[\w+-]{1,80}\.(?:[ch]|cc|cpp|cxx|hpp|py|[jt]sx?|java|kt|go|rs|rb|cs|php|so|dll|cmake|txt|json|ya?ml|toml|gradle|xml|lock|mk|in|a[cm]|m4|sh|swift|vue)\b(?:\.[\d.]{1,20})?/gi,
    mask: "<path>",
    holds: ["."],
  },
  { pattern: /\b0x[0-9a-f]{1,40}\b/gi, mask: "<n>", holds: ["0x", "0X"] },
  { pattern: /\b[0-9a-f]{7,64}\b/gi, mask: (word) => (/\d/.test(word) ? "<n>" : word) },
  { pattern: /\bv?\d[\w.:-]{0,80}/gi, mask: "<n>" },
  { pattern: /<n>(?:[.,:~+-]{0,2}<n>){1,40}/g, mask: "<n>", holds: ["<n>"] },
  // the versions on offer are a list of any length, which a cut may end
  { pattern: /<n>(?:(?:, ?| )<n>)+/g, mask: "<n>", holds: ["<n>"] },
  {
    pattern: /\(from versions: <n>[,.]?\s?\)?/g,
    mask: "(from versions: <n>)",
    holds: ["(from versions"],
  },
  // who asks for it: a line of a requirements file, another package
  {
    pattern: / \(from (?!versions:)[^()]{0,200}(?:\([^()]{0,60}\))?[^()]{0,20}\)/g,
    mask: "",
    holds: [" (from "],
  },
  {
    pattern: /<(?:path|q)>(?:[:(]<n>[:,)]{0,3}|:[\w-]{1,40}(?=:)){1,3}/g,
    mask: "<path>",
    holds: ["<path>", "<q>"],
  },
  { pattern: /\s+/g, mask: " " },
];

export function maskLine(line: string, entities: readonly Named[] = []): string {
  let masked = line;
  const longestFirst = [...entities].sort((a, b) => b.value.length - a.value.length);
  for (const { kind, value } of longestFirst) masked = replaceWord(masked, value, `<${kind}>`);
  for (const step of STEPS) masked = applyStep(masked, step);
  return masked.trim();
}

function applyStep(text: string, { pattern, mask, holds }: Step): string {
  if (holds !== undefined && !holds.some((literal) => text.includes(literal))) return text;
  return typeof mask === "string" ? text.replace(pattern, mask) : text.replace(pattern, mask);
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
