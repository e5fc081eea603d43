import { entityOf, way, type FailedStep, type Pit } from "./pit.js";

/** Programs, headers, pkg-config files and libraries that the system lacks, looked up in the distribution's own index. */
export const missingSystemFile: Pit = {
  id: "missing-system-file",
  error_types: [
    "MISSING_SYSTEM_LIBRARY",
    "COMMAND_NOT_FOUND",
    "MISSING_FILE",
    "BUILD_FAILURE",
    "SYNTAX_OR_CONFIG",
    "OTHER",
    "CRASH",
  ],
  async react(failed) {
    for (const pattern of patternsOf(failed)) {
      const found = await failed.findSystemFile(pattern.pattern);
      const ways = choosePackages(found, pattern.name).map((name, index) =>
        way("missing-system-file", {
          kind: "insert_step",
          template: ["apt-get install -y {system_package}"],
          slots: { system_package: name, file: pattern.name },
          why: `${pattern.name} is part of the system package ${name}.`,
          probability: index === 0 ? 0.8 : 0.4,
          seconds: 20,
        }),
      );
      if (ways.length > 0) return ways;
    }
    return [];
  },
};

interface Wanted {
  name: string;
  pattern: string;
}

function patternsOf({ failure, output }: FailedStep): Wanted[] {
  const wanted: Wanted[] = [];
  const header =
    entityOf(failure, "header") ??
    match(output, /fatal error: '?([\w./+-]+\.h(?:pp|xx)?)'?(?: file not found|: No such file)/);
  if (header !== null) wanted.push({ name: header, pattern: `^include/\\([^ ]*/\\)\\?${escape(header)} ` });
  const library =
    entityOf(failure, "library") ??
    match(output, /cannot find -l([\w+.-]+)/) ??
    match(output, /lib([\w+.-]+)\.so[\d.]*: cannot open shared/);
  if (library !== null) {
    const name = library
      .replace(/^lib/, "")
      .replace(/\.so.*$/, "")
      .replace(/^-l/, "");
    wanted.push(
      { name: library, pattern: `/lib${escape(name)}\\.so ` },
      { name: library, pattern: `/pkgconfig/\\(lib\\)\\?${escape(name)}\\.pc ` },
    );
  }
  const pc =
    match(output, /No package '([\w+.-]+)' found/) ??
    match(output, /Package ([\w+.-]+) was not found in the pkg-config/) ??
    match(output, /The system library `([\w+.-]+)` required by crate/) ??
    match(output, /could not find system library '([\w+.-]+)'/);
  if (pc !== null) wanted.push({ name: pc, pattern: `/pkgconfig/${escape(pc)}\\.pc ` });
  const command =
    entityOf(failure, "command") ??
    match(output, /(?:^|\s|\/)([\w.+-]+): (?:command )?not found/) ??
    match(output, /\b([a-z]\w{1,30}_config)\b[^\n]{1,40}(?:not found|executable)/i);
  if (command !== null && /^[\w.+-]+$/.test(command))
    wanted.push({ name: command, pattern: `^s\\?bin/${escape(command)} ` });
  for (const found of output.matchAll(
    /is (?:`|')?([\w.+-]+)(?:`|')? installed\?|Could NOT find ([A-Z][A-Za-z0-9]+)/g,
  )) {
    const name = found[1] ?? found[2] ?? "";
    wanted.push(
      { name, pattern: `^s\\?bin/${escape(name)} ` },
      { name, pattern: `/pkgconfig/\\(lib\\)\\?${escape(name.toLowerCase())}\\.pc ` },
    );
  }
  return wanted.filter(({ name }) => name.length > 0 && name.length < 100);
}

/** The package that is named most like the file, development packages first for what is compiled against. */
export function choosePackages(found: readonly { path: string; package: string }[], name: string): string[] {
  const stem = (name.split("/").at(-1) ?? name)
    .replace(/\.\w+$/, "")
    .replace(/^lib/, "")
    .replace(/[_-]config$/, "")
    .toLowerCase();
  const score = (entry: { path: string; package: string }) =>
    (entry.package.includes(stem) ? 0 : 4) +
    (/-dev$|^python3?-/.test(entry.package) ? 0 : /^s?bin\//.test(entry.path) ? 0 : 2) +
    entry.path.split("/").length +
    entry.package.length / 20 +
    (/\d/.test(entry.package.replace(/-dev$/, "").slice(3)) ? 0.5 : 0);
  const ranked = Array.from(found).sort((a, b) => score(a) - score(b) || (a.package < b.package ? -1 : 1));
  return Array.from(new Set(ranked.map((entry) => entry.package))).slice(0, 3);
}

function match(text: string, pattern: RegExp): string | null {
  return pattern.exec(text)?.[1] ?? null;
}

function escape(text: string): string {
  return text.replaceAll(/[.[\]*^$\\]/g, "\\$&");
}
