import type { ErrorType } from "../../failures/failure-case.js";
import { inFolder } from "../ecosystems/ecosystem.js";
import { readInstructions } from "../detect/instructions.js";
import type { ProjectFiles } from "../project-files.js";
import type { SetupStep, Way } from "../setup.js";
import { shellQuote } from "../../util/shell-quote.js";
import { way, type Pit } from "./pit.js";

/** What code comes to that misses a setting: it says so in its own words. */
const MISSED_BY_CODE: readonly ErrorType[] = [
  "CRASH",
  "TEST_FAILURE",
  "SYNTAX_OR_CONFIG",
  "OTHER",
  "BUILD_FAILURE",
  "MISSING_FILE",
  "MISSING_PACKAGE",
];

/** A variable that the sources read and only the CI file, or an example, sets. */
export const missingSetting: Pit = {
  id: "missing-setting",
  ways: ["missing-setting"],
  error_types: MISSED_BY_CODE,
  react({ files, step, output }) {
    const known = settingsOf(files);
    const named = Array.from(known.keys()).filter((name) => output.includes(name));
    return named.length === 0 ? [] : withSettings(step, known);
  },
  foresee({ files }, step) {
    if (step.goal === "install") return [];
    const known = settingsOf(files);
    const read = readByCode(files, step.cwd);
    return Array.from(known.keys()).some((name) => read.has(name)) ? withSettings(step, known) : [];
  },
};

function withSettings(step: SetupStep, settings: ReadonlyMap<string, string>): Way[] {
  const missing = Array.from(settings).filter(([name]) => !step.command.includes(`${name}=`));
  if (missing.length === 0) return [];
  return [
    way("missing-setting", {
      kind: "modify_command",
      template: ["{settings} {command}"],
      slots: {
        settings: missing.map(([name, value]) => `${name}=${shellQuote(value)}`).join(" "),
        command: step.command,
      },
      why: `${missing.map(([name]) => name).join(", ")}: read by the sources, and set by the project's own CI or README.`,
      probability: 0.8,
      seconds: 1,
    }),
  ];
}

const NOT_OURS = /^(?:CI|PATH|HOME|GITHUB_\w+|NODE_AUTH_TOKEN)$/;

/** `env:` blocks of the workflows, `environment:` of compose files, `export` in the README: plain values only. */
function settingsOf(files: ProjectFiles): Map<string, string> {
  const settings = new Map<string, string>();
  // What a README tells everybody to set is no secret, whatever its name.
  for (const { command } of readInstructions(files).commands) {
    const [, name, value] = /^export ([A-Z][A-Z\d_]{2,60})=(["']?[\w.:/@ +-]*["']?)$/.exec(command) ?? [];
    if (name !== undefined) settings.set(name, (value ?? "").replaceAll(/["']/g, ""));
  }
  for (const path of files.paths) {
    if (
      !/^\.github\/workflows\/[^/]+\.ya?ml$|^\.gitlab-ci\.yml$|(?:^|\/)(?:docker-)?compose[\w.-]*\.ya?ml$|^tox\.ini$/.test(
        path,
      )
    )
      continue;
    for (const [name, value] of blockEntries(files.text(path) ?? ""))
      if (!NOT_OURS.test(name) && !value.includes("${")) settings.set(name, value);
  }
  return settings;
}

function blockEntries(text: string): [string, string][] {
  const entries: [string, string][] = [];
  let block: number | null = null;
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    const indent = line.length - line.trimStart().length;
    if (block !== null && indent <= block) block = null;
    if (block !== null) {
      const [, name, value] = /^(?:- )?([A-Z][A-Z\d_]{2,60}) ?[:=](.*)$/.exec(line.trim()) ?? [];
      if (name !== undefined)
        entries.push([name, (value?.split(" #")[0] ?? "").trim().replace(/^(["'])(.*)\1$/, "$2")]);
    }
    if (/^(?:- )?(?:env|environment|variables|setenv)\s*[:=]\s*$/.test(line.trim())) block = indent;
  }
  return entries;
}

function readByCode(files: ProjectFiles, folder: string): Set<string> {
  const names = files.names(folder).filter((name) => /\.(?:py|[cm]?[jt]s|rb|go|rs|java|php|sh)$/.test(name));
  const found = names.flatMap((name) =>
    Array.from(
      (files.text(inFolder(folder, name)) ?? "").matchAll(
        /(?:environ|getenv|env|ENV|Getenv|env!|var)[[("'.\s]+([A-Z][A-Z\d_]{2,60})\b/g,
      ),
      (match) => match[1] ?? "",
    ),
  );
  return new Set(found);
}

/** A locale that the sources set and the system does not have. */
export const missingLocale: Pit = {
  id: "missing-locale",
  ways: ["missing-locale"],
  error_types: MISSED_BY_CODE,
  react: ({ output }) =>
    /unsupported locale setting|cannot (?:set|change) locale|locale\.Error|setlocale: /i.test(output)
      ? [allLocales()]
      : [],
  async foresee({ files, lookups }, step) {
    if (step.goal === "install") return [];
    const names = files
      .names(step.cwd)
      .filter((name) => /\.(?:py|c|cc|cpp|rb|php|pl|sh)$/.test(name))
      .flatMap((name) =>
        Array.from(
          (files.text(inFolder(step.cwd, name)) ?? "").matchAll(
            /(?:setlocale|LC_\w+|LANG|std::locale)\b[^\n"']{0,40}["']([a-z]{2}_[A-Z]{2})[\w.-]*["']/g,
          ),
          (match) => match[1] ?? "",
        ),
      );
    const lacking = await lookups.missing(Array.from(new Set(names), (name) => `locale:${name}`));
    return lacking.length === 0 ? [] : [allLocales()];
  },
};

function allLocales(): Way {
  return way("missing-locale", {
    kind: "insert_step",
    template: ["apt-get install -y locales-all"],
    why: "A locale is set that the system does not have.",
    probability: 0.85,
    seconds: 20,
  });
}
