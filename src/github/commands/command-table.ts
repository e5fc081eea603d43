import type { Permission, TriggerCommand } from "../../thread/trigger.js";
import { isAtLeast } from "../permissions.js";

export interface CommandEntry {
  command: TriggerCommand;
  usage: string;
  does: string;
  /** Least role that may use it. */
  least: Permission;
  /** Also the reporter, on the own issue. */
  reporterToo: boolean;
}

/** Everything that can be asked for: dispatch, rights and help all read this table. */
export const COMMANDS: readonly CommandEntry[] = [
  entry("help", "help", "this list", "triage", true),
  entry("diagnose", "diagnose", "work on this issue", "triage", true),
  entry("setup", "setup", "set the project up in the sandbox", "triage", true),
  entry("verify", "verify", "check a fix in a clean sandbox", "triage", true),
  entry("why", "why M3", "why that memory was shown, and where it is from", "triage", true),
  entry("remember", "remember TEXT", "keep this as a maintainer's word", "write", false),
  entry("correct", "correct M3 TEXT", "say what that memory should say", "write", false),
  entry("forget", "forget M3", "erase that memory for good", "write", false),
  entry("gold", "gold M3", "trust that memory (again: take it back)", "write", false),
  entry("stop", "stop", "be silent on this issue", "triage", true),
  entry("resume", "resume", "speak on this issue again", "triage", true),
  entry("budget", "budget", "what the last run here spent", "triage", true),
];

function entry(
  command: TriggerCommand,
  usage: string,
  does: string,
  least: Permission,
  reporterToo: boolean,
): CommandEntry {
  return { command, usage, does, least, reporterToo };
}

export function entryOf(command: TriggerCommand): CommandEntry {
  const found = COMMANDS.find((candidate) => candidate.command === command);
  // The table is total over TriggerCommand: a test holds it to that.
  if (found === undefined) throw new TypeError(`no entry for ${command}`);
  return found;
}

export function mayUse(
  { least, reporterToo }: CommandEntry,
  who: { permission: Permission; is_reporter: boolean },
): boolean {
  return isAtLeast(who.permission, least) || (reporterToo && who.is_reporter);
}

export function renderHelp(): string {
  const rows = COMMANDS.map(({ usage, does, least, reporterToo }) => {
    const who = reporterToo ? `${least} or higher, and the reporter` : `${least} or higher`;
    return `| \`/mneme ${usage}\` | ${does} | ${who} |`;
  });
  return ["| write | and I | who may |", "| --- | --- | --- |", ...rows].join("\n");
}

export function renderRefusal({ usage, least, reporterToo }: CommandEntry): string {
  const who = reporterToo
    ? `the reporter, and people with the role ${least} or higher,`
    : `people with the role ${least} or higher`;
  return `\`/mneme ${usage}\` is for ${who} in this repository, so I did nothing. I say this once.`;
}
