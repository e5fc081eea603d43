import type { ProjectFiles } from "../project-files.js";
import { readMakefile } from "./makefiles.js";

/** Words of the shell and of make itself, and what every system has. */
const GIVEN =
  /^(?:if|then|else|elif|fi|for|do|done|while|case|esac|in|set|cd|test|\[|\[\[|exit|export|echo|printf|true|false|exec|eval|trap|wait|read|unset|umask|type|command|return|local|make|cp|mv|rm|mkdir|ln|cat|sed|awk|grep|sort|tr|cut|head|tail|touch|chmod|find|xargs|install|tee|diff|cmp|date|env|sh|bash|ls|pwd|wc|uname|basename|dirname|sleep|expr|tar|gzip|which|ar|ranlib|strip|ld|as|nm|cc|c99|gcc|g\+\+|c\+\+|python3?|node|npm|go|cargo|git)$/;

/** What a Makefile's recipes, and the scripts beside it, call; what they link; and what they ask pkg-config for. */
export function recipeCommands(
  files: ProjectFiles,
  folder: string,
): { commands: string[]; packages: string[]; libraries: string[] } {
  const { text, expand, targets: made } = readMakefile(files, folder);
  const targets = new Set(made);
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
