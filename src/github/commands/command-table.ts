import type { RepositoryPolicy } from "../../config/repository/policy.js";
import type { Permission, TriggerCommand } from "../../thread/trigger.js";
import { isAtLeast } from "../permissions.js";

export interface CommandEntry {
  command: TriggerCommand;
  usage: string;
  does: string;
  /** Which of the configured roles it takes. "ask" is given to reporters too, on their own issue. */
  takes: "ask" | "teach";
  /** A run works on it; the others are answered at once. */
  isWork: boolean;
}

/** Everything that can be asked for: dispatch, rights and help all read this table. */
export const COMMANDS: readonly CommandEntry[] = [
  entry("help", "help", "this list", "ask"),
  work("diagnose", "diagnose", "work on this issue"),
  work("setup", "setup", "set the project up in the sandbox; `setup test` goes on to its tests"),
  work("verify", "verify", "check the fix in a clean sandbox"),
  entry("why", "why M3", "why that memory was shown, and where it is from", "ask"),
  entry("remember", "remember TEXT", "keep this as a maintainer's word", "teach"),
  entry("correct", "correct M3 TEXT", "say what that memory should say", "teach"),
  entry("forget", "forget M3", "erase that memory for good", "teach"),
  entry("gold", "gold M3", "trust that memory (again: take it back)", "teach"),
  entry("stop", "stop", "be silent on this issue", "ask"),
  entry("resume", "resume", "speak on this issue again", "ask"),
  entry("budget", "budget", "what was spent here and today, and what is left", "ask"),
];

type Roles = RepositoryPolicy["roles"];

function entry(
  command: TriggerCommand,
  usage: string,
  does: string,
  takes: CommandEntry["takes"],
): CommandEntry {
  return { command, usage, does, takes, isWork: false };
}

function work(command: TriggerCommand, usage: string, does: string): CommandEntry {
  return { command, usage, does, takes: "ask", isWork: true };
}

export function entryOf(command: TriggerCommand): CommandEntry {
  const found = COMMANDS.find((candidate) => candidate.command === command);
  // The table is total over TriggerCommand: a test holds it to that.
  if (found === undefined) throw new TypeError(`no entry for ${command}`);
  return found;
}

export function mayUse(
  { takes }: CommandEntry,
  who: { permission: Permission; is_reporter: boolean },
  roles: Roles,
): boolean {
  return isAtLeast(who.permission, roles[takes]) || (takes === "ask" && roles.reporters && who.is_reporter);
}

export function renderHelp(roles: Roles): string {
  const rows = COMMANDS.map(({ usage, does, takes }) => {
    const who = takes === "ask" && roles.reporters ? ", and the reporter" : "";
    return `| \`/mneme ${usage}\` | ${does} | ${roles[takes]} or higher${who} |`;
  });
  return ["| write | and I | who may |", "| --- | --- | --- |", ...rows].join("\n");
}

export function renderRefusal({ usage, takes }: CommandEntry, roles: Roles): string {
  const reporter = takes === "ask" && roles.reporters ? "the reporter, and " : "";
  const comma = reporter === "" ? "" : ",";
  return `\`/mneme ${usage}\` is for ${reporter}people with the role ${roles[takes]} or higher${comma} in this repository, so I did nothing. I say this once.`;
}
