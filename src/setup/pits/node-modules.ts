import { inFolder } from "../ecosystems/ecosystem.js";
import { isBuiltin } from "node:module";
import { readWorkspace, type PackageJson } from "../ecosystems/node-scripts.js";
import type { ProjectFiles } from "../project-files.js";
import type { SetupStep, Way } from "../setup.js";
import { entityOf, isNode, isPlainName, way, type FailedStep, type Pit } from "./pit.js";

const COMMANDS: Readonly<Record<string, string>> = {
  tsc: "typescript",
  ng: "@angular/cli",
  vue: "@vue/cli-service",
  "vue-cli-service": "@vue/cli-service",
  babel: "@babel/cli",
  nest: "@nestjs/cli",
  "react-scripts": "react-scripts",
  biome: "@biomejs/biome",
  playwright: "@playwright/test",
};
/** What a script may call without a package. */
const GIVEN =
  /^(?:node|npm|npx|yarn|pnpm|sh|bash|echo|cd|cp|mv|rm|mkdir|test|true|false|exit|cat|export|set|make|python3?|git|env|find|sed|if|for|\[)$/;
const MOST_FILES = 400;

/** Something is imported, or called by a script, that package.json does not name. */
export const missingNodeModule: Pit = {
  id: "missing-node-module",
  ways: ["missing-module"],
  error_types: [
    "MISSING_PACKAGE",
    "MISSING_FILE",
    "TEST_FAILURE",
    "COMMAND_NOT_FOUND",
    "CRASH",
    "BUILD_FAILURE",
    "OTHER",
  ],
  react: (failed) => (isNode(failed.step) ? afterFailure(failed) : []),
  async foresee({ files, lookups }, step) {
    const project = isNode(step) && step.goal !== "install" ? readWorkspace(files, step.cwd) : null;
    if (project === null) return [];
    const { json, own, others } = project;
    const named = new Set([...Object.keys(allDependencies(json)), ...own]);
    const imported = importsOf(files, step.cwd, others).filter(
      (name) => !named.has(name) && !named.has(typesOf(name)) && !isFolder(files, step.cwd, name),
    );
    const called = commandsOf(json, step).filter((command) => !isProvided(command, named));
    // Much that no manifest names is there all the same, because something else brought it.
    const installed = (name: string) => `installed:${inFolder(step.cwd, `node_modules/${name}`)}`;
    const words = [
      ...imported.map(installed),
      ...called.flatMap((command) => [`command:${command}`, installed(`.bin/${command}`)]),
    ];
    const lacking = new Set(await lookups.missing(words));
    const wanted = Array.from(
      new Set([
        ...imported.filter((name) => lacking.has(installed(name))),
        ...called
          .filter((command) => lacking.has(`command:${command}`) && lacking.has(installed(`.bin/${command}`)))
          .map((command) => COMMANDS[command] ?? command),
      ]),
    );
    return wanted.length === 0
      ? []
      : [add(step, wanted, `${wanted.join(", ")}: used, and package.json does not name it.`, 0.75)];
  },
};

function afterFailure({ output, step, failure }: FailedStep): Way[] {
  const specifier =
    /Cannot find (?:module|package) '([^'./][^']*)'/.exec(output)?.[1] ??
    /Could not resolve "([^"./][^"]*)"/.exec(output)?.[1] ??
    /Can't resolve '([^'./][^']*)'/.exec(output)?.[1] ??
    /Cannot find type definition file for '([\w@/-]+)'/.exec(output)?.[1];
  if (specifier !== undefined && isPlainName(specifier) && !isBuiltin(specifier)) {
    const name = packageOf(specifier);
    return [add(step, [name], `${name} is imported and package.json does not name it.`, 0.75)];
  }
  const command =
    entityOf(failure, "command") ?? /sh: (?:\d+: )?([\w-]+): (?:command )?not found/.exec(output)?.[1];
  if (command === undefined || !/^[\w-]+$/.test(command)) return [];
  const name = COMMANDS[command] ?? command;
  const why = `The command ${command} belongs to the package ${name}, which package.json does not name.`;
  return [add(step, [name], why, 0.65)];
}

function add(step: SetupStep, names: readonly string[], why: string, probability: number): Way {
  const adding: Readonly<Record<string, string>> = { yarn: "yarn add --dev", pnpm: "pnpm add --save-dev" };
  return way("missing-module", {
    kind: "insert_step",
    template: [`${adding[step.ecosystem] ?? "npm install --no-save"} {packages}`],
    slots: { packages: names.join(" "), package: names[0] ?? "" },
    why,
    probability,
  });
}

function allDependencies(json: PackageJson): Record<string, string> {
  return {
    ...json.dependencies,
    ...json.devDependencies,
    ...json.peerDependencies,
    ...json.optionalDependencies,
  };
}

function typesOf(name: string): string {
  return `@types/${name.replace(/^@/, "").replace("/", "__")}`;
}

/** "src/list" by a compiler's base folder, not by a package of that name. */
function isFolder(files: ProjectFiles, folder: string, name: string): boolean {
  return files.names(folder).some((path) => path.startsWith(`${name}/`) || path.startsWith(`src/${name}/`));
}

/** Bare specifiers of imports that are not inside of a try. */
function importsOf(files: ProjectFiles, folder: string, others: readonly string[]): string[] {
  const names = files
    .names(folder)
    .filter(
      (name) =>
        /\.(?:[cm]?[jt]s|[jt]sx)$/.test(name) &&
        !others.some((other) => name.startsWith(other)) &&
        !/(?:^|\/)(?:docs?|examples?|dist|build|vendor)\//.test(name),
    );
  const found = new Set<string>();
  for (const name of names.slice(0, MOST_FILES)) {
    const text = files.text(inFolder(folder, name)) ?? "";
    for (const [, required, from, bare] of text.matchAll(
      /^(?:(?:const|let|var)\s[^=\n]*=\s*require\(["']([^"'\n]+)["']\)|(?:import|export)\s[^"'\n;]*from\s*["']([^"'\n]+)["']|import\s*["']([^"'\n]+)["'])/gm,
    )) {
      const specifier = required ?? from ?? bare ?? "";
      if (/^(?:@[\w.-]+\/)?[a-z][\w.-]*(?:\/|$)/i.test(specifier) && !isBuiltin(specifier))
        found.add(packageOf(specifier));
    }
  }
  return Array.from(found).sort();
}

function packageOf(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

/** First words of the script that the step runs, and of those around it. */
function commandsOf(json: PackageJson, step: SetupStep): string[] {
  const name = step.goal;
  const scripts = [`pre${name}`, name, `post${name}`].flatMap((key) => json.scripts?.[key] ?? []);
  const words = scripts
    .flatMap((script) => script.split(/&&|\|\||[;|]/))
    .flatMap(
      (part) =>
        part
          .trim()
          .split(/\s+/)
          .find((word) => !/^\w+=/.test(word)) ?? [],
    );
  return Array.from(new Set(words.filter((word) => /^[a-z][\w-]*$/i.test(word) && !GIVEN.test(word))));
}

function isProvided(command: string, named: ReadonlySet<string>): boolean {
  const home = COMMANDS[command] ?? command;
  return (
    named.has(home) ||
    Array.from(named).some(
      (name) =>
        name.endsWith(`/${command}`) || name.startsWith(`${command}-`) || name.endsWith(`-${command}`),
    )
  );
}
