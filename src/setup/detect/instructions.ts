import type { ProjectFiles } from "../project-files.js";

/** What the project's own texts say about setting it up. */
export interface Instructions {
  /** Commands of README and CI files, in order, each with where it stands. They are hints, never trusted. */
  commands: { command: string; file: string }[];
  /** Further package indexes and link folders that its texts or configuration name. */
  python_indexes: string[];
}

const READMES = /^(?:readme|install|contributing|building|hacking)(?:\.(?:md|rst|txt|markdown))?$/i;
const STARTS =
  /^(?:sudo\s+)?(?:pip3?|python3?|npm|npx|yarn|pnpm|poetry|uv|conda|make|cmake|cargo|go|mvn|gradle|\.\/[\w./-]+|bundle|gem|composer|apt|apt-get|cp|export|source|\.|tox|nox|pytest|git|curl|wget|rm|bash|sh|docker)\s/;

export function readInstructions(files: ProjectFiles): Instructions {
  const commands = files.paths.flatMap((path) => {
    const text = files.text(path) ?? "";
    if (READMES.test(path)) return fencedCommands(text).map((command) => ({ command, file: path }));
    if (/^\.github\/workflows\/[^/]+\.ya?ml$/.test(path))
      return runLines(text).map((command) => ({ command, file: path }));
    return [];
  });
  return {
    commands,
    python_indexes: indexesOf(
      commands.map(({ command }) => command),
      files,
    ),
  };
}

/** Lines in fenced or indented code that look like commands, prompts taken off. */
function fencedCommands(text: string): string[] {
  const commands: string[] = [];
  let fenced = false;
  for (const line of text.split("\n")) {
    // "* `$ sudo apt-get install libfoo-dev`  # Debian"
    const inline = /`\$ ([^`\n]+)`/.exec(line)?.[1]?.trim() ?? "";
    if (/^\s*(?:```|~~~)/.test(line)) fenced = !fenced;
    else if (!fenced && STARTS.test(`${inline} `)) commands.push(inline);
    else if (fenced || /^(?: {4}|\t)/.test(line)) {
      const command = line
        .trim()
        .replace(/^[$%>#]\s/, "")
        .replace(/\s#\s.*$/, "")
        .trim();
      if (STARTS.test(`${command} `)) commands.push(command);
    }
  }
  return commands;
}

/** The `run:` lines of a workflow. */
function runLines(text: string): string[] {
  const commands: string[] = [];
  let block: number | null = null;
  for (const line of text.split("\n")) {
    const indent = line.length - line.trimStart().length;
    const run = /^(?:- +)?run:(.*)$/.exec(line.trim())?.[1]?.trim();
    if (run !== undefined) {
      block = /^[|>]/.test(run) ? indent : null;
      if (block === null && STARTS.test(`${run} `)) commands.push(run.trim());
    } else if (block !== null && line.trim() !== "") {
      if (indent <= block) block = null;
      else if (STARTS.test(`${line.trim()} `)) commands.push(line.trim());
    }
  }
  return commands;
}

function indexesOf(commands: readonly string[], files: ProjectFiles): string[] {
  const found = commands.flatMap((command) =>
    Array.from(command.matchAll(/(?:--find-links|-f|--extra-index-url|--index-url|-i)[= ]+(\S+)/g), (match) =>
      match[0].replace("=", " "),
    ),
  );
  const pipConf = files.text("pip.conf") ?? "";
  for (const match of pipConf.matchAll(/^(find-links|extra-index-url)\s*=\s*(\S+)/gm))
    found.push(`--${match[1] ?? ""} ${match[2] ?? ""}`);
  return Array.from(new Set(found)).filter((text) => /^-[\w-]+ [\w./:@%+-]+$/.test(text));
}
