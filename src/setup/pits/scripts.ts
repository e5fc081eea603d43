import { inFolder } from "../ecosystems/ecosystem.js";
import type { ProjectFiles } from "../project-files.js";
import type { SetupStep, Way } from "../setup.js";
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
    return script !== undefined && files.has(inFolder(step.cwd, script)) ? [makeExecutable([script])] : [];
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
  const prefix = step.cwd === "." ? "" : `${step.cwd}/`;
  const names = files
    .names(step.cwd)
    .filter((name) => /^[\w./-]+$/.test(name) && /^#![^\n]*\r\n/.test(files.text(prefix + name) ?? ""));
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
  const prefix = step.cwd === "." ? "" : `${step.cwd}/`;
  const names = files.names(step.cwd);
  const exact = new Set(names);
  const byLower = new Map(names.map((name) => [name.toLowerCase(), name]));
  const links = new Map<string, string>();
  for (const name of names) {
    if (!/\.(?:[cm]?[jt]sx?|vue|c|cc|cpp|cxx|h|hh|hpp|scss|css)$/.test(name)) continue;
    for (const target of localTargets(files.text(prefix + name) ?? "", name)) {
      const candidates = [
        "",
        ".js",
        ".ts",
        ".tsx",
        ".jsx",
        ".mjs",
        ".cjs",
        ".json",
        "/index.js",
        "/index.ts",
      ].map((end) => target + end);
      if (candidates.some((candidate) => exact.has(candidate))) continue;
      const wanted = candidates.find((candidate) => byLower.has(candidate.toLowerCase()));
      const actual = wanted === undefined ? undefined : byLower.get(wanted.toLowerCase());
      if (
        wanted !== undefined &&
        actual !== undefined &&
        folderOf(wanted) === folderOf(actual) &&
        /^[\w./-]+$/.test(wanted + actual)
      )
        links.set(wanted, actual);
    }
  }
  if (links.size === 0) return [];
  const commands = Array.from(
    links,
    ([wanted, actual]) => `ln -s ${actual.split("/").at(-1) ?? actual} ${wanted}`,
  );
  return [
    way("file-name-case", {
      kind: "insert_step",
      template: [commands.join(" && ")],
      why: `${Array.from(links.keys()).join(", ")}: the file's name has other capitals.`,
      probability: 0.9,
      seconds: 1,
    }),
  ];
}

/** What a source includes or imports by a path of its own, relative to the step's folder. */
function localTargets(text: string, from: string): string[] {
  const written = Array.from(
    text.matchAll(
      /^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"|(?:require\(|from |import )\s*["'](\.{1,2}\/[^"'\n]+)["']/gm,
    ),
    (match) => match[1] ?? match[2] ?? "",
  );
  return written
    .map((path) => normalize(`${folderOf(from)}/${path}`))
    .filter((path) => !path.startsWith(".."));
}

function folderOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : ".";
}

function normalize(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === ".." && parts.length > 0) parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}

/** Scripts of the repository that a Makefile, package.json or another script calls by their path. */
function calledScripts(files: ProjectFiles, folder: string): string[] {
  const prefix = folder === "." ? "" : `${folder}/`;
  const names = new Set(files.names(folder));
  const callers = Array.from(names).filter((name) =>
    /(?:^|\/)(?:GNUm|[Mm])akefile$|(?:^|\/)package\.json$|\.(?:sh|mk)$|(?:^|\/)(?:autogen|bootstrap|configure)$/.test(
      name,
    ),
  );
  const found = new Set<string>();
  for (const caller of callers)
    for (const [, path = ""] of (files.text(prefix + caller) ?? "").matchAll(
      /(?:^|[\s"'@;&(=])\.\/([\w./-]+)/gm,
    ))
      if (names.has(path) && (files.text(prefix + path) ?? "").startsWith("#!")) found.add(path);
  for (const own of ["configure", "autogen.sh", "gradlew", "mvnw"]) if (names.has(own)) found.add(own);
  return Array.from(found).sort();
}
