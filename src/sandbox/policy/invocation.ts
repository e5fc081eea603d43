import type { Field } from "./expand.js";
import type { ScriptState, Stdin } from "./state.js";

/** One command as it would be run: wrappers taken off, words expanded as far as they can be. */
export interface Invocation {
  /** The last part of the command's path: "rm" for /bin/rm. */
  name: string;
  /** The command as it was named: "./install.sh". */
  path: string;
  args: string[];
  stdin: Stdin;
  state: ScriptState;
}

export function invocationOf(fields: readonly Field[], stdin: Stdin, state: ScriptState): Invocation | null {
  const [first, ...rest] = fields;
  if (first === undefined) return null;
  const name = first.text.slice(first.text.lastIndexOf("/") + 1);
  return { name, path: first.text, args: rest.map((field) => field.text), stdin, state };
}

/** The arguments that are no options; everything after "--" is one of them. */
export function operands(args: readonly string[]): string[] {
  const end = args.indexOf("--");
  const before = end === -1 ? args : args.slice(0, end);
  return [...before.filter((text) => !/^-./.test(text)), ...(end === -1 ? [] : args.slice(end + 1))];
}

/** True if a short flag is given, alone or in a cluster ("-rf"), or one of the long ones. */
export function hasFlag(args: readonly string[], short: string, ...long: readonly string[]): boolean {
  return args.some(
    (text) =>
      long.some((name) => text === name || text.startsWith(`${name}=`)) ||
      (/^-[a-z]+$/i.test(text) && Array.from(short).some((letter) => text.slice(1).includes(letter))),
  );
}

/** The value of an option given as "-o X", "-oX", "--out X" or "--out=X"; null where it is not given. */
export function optionValue(args: readonly string[], names: readonly string[]): string | null {
  for (const [index, text] of args.entries()) {
    for (const name of names) {
      if (text === name) return args[index + 1] ?? null;
      if (name.startsWith("--") && text.startsWith(`${name}=`)) return text.slice(name.length + 1);
      if (/^-[a-z]$/i.test(name) && text.startsWith(name) && !text.startsWith("--")) return text.slice(2);
    }
  }
  return null;
}
