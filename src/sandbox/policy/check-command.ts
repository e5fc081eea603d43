import { initialState, WORKSPACE } from "./state.js";
import type { Verdict } from "./verdict.js";
import { walkScript } from "./walk.js";

export type { Verdict } from "./verdict.js";

const MAX_COMMAND = 65_536;

/**
 * Says whether a command may be run in the sandbox, and by which rule it may not. The command is parsed as bash
 * reads it; what cannot be read before it runs is refused. The sandbox does not depend on this check: it is the
 * first of several walls, and the one that can explain itself.
 *
 * `cwd` is the folder that the command runs in (default: the workspace). Never rejects.
 */
export function checkCommand(command: string, cwd: string = WORKSPACE): Promise<Verdict> {
  return Promise.resolve(judge(command, cwd));
}

function judge(command: string, cwd: string): Verdict {
  if (command.length > MAX_COMMAND)
    return refused("unreadable/too-long", "The command is longer than 64 KiB.");
  if (command.includes("\u0000")) return refused("unreadable/nul", "The command holds a NUL character.");
  const state = initialState(cwd);
  walkScript(command, state);
  return state.refusal === null
    ? { allowed: true, rule: null, reason: null }
    : refused(state.refusal.rule, state.refusal.reason);
}

function refused(rule: string, reason: string): Verdict {
  return { allowed: false, rule, reason };
}
