import { inFolder } from "../ecosystems/ecosystem.js";
import type { ProjectFiles } from "../project-files.js";

/** Words of the shell and of make itself, and what every system has. */
const GIVEN =
  /^(?:if|then|else|elif|fi|for|do|done|while|case|esac|in|set|cd|test|\[|\[\[|exit|export|echo|printf|true|false|exec|eval|trap|wait|read|unset|umask|type|command|return|local|make|cp|mv|rm|mkdir|ln|cat|sed|awk|grep|sort|tr|cut|head|tail|touch|chmod|find|xargs|install|tee|diff|cmp|date|env|sh|bash|ls|pwd|wc|uname|basename|dirname|sleep|expr|tar|gzip|which|ar|ranlib|strip|ld|as|nm|cc|c99|gcc|g\+\+|c\+\+|python3?|node|npm|go|cargo|git)$/;

/** What a Makefile's recipes, and the scripts beside it, call; what they link; and what they ask pkg-config for. */
export function recipeCommands(
  files: ProjectFiles,
  folder: string,
): { commands: string[]; packages: string[]; libraries: string[] } {
  const names = files.names(folder);
  const makefiles = names.filter((name) => /^(?:GNUm|[Mm])akefile$|\.mk$/.test(name));
  const text = makefiles.map((name) => files.text(inFolder(folder, name)) ?? "").join("\n");
  const variables = variablesOf(text);
  const expand = (line: string) =>
    line.replaceAll(/\$[({](\w+)[)}]/g, (whole, name: string) => variables.get(name) ?? whole);
  const targets = new Set(Array.from(text.matchAll(/^([\w./-]+)\s*:/gm), (match) => match[1] ?? ""));
  const recipes = text
    .split("\n")
    .filter((line) => line.startsWith("\t"))
    .map((line) => expand(line.slice(1)).replace(/^[@+-]+/, ""));
  const commands = recipes
    .flatMap((line) => line.split(/&&|\|\||[;|]/))
    .map((part) => firstWord(part))
    .filter((word): word is string => word !== null && !GIVEN.test(word) && !targets.has(word));
  const all = expand(text);
  const packages = Array.from(all.matchAll(/pkg-config\s+([^)`\n]*)/g), (match) =>
    (match[1] ?? "").split(/\s+/).filter((word) => /^[a-z][\w.+-]*$/i.test(word)),
  ).flat();
  const libraries = Array.from(all.matchAll(/(?:^|[\s=])-l([a-z][\w+.-]*)/gi), (match) => match[1] ?? "");
  return { commands: unique(commands), packages: unique(packages), libraries: unique(libraries) };
}

/** Simple variables; those of make's own ("CC") are what every system has. */
function variablesOf(text: string): Map<string, string> {
  const found = Array.from(text.matchAll(/^(\w+)[ \t]*[:?]?=([^\n]*)$/gm), (match): [string, string] => [
    match[1] ?? "",
    (match[2] ?? "").trim(),
  ]);
  return new Map([
    ["CC", "cc"],
    ["CXX", "c++"],
    ["AR", "ar"],
    ["YACC", "yacc"],
    ["LEX", "lex"],
    ["MAKE", "make"],
    ...found,
  ]);
}

function firstWord(part: string): string | null {
  const word = part
    .trim()
    .replace(/^[({!]\s*/, "")
    .split(/\s+/)
    .find((candidate) => !/^\w+=/.test(candidate));
  return word !== undefined && /^[a-z][\w.+-]*$/i.test(word) ? word : null;
}

function unique(values: readonly string[]): string[] {
  return Array.from(new Set(values));
}
