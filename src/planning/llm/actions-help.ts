import type { ActionName } from "../plan.js";

/** What each action is for, as the model is told; only those that can be done in this run are shown. */
const HELP: Readonly<Record<ActionName, string>> = {
  run_command: '{"command", "cwd": string or null, "purpose"}: one line of shell in the sandbox',
  read_file: '{"path"}: a file of the working folder in the sandbox',
  clone_repository:
    '{"url", "ref": string or null}: the source, by https; ref is the version, tag or branch that the reporter names',
  setup_environment: '{"goal": "install", "build" or "test"}: sets the project up in the sandbox',
  reproduce: '{"commands": [string]}: the reporter\'s own commands, to see the failure here',
  search_memory: '{"query"}: looks for further memories',
  search_web: '{"query"}: looks on a few allowed sites',
  verify_memory: '{"memory": label}: tries the fix of a memory in the sandbox',
  ask_reporter:
    '{"questions": [{"text", "command": string or null, "about": [fact keys such as "os", "runtimes.node", "log"]}]}: ends the run until they answer',
  ask_maintainer: '{"question"}: ends the run; for what only a maintainer can decide',
  propose_fix: '{"summary", "commands": [string], "cause"}: ends the run',
  conclude: '{"summary", "cause": string or null}: ends the run; for what is settled, or cannot be found out',
  decline: '{"reason"}: ends the run; for what is no failure and no question',
};

/** As a model is told them. */
export const ACTIONS_IN_ORDER = Object.keys(HELP) as ActionName[];

export function describeActions(names: readonly ActionName[]): string {
  return names.map((name) => `- ${name} ${HELP[name]}`).join("\n");
}
