import { parse, type Command, type ParsedScript, type Word, type WordPart } from "unbash";
import { assign, UNKNOWN, type ScriptState } from "./state.js";

/** One field of a command after the expansions that can be foretold; `UNKNOWN` stands for the rest. */
export interface Field {
  text: string;
  /** An unquoted `*`, `?` or `[…]` is in it: the shell may put another name there. */
  glob: boolean;
}

interface Segment {
  text: string;
  splits: boolean;
  glob: boolean;
}

const MAX_BRACES = 64;

export function expandWords(words: readonly Word[], state: ScriptState): Field[] {
  return words.flatMap((word) => expandWord(word, state));
}

export function expandWord(word: Word, state: ScriptState): Field[] {
  if (word.parts === undefined) return [{ text: word.value, glob: false }];
  const brace = word.parts.find((part) => part.type === "BraceExpansion");
  if (brace !== undefined) return expandBraces(word, brace.text, state);
  return splitFields(word.parts.map((part) => expandPart(part, state)));
}

/** The word as one text, as in an assignment or a redirection: nothing is split there. */
export function expandToText(word: Word, state: ScriptState): string {
  if (word.parts === undefined) return word.value;
  return word.parts.map((part) => expandPart(part, state).text).join("");
}

export function expandParts(parts: readonly WordPart[], state: ScriptState): string {
  return parts.map((part) => expandPart(part, state).text).join("");
}

function expandPart(part: WordPart, state: ScriptState): Segment {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
      return segment(part.value);
    case "DoubleQuoted":
    case "LocaleString":
      return segment(expandParts(part.parts, state));
    case "Glob":
      return { text: part.value, splits: false, glob: true };
    case "ExtendedGlob":
      return { text: UNKNOWN, splits: false, glob: true };
    case "SimpleExpansion":
      return { text: valueOf(part.text.slice(1), state), splits: true, glob: false };
    case "ParameterExpansion":
      return { text: parameterValue(part, state), splits: true, glob: false };
    case "CommandExpansion":
      return { text: outputOf(part.script, state) ?? UNKNOWN, splits: true, glob: false };
    case "ArithmeticExpansion":
      return segment("1");
    default:
      return segment(UNKNOWN);
  }
}

function segment(text: string): Segment {
  return { text, splits: false, glob: false };
}

function valueOf(name: string, state: ScriptState): string {
  if (name === "PWD") return state.cwd;
  if (/^[?#$!]$/.test(name)) return "1";
  return state.variables.get(name) ?? UNKNOWN;
}

function parameterValue(part: WordPart & { type: "ParameterExpansion" }, state: ScriptState): string {
  if (part.prefix !== undefined || part.index !== undefined) return UNKNOWN;
  const value = valueOf(part.parameter, state);
  if (part.operation === undefined) return value;
  if (part.operation.type !== "Default") return UNKNOWN;
  const fallback = expandToText(part.operation.operand, state);
  switch (part.operation.operator) {
    case ":-":
    case "-":
      return value === UNKNOWN ? fallback : value;
    case ":=":
    case "=":
      if (value !== UNKNOWN) return value;
      assign(state, part.parameter, fallback);
      return fallback;
    case ":?":
    case "?":
      return value;
    default:
      return value === UNKNOWN ? UNKNOWN : fallback;
  }
}

/** What a command substitution gives, for the few commands whose output can be foretold. */
export function outputOf(script: ParsedScript | undefined, state: ScriptState): string | null {
  const [statement, ...more] = script?.commands ?? [];
  if (statement === undefined) return "";
  if (more.length > 0 || statement.command.type !== "Command") return null;
  return outputOfCommand(statement.command, state);
}

export function outputOfCommand(command: Command, state: ScriptState): string | null {
  const words = command.args.filter((argument) => argument.type === "Word");
  if (command.name === undefined || words.length !== command.args.length) return null;
  const [name, ...rest] = expandWords([command.name, ...words], state).map((field) => field.text);
  const args = rest.filter((text) => !/^-[neE]+$/.test(text));
  const last = args.at(-1);
  switch (name) {
    case "echo":
      return rest.some((text) => text.includes("e") && /^-[neE]+$/.test(text)) &&
        rest.some((text) => text.includes("\\"))
        ? null
        : args.join(" ");
    case "printf":
      return printfOutput(args);
    case "which":
    case "realpath":
    case "basename":
      return args.length === 1 ? (last ?? null) : null;
    case "command":
    case "type":
      return args.length === 2 && /^-[vpP]$/.test(args[0] ?? "") ? (last ?? null) : null;
    case "pwd":
      return state.cwd;
    case "nproc":
      return "2";
    case "mktemp":
      return "/tmp/made";
    default:
      return null;
  }
}

function printfOutput(args: readonly string[]): string | null {
  const [format, ...values] = args;
  if (format === undefined || (format.includes("\\") && !/^(?:[^\\]|\\n)*$/.test(format))) return null;
  if (!/^(?:[^%\\]|%s|\\n)*$/.test(format)) return null;
  let next = 0;
  return format.replaceAll("\\n", "\n").replaceAll("%s", () => values[next++] ?? "");
}

function expandBraces(word: Word, brace: string, state: ScriptState): Field[] {
  const alternatives = splitAlternatives(brace);
  if (alternatives === null || alternatives.length > MAX_BRACES) return [{ text: UNKNOWN, glob: false }];
  const at = word.text.indexOf(brace);
  return alternatives.flatMap((alternative) => {
    const text = word.text.slice(0, at) + alternative + word.text.slice(at + brace.length);
    const inner = parse(`: ${text}`).commands[0]?.command;
    const words = inner?.type === "Command" ? inner.args.filter((argument) => argument.type === "Word") : [];
    return expandWords(words, state);
  });
}

/** "{a,b{c,d}}" → ["a", "b{c,d}"]; null for a range such as {1..9}, which holds no harm but is not spelt out. */
function splitAlternatives(brace: string): string[] | null {
  const parts: string[] = [];
  let depth = 0;
  let current = "";
  for (const character of brace.slice(1, -1)) {
    if (character === "{") depth += 1;
    if (character === "}") depth -= 1;
    if (character === "," && depth === 0) {
      parts.push(current);
      current = "";
    } else current += character;
  }
  if (parts.length === 0) return null;
  return [...parts, current];
}

/** Unquoted values are split at blanks, as the shell does with its usual IFS. */
function splitFields(segments: readonly Segment[]): Field[] {
  const fields: Field[] = [{ text: "", glob: false }];
  for (const { text, splits, glob } of segments) {
    const pieces = splits && text !== UNKNOWN ? text.split(/\s+/) : [text];
    pieces.forEach((piece, index) => {
      if (index > 0) fields.push({ text: "", glob: false });
      const field = fields.at(-1);
      if (field === undefined) return;
      field.text += piece;
      field.glob ||= glob;
    });
  }
  const filled = fields.filter((field) => field.text !== "");
  return filled.length > 0 || segments.some((part) => part.splits) ? filled : [{ text: "", glob: false }];
}
