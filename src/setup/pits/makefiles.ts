import { inFolder } from "../ecosystems/ecosystem.js";
import type { ProjectFiles } from "../project-files.js";

/** The rules of a folder's own makefile, whatever it is called, and of what it includes. */
export interface Makefile {
  text: string;
  /** Fills in the simple variables that are known. */
  expand: (line: string) => string;
  /** What the rules make: "gen/scale.h", "%.tab.c". */
  targets: readonly string[];
}

export function readMakefile(files: ProjectFiles, folder: string): Makefile {
  const text = files
    .names(folder)
    .filter((name) => /^(?:GNUm|[Mm])akefile$|\.mk$/.test(name))
    .map((name) => files.text(inFolder(folder, name)) ?? "")
    .join("\n");
  const variables = variablesOf(text);
  const expand = (line: string) =>
    line.replaceAll(/\$[({](\w+)[)}]/g, (whole, name: string) => variables.get(name) ?? whole);
  const targets = Array.from(text.matchAll(/^([^\s#:=][^#:=\n]*):(?![:=])/gm)).flatMap(([, left = ""]) =>
    expand(left)
      .split(/\s+/)
      .filter((word) => /^[\w./%+-]+$/.test(word)),
  );
  return { text, expand, targets };
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

/** The targets that make a file of this name: by its very name, or by a rule for all files of its kind. */
export function targetsFor({ targets }: Makefile, file: string): string[] {
  const name = file.split("/").at(-1) ?? file;
  return targets.flatMap((target) => {
    const last = target.split("/").at(-1) ?? target;
    if (last === name) return [target];
    const at = last.indexOf("%");
    if (at < 0 || last === "%") return [];
    const [before, after] = [last.slice(0, at), last.slice(at + 1)];
    const fits =
      name.length > before.length + after.length && name.startsWith(before) && name.endsWith(after);
    return fits ? [`${target.slice(0, -last.length)}${name}`] : [];
  });
}
