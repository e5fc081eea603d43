import { type Clue, SURE } from "./clue.js";
import { factKey, knownSoftware, softwareOf } from "./known-software.js";
import { firstCommit, firstVersion } from "./version-text.js";

/** What a typed command and its output say: `node -v`, `git rev-parse HEAD`, `pip install x==1.2`. */
export function recogniseCommand(command: string, output: readonly string[], project: string): Clue[] {
  return [
    ...versionAnswer(command, output),
    ...projectCommit(command, output, project),
    ...requested(command),
    ...archives(command),
    ...architectureAnswer(command, output),
    ...listed(command, output),
  ];
}

/** `node -v` → "v20.11.0": the program is named in the command only. */
function versionAnswer(command: string, output: readonly string[]): Clue[] {
  const match =
    /^(?:sudo )?(?:[\w./~-]{0,120}\/)?([A-Za-z][\w+.-]{0,30}) (?:--?version|-[vV]|version|-dumpversion)\b/.exec(
      command,
    );
  const first = output.find((line) => line.trim() !== "");
  if (match?.[1] === undefined || first === undefined || first.length > 200) return [];
  const name = match[1].replace(/(?<=[a-z])[\d.]{1,5}$/, "");
  const version = firstVersion(afterName(first, name));
  return version === undefined ? [] : [clue(name, version, SURE.output)];
}

/** "swift-driver version: 1.75 Apple Swift version 5.8": the program asked for may come behind another one. */
function afterName(line: string, name: string): string {
  const words = line.split(" ");
  const at = words.findIndex(
    (word, place) => word.toLowerCase() === name.toLowerCase() && words[place + 1] === "version",
  );
  return words.slice(at + 1).join(" ");
}

function projectCommit(command: string, output: readonly string[], project: string): Clue[] {
  const asked = /^git (?:rev-parse|log|show|describe|status)\b/.test(command);
  const commit = asked ? firstCommit((output[0] ?? "").replace(/^commit /, "")) : undefined;
  if (commit !== undefined) return [clue(project, commit, SURE.output)];
  const checkout =
    /^git (?:checkout|reset --hard|switch)(?: --detach)? (v?\d+\.[\w.-]{1,30}|[0-9a-f]{7,40})$/.exec(
      command,
    )?.[1];
  return checkout === undefined ? [] : [clue(project, checkout, SURE.sentence)];
}

/** Packages that a command asks for in a version. */
function requested(command: string): Clue[] {
  if (!/\b(?:install|add|i|update|get|require)\b/.test(command)) return [];
  return command
    .split(/\s+/)
    .slice(0, 40)
    .flatMap((word) => {
      const match = /^["']?(@?[A-Za-z][\w./-]{0,60})(?:==|@|:)v?(?=\d)/.exec(word);
      const version = match === null ? undefined : firstVersion(word.slice(match[0].length));
      return match?.[1] === undefined || version === undefined
        ? []
        : [clue(match[1], version, SURE.sentence)];
    });
}

/** rust-0.9.tar.gz, node-v8.9.4-linux-x64.tar.xz */
function archives(command: string): Clue[] {
  const match =
    /(?:^|[\s/=])([A-Za-z][\w+]{1,30}(?:-[a-z]{2,20})?)[-_]v?(\d{1,4}(?:\.\d{1,6}){1,3}(?:-?(?:rc|beta|alpha)\.?\d{0,3})?)(?:[-_.][\w.-]{0,40})?\.(?:tar|tgz|zip|txz|deb|rpm|dmg|pkg|exe|msi)\b/.exec(
      command.slice(0, 1_000),
    );
  if (match?.[1] === undefined || match[2] === undefined) return [];
  return [clue(match[1], match[2], SURE.sentence - 0.1)];
}

function architectureAnswer(command: string, output: readonly string[]): Clue[] {
  if (!/^(?:uname -[mpi]|arch|dpkg --print-architecture)$/.test(command.trim())) return [];
  const value = output[0]?.trim() ?? "";
  const names: Record<string, string> = { amd64: "x86_64", aarch64: "arm64", i686: "x86", i386: "x86" };
  return /^[\w-]{2,20}$/.test(value)
    ? [{ key: "arch", value: names[value] ?? value, confidence: SURE.output }]
    : [];
}

/** The lines of `pip freeze`, `pip list`, `conda list`, `gem list`, `npm ls`. */
function listed(command: string, output: readonly string[]): Clue[] {
  if (
    !/^(?:(?:python3? -m )?pip3? (?:freeze|list)|conda list|gem list|(?:npm|pnpm|yarn) (?:ls|list)|cargo tree|bundle list)\b/.test(
      command,
    )
  )
    return [];
  return output.slice(0, 400).flatMap((line) => {
    const match = /^[\s│├└─┬+`*|-]{0,20}(@?[A-Za-z][\w./-]{0,60})(?:==|@| {1,60}\(?v?)(?=\d)/.exec(line);
    const version = match === null ? undefined : firstVersion(line.slice(match[0].length));
    return match?.[1] === undefined || version === undefined ? [] : [clue(match[1], version, SURE.output)];
  });
}

function clue(name: string, value: string, confidence: number): Clue {
  return { key: factKey(knownSoftware(name) ?? softwareOf(name)), value, confidence };
}
