import { hasFlag, type Invocation } from "./invocation.js";
import { UNKNOWN } from "./state.js";

/** What stands behind a wrapper: another command's words, or a text that a shell will read. */
export type Unwrapped = { argv: string[] } | { script: string } | null;

/** Wrappers that run the rest of their line, with those of their options that take a value. */
const WRAPPERS: Readonly<Record<string, readonly string[]>> = {
  env: ["-u", "-C", "--unset", "--chdir"],
  nice: ["-n", "--adjustment"],
  ionice: ["-c", "-n", "-p"],
  nohup: [],
  setsid: [],
  stdbuf: ["-i", "-o", "-e"],
  time: ["-o", "-f"],
  command: [],
  builtin: [],
  exec: ["-a"],
  busybox: [],
  toybox: [],
  strace: ["-o", "-e", "-p", "-s", "-u", "-E"],
  ltrace: ["-o", "-e", "-p", "-s", "-u", "-n"],
  valgrind: [],
  catchsegv: [],
  unbuffer: [],
  chronic: [],
  rlwrap: [],
  fakeroot: [],
  firejail: [],
  proxychains: [],
  "xvfb-run": ["-e", "-f", "-n", "-s", "-w"],
  "dbus-run-session": [],
  setarch: [],
  prlimit: [],
  catch: [],
};

/** Wrappers with so many operands of their own before the command. */
const OWN_OPERANDS: Readonly<Record<string, { count: number; valued: readonly string[] }>> = {
  timeout: { count: 1, valued: ["-k", "-s", "--kill-after", "--signal"] },
  taskset: { count: 1, valued: [] },
  chrt: { count: 1, valued: [] },
  faketime: { count: 1, valued: ["-f"] },
  flock: { count: 1, valued: ["-w", "-E", "--timeout"] },
};

/** "tool run command …": package managers that run what follows. */
const RUNNERS: Readonly<Record<string, readonly string[]>> = {
  poetry: ["run"],
  pipenv: ["run"],
  pdm: ["run"],
  hatch: ["run"],
  uv: ["run"],
  conda: ["run"],
  mamba: ["run"],
  bundle: ["exec"],
  rbenv: ["exec"],
  pyenv: ["exec"],
  npm: ["exec", "x"],
  pnpm: ["exec", "dlx"],
  yarn: ["exec", "dlx"],
};

export function unwrap({ name, args, stdin }: Invocation): Unwrapped {
  if (/^ld-(?:linux|musl)/.test(name))
    return { argv: skipOptions(args, ["--library-path", "--argv0", "--preload"]) };
  if (name === "env") return unwrapEnv(args);
  if (name === "xargs" || name === "parallel")
    return unwrapXargs(args, stdin.kind === "text" ? stdin.text : null);
  if (name === "gdb" || name === "lldb") return unwrapDebugger(args);
  if (name === "watch" || name === "script" || name === "flock") {
    const inline = args.findIndex((text) => /^(?:-[a-z]*c|--command)$/.test(text));
    if (inline !== -1 && name !== "watch") return { script: args[inline + 1] ?? "" };
    if (name === "watch") return { script: skipOptions(args, ["-n", "--interval"]).join(" ") };
    if (name === "script") return null;
  }
  if (name === "command" && hasFlag(args, "vV")) return null;
  const plain = Object.hasOwn(WRAPPERS, name) ? WRAPPERS[name] : undefined;
  if (plain !== undefined) return { argv: skipOptions(args, plain) };
  const own = Object.hasOwn(OWN_OPERANDS, name) ? OWN_OPERANDS[name] : undefined;
  if (own !== undefined) return { argv: skipOptions(args, own.valued).slice(own.count) };
  const runner = Object.hasOwn(RUNNERS, name) ? RUNNERS[name] : undefined;
  if (runner?.includes(args[0] ?? "") === true)
    return { argv: skipOptions(args.slice(1), ["--python", "-n", "--with", "-p"]) };
  return null;
}

function skipOptions(args: readonly string[], valued: readonly string[]): string[] {
  let index = 0;
  while (index < args.length) {
    const text = args[index] ?? "";
    if (text === "--") return args.slice(index + 1);
    if (!/^[-+]./.test(text)) break;
    index += valued.includes(text) ? 2 : 1;
  }
  return args.slice(index);
}

function unwrapEnv(args: readonly string[]): Unwrapped {
  const split = args.findIndex((text) => /^-[a-zA-Z]*?S/.test(text) || text.startsWith("--split-string"));
  if (split !== -1) {
    const text = args[split] ?? "";
    const inline = text.startsWith("--")
      ? text.replace(/^--split-string=?/, "")
      : text.slice(text.indexOf("S") + 1);
    return { script: [inline, ...args.slice(split + 1)].join(" ").trim() };
  }
  const rest = skipOptions(args, WRAPPERS["env"] ?? []);
  const first = rest.findIndex((text) => !/^[a-z_]\w*=/i.test(text));
  return first === -1 ? null : { argv: rest.slice(first) };
}

function unwrapXargs(args: readonly string[], input: string | null): Unwrapped {
  const valued = [
    "-I",
    "-n",
    "-P",
    "-L",
    "-d",
    "-s",
    "-a",
    "-E",
    "--max-args",
    "--max-procs",
    "--delimiter",
    "-j",
  ];
  const rest = skipOptions(args, valued);
  const place = placeOf(args);
  if (place !== null && rest.some((text) => text.includes(place)))
    return { argv: rest.map((text) => text.replaceAll(place, input?.trim() ?? UNKNOWN)) };
  const appended = input === null ? [UNKNOWN] : input.split(/\s+/).filter((text) => text !== "");
  if (rest.length === 0) return null;
  return { argv: [...rest.filter((text) => text !== ":::"), ...appended] };
}

/** What `-I` has xargs put its input in the place of. */
function placeOf(args: readonly string[]): string | null {
  const at = args.findIndex((text) => /^-i/i.test(text));
  const text = args[at] ?? "";
  if (text === "") return null;
  return text.length > 2 ? text.slice(2) : text === "-i" ? "{}" : (args[at + 1] ?? null);
}

function unwrapDebugger(args: readonly string[]): Unwrapped {
  const start = args.findIndex((text) => text === "--args" || text === "--");
  return start === -1 ? null : { argv: args.slice(start + 1) };
}

/** The commands that `find` runs, with its roots in the place of what it finds. */
export function commandsOfFind(args: readonly string[]): string[][] {
  const roots = args
    .slice(0, args.findIndex((text) => /^[-(!]/.test(text)) >>> 0)
    .filter((text) => text !== "");
  const commands: string[][] = [];
  for (const [index, text] of args.entries()) {
    if (!/^-(?:exec|execdir|ok|okdir)$/.test(text)) continue;
    const rest = args.slice(index + 1);
    const end = rest.findIndex((word) => word === ";" || word === "+");
    const words = end === -1 ? rest : rest.slice(0, end);
    for (const root of roots.length > 0 ? roots : ["."])
      commands.push(words.map((word) => word.replaceAll("{}", `${root}/found`)));
  }
  if (args.includes("-delete"))
    for (const root of roots.length > 0 ? roots : ["."]) commands.push(["rm", "-r", `${root}/found`]);
  return commands;
}
