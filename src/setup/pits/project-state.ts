import { inFolder } from "../ecosystems/ecosystem.js";
import type { ProjectFiles } from "../project-files.js";
import type { SetupStep } from "../setup.js";
import { entityOf, way, type Pit } from "./pit.js";

const EXAMPLES = [
  ".env.example",
  ".env.sample",
  ".env.template",
  ".env.dist",
  "env.example",
  "example.env",
  ".env.test",
];

/** A configuration file that everybody copies from an example and nobody commits. */
export const missingEnvFile: Pit = {
  id: "missing-env-file",
  ways: ["missing-env-file"],
  error_types: [
    "MISSING_FILE",
    "SYNTAX_OR_CONFIG",
    "TEST_FAILURE",
    "CRASH",
    "OTHER",
    "BUILD_FAILURE",
    "MISSING_PACKAGE",
  ],
  react({ files, step, output, failure }) {
    const copy = copyExample(files, step);
    if (copy !== null && /\.env\b|environment variable|\b[A-Z]{2,30}_[A-Z_]{2,60}/.test(output))
      return [copy];
    const missing =
      entityOf(failure, "file") ?? /No such file or directory: '?([\w./-]+)/.exec(output)?.[1] ?? null;
    if (missing === null) return [];
    const name = missing.split("/").at(-1) ?? missing;
    const example = files
      .names(step.cwd)
      .find(
        (path) =>
          [`${name}.example`, `${name}.sample`, `${name}.dist`, `${name}.template`].some((end) =>
            path.endsWith(end),
          ) || path.endsWith(name.replace(/(\.\w+)$/, ".example$1")),
      );
    if (example === undefined || example === name) return [];
    return [copyWay(example, example.replace(/[.-](?:example|sample|dist|template)/, ""))];
  },
  foresee({ files }, step) {
    const copy = step.goal === "install" ? null : copyExample(files, step);
    if (copy !== null) return [copy];
    return step.goal === "install"
      ? []
      : files.names(step.cwd).flatMap((name) => {
          const file = name.replace(
            EXAMPLE_END,
            (_, before?: string, after?: string) => before ?? after ?? "",
          );
          const mentioned = (file.split("/").at(-1) ?? file).replace(/\.\w+$/, "");
          return file === name || files.has(inFolder(step.cwd, file)) || !isRead(files, step.cwd, mentioned)
            ? []
            : [copyWay(name, file)];
        });
  },
};

const EXAMPLE_END = /(\.\w+)?[._-](?:example|sample|dist|template)(\.\w+)?$/;

/** Some source names the file. */
function isRead(files: ProjectFiles, folder: string, name: string): boolean {
  return files
    .names(folder)
    .some(
      (path) =>
        /\.(?:py|[cm]?[jt]s|rb|php|go|rs|java|sh)$/.test(path) &&
        files.text(inFolder(folder, path))?.includes(name) === true,
    );
}

function copyExample(files: ProjectFiles, step: SetupStep) {
  if (files.has(inFolder(step.cwd, ".env"))) return null;
  const example = EXAMPLES.find((name) => files.has(inFolder(step.cwd, name)));
  return example === undefined ? null : copyWay(example, ".env");
}

function copyWay(example: string, file: string) {
  return way("missing-env-file", {
    kind: "insert_step",
    template: ["cp {example} {file}"],
    slots: { example, file },
    why: `${file} is missing; the repository has ${example} to copy it from.`,
    probability: 0.75,
    seconds: 1,
  });
}

/** Want of memory in Node's own heap. */
export const outOfHeap: Pit = {
  id: "out-of-heap",
  ways: ["out-of-heap"],
  error_types: ["RESOURCE_EXHAUSTED"],
  react({ output, step }) {
    if (!/heap out of memory|Reached heap limit/i.test(output)) return [];
    return [
      way("out-of-heap", {
        kind: "modify_command",
        template: ["NODE_OPTIONS=--max-old-space-size={megabytes} {command}"],
        slots: { megabytes: "1536", command: step.command },
        why: "Node stops at its own limit before the machine's.",
        probability: 0.6,
      }),
    ];
  },
};

/** A registry that did not answer once may answer now. */
export const network: Pit = {
  id: "network",
  ways: ["network"],
  error_types: ["NETWORK", "TIMEOUT"],
  react({ output, step }) {
    if (/not on the list of package registries|403/.test(output)) return [];
    return [
      way("network", {
        kind: "modify_command",
        template: ["{command}"],
        slots: { command: step.command },
        why: "The network failed for a moment.",
        probability: 0.4,
        seconds: 30,
      }),
    ];
  },
};
