import { inFolder } from "../ecosystems/ecosystem.js";
import type { ProjectFiles } from "../project-files.js";
import type { SetupStep, Way } from "../setup.js";
import { ENDS, isSource, missingLocals, writtenAs } from "./local-files.js";
import { way, type Pit } from "./pit.js";

/** A script that was committed without its mode. */
export const notExecutable: Pit = {
  id: "not-executable",
  ways: ["not-executable"],
  error_types: ["PERMISSION_DENIED", "OTHER", "BUILD_FAILURE", "TEST_FAILURE"],
  react({ output, files, step }) {
    const script =
      /(?:^|[\s':])(?:\.\/)?([\w./-]+)'?: Permission denied/m.exec(output)?.[1] ??
      /Permission denied: '(?:\.\/)?([\w./-]+)'/.exec(output)?.[1];
    const found = script === undefined ? [] : namedLike(files, step.cwd, script);
    return found.length === 0 ? [] : [makeExecutable(found)];
  },
  foresee({ files }, step) {
    const called = calledScripts(files, step.cwd).filter(
      (path) => !files.isExecutable(inFolder(step.cwd, path)),
    );
    return called.length === 0 ? [] : [makeExecutable(called)];
  },
};

function makeExecutable(scripts: readonly string[]): Way {
  return way("not-executable", {
    kind: "insert_step",
    template: ["chmod +x {scripts}"],
    slots: { scripts: scripts.join(" ") },
    why: `${scripts.join(", ")}: committed without the right to be run.`,
    probability: 0.9,
    seconds: 1,
  });
}

/** A script with the line ends of Windows: the kernel looks for an interpreter whose name ends in a carriage return. */
export const carriageReturns: Pit = {
  id: "carriage-returns",
  ways: ["carriage-returns"],
  error_types: [
    "COMMAND_NOT_FOUND",
    "MISSING_FILE",
    "SYNTAX_OR_CONFIG",
    "OTHER",
    "BUILD_FAILURE",
    "TEST_FAILURE",
    "CRASH",
    "PERMISSION_DENIED",
  ],
  react({ output, files, step }) {
    const says =
      /\^M|\r|bad interpreter|required file not found|: not found|No such file|Illegal option|syntax error/.test(
        output,
      );
    return says ? unixLineEnds(files, step) : [];
  },
  foresee: ({ files }, step) => unixLineEnds(files, step),
};

function unixLineEnds(files: ProjectFiles, step: SetupStep): Way[] {
  const names = files
    .names(step.cwd)
    .filter(
      (name) =>
        /^[\w./-]+$/.test(name) && hasCarriageReturns(name, files.text(inFolder(step.cwd, name)) ?? ""),
    );
  if (names.length === 0) return [];
  return [
    way("carriage-returns", {
      kind: "insert_step",
      template: ["sed -i 's/\\r$//' {scripts}"],
      slots: { scripts: names.join(" ") },
      why: `${names.join(", ")}: scripts with the line ends of Windows.`,
      probability: 0.9,
      seconds: 1,
    }),
  ];
}

function hasCarriageReturns(name: string, text: string): boolean {
  return (
    text.includes("\r\n") && (text.startsWith("#!") || /\.(?:sh|bash|mk)$|(?:^|\/)[Mm]akefile$/.test(name))
  );
}

/** A name that is written in other letters than the file's: the same on a Mac or Windows, another one here. */
export const fileNameCase: Pit = {
  id: "file-name-case",
  ways: ["file-name-case"],
  error_types: [
    "MISSING_FILE",
    "MISSING_PACKAGE",
    "BUILD_FAILURE",
    "TEST_FAILURE",
    "CRASH",
    "SYNTAX_OR_CONFIG",
    "OTHER",
    "MISSING_SYSTEM_LIBRARY",
  ],
  react: ({ files, step }) => linkNames(files, step),
  foresee: ({ files }, step) => linkNames(files, step),
};

function linkNames(files: ProjectFiles, step: SetupStep): Way[] {
  const names = files.names(step.cwd);
  const byLower = new Map(names.map((name) => [name.toLowerCase(), name]));
  const links = new Map<string, string>();
  for (const { target, from } of missingLocals(files, step.cwd)) {
    const included = writtenAs(target, from);
    const beside = ENDS.map((end) => byLower.get(`${target}${end}`.toLowerCase())).find(
      (one) => one !== undefined,
    );
    // What is included may stand below any folder of headers.
    const below = isSource(from)
      ? names.find((name) => name.toLowerCase().endsWith(`/${included.toLowerCase()}`))
      : undefined;
    const actual = beside ?? below;
    if (actual === undefined || !/^[\w./-]+$/.test(target + actual)) continue;
    const wanted =
      beside === undefined ? actual.slice(0, actual.length - included.length) + included : target;
    const link = linkOf(wanted, actual);
    if (link !== null && !files.has(inFolder(step.cwd, link.name))) links.set(link.name, link.target);
  }
  if (links.size === 0) return [];
  const commands = Array.from(links, ([name, target]) => `ln -sf ${target} ${name}`);
  return [
    way("file-name-case", {
      kind: "insert_step",
      template: ["{links}"],
      slots: { links: commands.join(" && ") },
      why: `${Array.from(links.keys()).join(", ")}: the file's name has other capitals.`,
      probability: 0.9,
      seconds: 1,
    }),
  ];
}

/** The first part of the path that is written otherwise: a link of that name to what is there. */
function linkOf(wanted: string, actual: string): { name: string; target: string } | null {
  const [ours, theirs] = [wanted.split("/"), actual.split("/")];
  const at = ours.findIndex((part, index) => part !== theirs[index]);
  const target = theirs[at];
  if (at === -1 || target === undefined) return null;
  const isLast = at === ours.length - 1;
  const extension = isLast && !(ours[at] ?? "").includes(".") ? (/\.\w+$/.exec(target)?.[0] ?? "") : "";
  return { name: `${ours.slice(0, at + 1).join("/")}${extension}`, target };
}

/** The file, or those of that name below: a recipe may have gone to another folder first. */
function namedLike(files: ProjectFiles, folder: string, path: string): string[] {
  const names = files.names(folder);
  return names.includes(path) ? [path] : names.filter((name) => name.endsWith(`/${path}`));
}

/** Scripts of the repository that a Makefile, package.json or another script calls by their path. */
function calledScripts(files: ProjectFiles, folder: string): string[] {
  const names = new Set(files.names(folder));
  const callers = Array.from(names).filter((name) =>
    /(?:^|\/)(?:GNUm|[Mm])akefile$|(?:^|\/)package\.json$|\.(?:sh|mk)$|(?:^|\/)(?:autogen|bootstrap|configure)$/.test(
      name,
    ),
  );
  const found = new Set<string>();
  for (const caller of callers)
    for (const [, path = ""] of (files.text(inFolder(folder, caller)) ?? "").matchAll(
      /(?:^|[\s"'@;&(=])\.\/([\w./-]+)/gm,
    ))
      for (const name of namedLike(files, folder, path))
        if (files.text(inFolder(folder, name))?.startsWith("#!") === true) found.add(name);
  for (const own of ["configure", "autogen.sh", "gradlew", "mvnw"]) if (names.has(own)) found.add(own);
  return Array.from(found).sort();
}
