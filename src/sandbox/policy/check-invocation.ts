import { type Field } from "./expand.js";
import { invocationOf, operands, type Invocation } from "./invocation.js";
import { resolvePath } from "./paths.js";
import { checkCode } from "./rules/code.js";
import { checkDestructive } from "./rules/destructive.js";
import { checkRunsFetched, noteFetched } from "./rules/fetch.js";
import { programOf } from "./rules/interpreter.js";
import { checkNetwork } from "./rules/network.js";
import { checkPersistence } from "./rules/persistence.js";
import { checkPrivilege } from "./rules/privilege.js";
import { checkToolCommand, hiddenCommands } from "./rules/tool-commands.js";
import { UNKNOWN, type ScriptState, type Stdin } from "./state.js";
import { commandsOfFind, unwrap } from "./unwrap.js";
import { refuse, type Refusal } from "./verdict.js";

const RULES = [
  checkPrivilege,
  checkDestructive,
  checkPersistence,
  checkNetwork,
  checkRunsFetched,
  checkToolCommand,
];
const MAX_WRAPPERS = 16;

type WalkText = (text: string, state: ScriptState) => void;

/** Checks one command with all that it would run in turn. `walkText` reads a text that a shell would read. */
export function checkInvocation(
  fields: readonly Field[],
  stdin: Stdin,
  state: ScriptState,
  walkText: WalkText,
  wrappers = 0,
): Refusal | null {
  const invocation = invocationOf(fields, stdin, state);
  if (invocation === null) return null;
  if (wrappers > MAX_WRAPPERS)
    return refuse("unreadable/too-deep", "Commands within commands go too deep to be checked.");
  if (invocation.name.includes(UNKNOWN) || (fields[0]?.glob === true && invocation.name !== "["))
    return refuse(
      "unreadable/dynamic-command",
      "Which command runs is known only while it runs, so it cannot be checked.",
    );
  for (const rule of RULES) {
    const refusal = rule(invocation);
    if (refusal !== null) return refusal;
  }
  noteFetched(invocation);
  followState(invocation);
  return checkProgram(invocation, walkText) ?? checkInner(invocation, walkText, wrappers);
}

/** Keeps the working folder and variables in step with `cd`, `read`, `unset` and the like. */
function followState({ name, args, state }: Invocation): void {
  if (name === "cd" || name === "pushd") {
    const target = operands(args)[0] ?? "~";
    state.cwd = target.includes(UNKNOWN) ? state.cwd : resolvePath(target, state);
  }
  if (name === "read" || name === "mapfile" || name === "readarray" || name === "unset")
    for (const variable of operands(args)) state.variables.set(variable, null);
  if (name === "printf" && args[0] === "-v" && args[1] !== undefined) state.variables.set(args[1], null);
}

function checkProgram(invocation: Invocation, walkText: WalkText): Refusal | null {
  if (invocation.name === "alias") {
    for (const text of invocation.args) walkText(text.slice(text.indexOf("=") + 1), invocation.state);
    return null;
  }
  const program = programOf(invocation);
  if (program.kind === "refused") return program.refusal;
  if (program.kind === "shell" && program.text !== "") walkText(program.text, invocation.state);
  if (program.kind === "code")
    return checkCode(program.text, (text) => refusalOfText(text, walkText, invocation.state));
  return null;
}

/** Reads a text aside: what it assigns is nothing to the script around it, and a text that is no shell is no fault. */
function refusalOfText(text: string, walkText: WalkText, state: ScriptState): Refusal | null {
  const aside: ScriptState = { ...state, refusal: null, variables: new Map(state.variables) };
  walkText(text, aside);
  return aside.refusal?.rule.startsWith("unreadable/") === false ? aside.refusal : null;
}

function checkInner(invocation: Invocation, walkText: WalkText, wrappers: number): Refusal | null {
  const { name, args, stdin, state } = invocation;
  if (name === "find" || name === "fd") {
    for (const words of commandsOfFind(args)) {
      const refusal = checkInvocation(words.map(fieldOf), { kind: "none" }, state, walkText, wrappers + 1);
      if (refusal !== null) return refusal;
    }
    return null;
  }
  for (const text of hiddenCommands(invocation)) walkText(text.replaceAll(UNKNOWN, "x"), state);
  const inner = unwrap(invocation);
  if (inner === null) return null;
  if ("script" in inner) {
    walkText(inner.script, state);
    return null;
  }
  return checkInvocation(inner.argv.map(fieldOf), stdin, state, walkText, wrappers + 1);
}

function fieldOf(text: string): Field {
  return { text, glob: false };
}
