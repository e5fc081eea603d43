import { operands, optionValue, type Invocation } from "../invocation.js";
import { UNKNOWN } from "../state.js";
import { refuse, type Refusal } from "../verdict.js";

/** Settings of git that hold a command, which git runs sooner or later. */
const GIT_COMMANDS =
  /^(?:alias\..+|core\.(?:fsmonitor|sshcommand|editor|pager|askpass|gitproxy)|credential(?:\..+)?\.helper|diff\..*(?:external|command|textconv)|merge\..+\.driver|filter\..+\.(?:clean|smudge|process)|(?:diff|merge)tool\..+\.cmd|sequence\.editor|gpg(?:\..+)?\.program|uploadpack\.packobjectshook|pager\..+)$/i;
const MAKE = /^(?:g|b)?make$/;
const EDITORS = /^(?:vi|vim|nvim|ex|view|gvim|vimdiff|rvim)$/;

/** Commands that everyday tools are given in an option, a setting or on their standard input. */
export function hiddenCommands(invocation: Invocation): string[] {
  const { name, args, stdin } = invocation;
  if (name === "git") return gitCommands(args);
  if (name === "tar") {
    const actions = args.map((text) => /^--checkpoint-action=exec=(.*)$/s.exec(text)?.[1] ?? null);
    const programs = [
      optionValue(args, ["--to-command"]),
      optionValue(args, ["-I", "--use-compress-program"]),
    ];
    return [...actions, ...programs].filter((text) => text !== null);
  }
  if (name === "sed") return args.flatMap((text) => /^\d*e\s(.+)$/s.exec(text)?.[1] ?? []);
  if (EDITORS.test(name)) return args.flatMap((text) => /^(?:\+|-c|--cmd=)?:?!(.+)$/s.exec(text)?.[1] ?? []);
  if (name === "gdb" || name === "lldb")
    return args.flatMap(
      (text) => /^(?:--?(?:ex|eval-command|o)=)?(?:platform )?(?:shell|!)(.+)$/s.exec(text.trim())?.[1] ?? [],
    );
  if (name === "npx" || name === "npm" || name === "pnpx")
    return [optionValue(args, ["-c", "--call"])].filter((text) => text !== null);
  if (MAKE.test(name) && readsStandardInput(args) && stdin.kind === "text") return recipesOf(stdin.text);
  return [];
}

/** The same where nothing of it can be read. */
export function checkToolCommand({ name, args, stdin }: Invocation): Refusal | null {
  if (name === "git" && args.some((text) => /^ext::/i.test(text)))
    return refuse(
      "pipe_to_shell/transport",
      "git's ext:: transport runs a command in the place of a connection.",
    );
  if (MAKE.test(name) && readsStandardInput(args) && stdin.kind === "unknown")
    return refuse(
      "pipe_to_shell/pipe",
      `The output of ${stdin.from} would be run by ${name} without being read first.`,
    );
  return null;
}

function gitCommands(args: readonly string[]): string[] {
  const given = args
    .filter((_, index) => args[index - 1] === "-c")
    .map((setting): [string, string] => {
      const at = setting.indexOf("=");
      return at < 0 ? [setting, ""] : [setting.slice(0, at), setting.slice(at + 1)];
    });
  const words = operands(args).filter((text) => text !== UNKNOWN);
  const at = words.indexOf("config");
  const set = at < 0 ? [] : words.slice(at + 1).filter((text) => !/^(?:set|add)$/.test(text));
  const [key, value] = set;
  const kept: [string, string][] = key === undefined || value === undefined ? [] : [[key, value]];
  return [...given, ...kept].flatMap(([name, text]) =>
    GIT_COMMANDS.test(name) || text.startsWith("!") ? [commandIn(name, text)] : [],
  );
}

/** An alias without "!" is git's own: "git log --oneline". */
function commandIn(name: string, text: string): string {
  if (text.startsWith("!")) return text.slice(1);
  return /^alias\./i.test(name) ? `git ${text}` : text;
}

function readsStandardInput(args: readonly string[]): boolean {
  const file = optionValue(args, ["-f", "--file", "--makefile"]);
  return file === "-" || file === "/dev/stdin";
}

/** The lines that a makefile's rules run. */
function recipesOf(text: string): string[] {
  const lines = text.split("\n");
  const below = lines.filter((line) => line.startsWith("\t")).map((line) => line.replace(/^\t[@+-]*/, ""));
  const beside = lines.flatMap((line) => {
    const at = line.startsWith("\t") || !line.includes(":") ? -1 : line.indexOf(";");
    return at === -1 ? [] : [line.slice(at + 1)];
  });
  return [...below, ...beside].filter((line) => line.trim() !== "");
}
