import {
  forEachChild,
  parse,
  type Assignment,
  type Command,
  type Redirection,
  type SyntaxNode,
  type Word,
} from "unbash";
import { checkInvocation } from "./check-invocation.js";
import { expandParts, expandToText, expandWords, outputOfCommand } from "./expand.js";
import { checkFunction, checkLoop } from "./rules/fork-bomb.js";
import { checkWriteTarget } from "./rules/destructive.js";
import { isFetcher } from "./rules/fetch.js";
import { checkWords } from "./rules/network.js";
import { checkAssignment, checkPersistentTarget } from "./rules/persistence.js";
import { operands } from "./invocation.js";
import { resolvePath } from "./paths.js";
import { assign, report, UNKNOWN, type ScriptState, type Stdin } from "./state.js";
import { refuse } from "./verdict.js";

const MAX_DEPTH = 12;
const MAX_LOOP_VALUES = 16;

/** Reads a script from top to bottom and reports the first thing in it that is not allowed. */
export function walkScript(source: string, state: ScriptState): void {
  if (state.depth >= MAX_DEPTH) {
    report(state, refuse("unreadable/too-deep", "Commands within commands go too deep to be checked."));
    return;
  }
  const script = parse(source);
  const error = script.errors?.[0];
  if (error !== undefined) {
    report(state, refuse("unreadable/syntax", `The shell would not read this: ${error.message}.`));
    return;
  }
  state.depth += 1;
  for (const statement of script.commands) walk(statement, { kind: "none" }, state);
  state.depth -= 1;
}

function walk(node: SyntaxNode, stdin: Stdin, state: ScriptState): void {
  if (state.refusal !== null) return;
  switch (node.type) {
    case "Command":
      walkCommand(node, stdin, state);
      return;
    case "Pipeline": {
      let input = stdin;
      for (const command of node.commands) {
        walk(command, input, state);
        input = outputTo(command, input, state);
      }
      return;
    }
    case "AndOr":
      node.commands.forEach((command, index) => {
        state.conditional += index > 0 ? 1 : 0;
        walk(command, stdin, state);
        state.conditional -= index > 0 ? 1 : 0;
      });
      return;
    case "Redirected":
      for (const redirect of node.redirects) walkRedirect(redirect, state);
      walk(node.command, inputOf(node.redirects, state) ?? stdin, state);
      return;
    case "Subshell": {
      const inner = { ...state, variables: new Map(state.variables) };
      walkChildren(node, stdin, inner);
      report(state, inner.refusal);
      return;
    }
    case "For":
    case "Select":
      walkLoopOverWords(node.name.value, node.wordlist, node.body, stdin, state);
      return;
    case "Function":
      state.functions.add(node.name.value);
      report(state, checkFunction(node));
      branch(state, () => walk(node.body, { kind: "none" }, state));
      return;
    case "While":
    case "ArithmeticFor":
      report(state, checkLoop(node));
      branch(state, () => walkChildren(node, stdin, state));
      return;
    case "If":
    case "Case":
      branch(state, () => walkChildren(node, stdin, state));
      return;
    default:
      walkChildren(node, stdin, state);
  }
}

function branch(state: ScriptState, work: () => void): void {
  state.conditional += 1;
  work();
  state.conditional -= 1;
}

function walkChildren(node: SyntaxNode, stdin: Stdin, state: ScriptState): void {
  forEachChild(node, (child) => walk(child, stdin, state));
}

function walkLoopOverWords(
  name: string,
  words: readonly Word[] | undefined,
  body: SyntaxNode,
  stdin: Stdin,
  state: ScriptState,
): void {
  for (const word of words ?? []) walk(word, stdin, state);
  const values = expandWords(words ?? [], state).map((field) => field.text);
  const known = values.length > 0 && values.length <= MAX_LOOP_VALUES ? values : [UNKNOWN];
  for (const value of known) {
    state.variables.set(name, value.includes(UNKNOWN) ? null : value);
    branch(state, () => walk(body, stdin, state));
  }
}

function walkCommand(command: Command, stdin: Stdin, state: ScriptState): void {
  walkChildren(command, { kind: "none" }, state);
  for (const redirect of command.redirects) walkRedirect(redirect, state);
  const temporary = command.name !== undefined;
  for (const part of [...command.prefix, ...command.suffix]) {
    if (part.type !== "Assignment") continue;
    report(state, checkAssignment(part.name));
    const value = part.value.type === "Word" ? expandToText(part.value, state) : null;
    if (!temporary || command.suffix.includes(part))
      assign(state, part.name, part.append === true ? null : value);
  }
  if (command.name === undefined) return;
  const fields = [
    ...expandWords([command.name], state),
    ...command.args.flatMap((word) =>
      word.type === "Word"
        ? expandWords([word], state)
        : [{ text: assignmentText(word, state), glob: false }],
    ),
  ];
  const input = inputOf(command.redirects, state) ?? stdin;
  report(state, checkInvocation(fields, input, state, walkScript));
  noteOutputFile(
    command,
    fields.map((field) => field.text),
    input,
    state,
  );
}

function assignmentText({ name, value, text }: Assignment, state: ScriptState): string {
  return value.type === "Word" ? `${name}=${expandToText(value, state)}` : text;
}

function walkRedirect(redirect: Redirection, state: ScriptState): void {
  if (redirect.type !== "Redirect" || redirect.target === undefined) return;
  const target = expandToText(redirect.target, state);
  report(state, checkWords([target]));
  if (redirect.operator === "<" || (/[<>]&$/.test(redirect.operator) && /^(?:\d+|-)$/.test(target))) return;
  report(state, checkPersistentTarget(target, state.cwd));
  report(state, checkWriteTarget(target, state.cwd));
}

/** What a here-document, a here-string or "< file" gives; null where there is none of them. */
function inputOf(redirects: readonly Redirection[], state: ScriptState): Stdin | null {
  const last = redirects.findLast((redirect) => redirect.type !== "Redirect" || redirect.operator === "<");
  if (last === undefined) return null;
  if (last.type === "HereDoc") {
    const text = last.body.parts === undefined ? last.body.text : expandParts(last.body.parts, state);
    return { kind: "text", text };
  }
  const target = last.target === undefined ? UNKNOWN : expandToText(last.target, state);
  if (last.type === "HereString") return { kind: "text", text: target };
  return target.includes(UNKNOWN)
    ? { kind: "unknown", from: "a substitution" }
    : { kind: "file", path: resolvePath(target, state) };
}

/** What the next command of a pipeline reads. */
function outputTo(node: SyntaxNode, input: Stdin, state: ScriptState): Stdin {
  if (node.type !== "Command" || node.name === undefined)
    return { kind: "unknown", from: "a group of commands" };
  const own = inputOf(node.redirects, state) ?? input;
  const text = outputOfCommand(node, state);
  if (text !== null) return { kind: "text", text };
  const [name = "", ...args] = expandWords(
    [node.name, ...node.args.filter((word) => word.type === "Word")],
    state,
  ).map((field) => field.text);
  if (name === "cat" || name === "tee") {
    const file = args.find((word) => !word.startsWith("-"));
    if (name === "tee" || file === undefined) return own;
    return file.includes(UNKNOWN)
      ? { kind: "unknown", from: name }
      : { kind: "file", path: resolvePath(file, state) };
  }
  return { kind: "unknown", from: name };
}

/** "curl … > file", "base64 -d … > file": the file holds what nobody has read. "echo … > file": it holds just that. */
function noteOutputFile(command: Command, words: readonly string[], input: Stdin, state: ScriptState): void {
  const [name = "", ...args] = words;
  const isUnread = isFetcher(name, args);
  const copies = (name === "cat" || name === "tee") && input.kind === "text";
  const said = outputOfCommand(command, state);
  const text = said === null ? (copies ? input.text : null) : name === "echo" ? `${said}\n` : said;
  const targets = command.redirects.flatMap((redirect) =>
    redirect.type === "Redirect" && redirect.target !== undefined && redirect.operator.startsWith(">")
      ? [{ path: resolvePath(expandToText(redirect.target, state), state), adds: redirect.operator === ">>" }]
      : [],
  );
  if (name === "tee" && copies)
    for (const file of operands(args))
      targets.push({ path: resolvePath(file, state), adds: args.includes("-a") });
  for (const { path, adds } of targets) {
    if (isUnread) state.fetched.add(path);
    else if (text !== null) state.written.set(path, (adds ? (state.written.get(path) ?? "") : "") + text);
    else state.written.delete(path);
  }
}
