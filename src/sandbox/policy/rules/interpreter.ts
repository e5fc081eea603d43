import { operands, type Invocation } from "../invocation.js";
import { resolvePath } from "../paths.js";
import { UNKNOWN } from "../state.js";
import { refuse, type Refusal } from "../verdict.js";

export const SHELLS = /^(?:sh|r?bash|dash|ash|zsh|ksh|ksh93|mksh|fish|csh|tcsh|elvish|nu|pwsh)$/;

/** Options by which each interpreter takes its program on the command line. */
const INLINE: readonly { names: RegExp; flags: RegExp; subcommand?: string }[] = [
  { names: /^(?:python|pypy|ipython)[\d.]*$/, flags: /^-[a-zA-Z]*c$/ },
  { names: /^(?:node|nodejs|bun|tsx|ts-node)$/, flags: /^(?:-e|-p|-pe|--eval|--print)$/ },
  { names: /^perl[\d.]*$/, flags: /^-[a-z0-9]*e$/i },
  { names: /^(?:ruby|jruby)[\d.]*$/, flags: /^-[a-zA-Z]*e$/ },
  { names: /^php[\d.]*$/, flags: /^-r$/ },
  { names: /^(?:lua|luajit)[\d.]*$/, flags: /^-e$/ },
  { names: /^(?:Rscript|R|julia|elixir|groovy|scala)$/, flags: /^-e$/i },
  { names: /^deno$/, flags: /^eval$/ },
  { names: /^tclsh[\d.]*$/, flags: /^$/ },
];

/** What an invocation gives an interpreter to run. */
export type Program =
  | { kind: "shell"; text: string }
  | { kind: "code"; text: string }
  | { kind: "file"; path: string }
  | { kind: "refused"; refusal: Refusal }
  | { kind: "none" };

/** `sh -c …`, `python - <<EOF`, `node -e …`, `eval …`, `. file`: the program, or why it cannot be read. */
export function programOf(invocation: Invocation): Program {
  const { name, args } = invocation;
  if (name === "eval") return textProgram(args.join(" "));
  if (name === "source" || name === ".") return fileProgram(args[0], invocation, "shell");
  if (name === "trap") return textProgram(args.length > 1 && args[0] !== "-" ? (args[0] ?? "") : "");
  if (SHELLS.test(name)) return shellProgram(invocation);
  const inline = INLINE.find((entry) => entry.names.test(name));
  if (inline !== undefined) return inlineProgram(invocation, inline.flags);
  if (/^[gmn]?awk$/.test(name)) return awkProgram(args);
  return invocation.path.includes("/")
    ? writtenProgram(resolvePath(invocation.path, invocation.state), invocation)
    : { kind: "none" };
}

/** A file that the same script wrote is what was written into it. */
function writtenProgram(path: string, { state }: Invocation, kind?: "shell" | "code"): Program {
  const text = state.written.get(path)?.replaceAll(UNKNOWN, "x");
  if (text === undefined) return { kind: "none" };
  const [first = ""] = text.split("\n", 1);
  const isShell = !first.startsWith("#!") || /\/(?:env )?(?:ba|da|k|z)?sh\b/.test(first);
  return { kind: kind ?? (isShell ? "shell" : "code"), text };
}

function shellProgram(invocation: Invocation): Program {
  const { args } = invocation;
  const command = args.findIndex((text) => /^-[a-z]+$/i.test(text) && text.includes("c"));
  const firstOperand = args.findIndex(
    (text, index) => !/^[-+]/.test(text) && !/^[-+]o$/i.test(args[index - 1] ?? ""),
  );
  if (command !== -1 && (firstOperand === -1 || command < firstOperand)) {
    const text = args
      .slice(command + 1)
      .find((word, index, rest) => !/^[-+]/.test(word) && !/^[-+]o$/i.test(rest[index - 1] ?? ""));
    return textProgram(text ?? "");
  }
  if (firstOperand === -1 || args.includes("-s") || isStandardInput(args[firstOperand] ?? ""))
    return standardInput(invocation, "shell");
  return fileProgram(args[firstOperand], invocation, "shell");
}

function inlineProgram(invocation: Invocation, flags: RegExp): Program {
  const { args } = invocation;
  const at = args.findIndex((text) => flags.test(text));
  const script = args.findIndex((text) => !text.startsWith("-"));
  if (at !== -1 && (script === -1 || at <= script)) {
    const text = args[at + 1] ?? "";
    if (text.split(UNKNOWN).join("").trim() === "" && text !== "") return unreadable();
    return { kind: "code", text };
  }
  const module = args.findIndex((text) => text === "-m");
  if (module !== -1 && (script === -1 || module < script)) return { kind: "none" };
  if (script === -1 && args.some((text) => /^(?:-V|-v|-h|--version|--help|-version)$/.test(text)))
    return { kind: "none" };
  if (script === -1 || isStandardInput(args[script] ?? "")) return standardInput(invocation, "code");
  return fileProgram(args[script], invocation, "code");
}

function awkProgram(args: readonly string[]): Program {
  const text = operands(args)[0] ?? "";
  return /\bsystem\s*\(|\|\s*(?:getline|")|getline\s*</.test(text)
    ? { kind: "code", text }
    : { kind: "none" };
}

function textProgram(text: string): Program {
  return text.includes(UNKNOWN) && !isOnlyArguments(text) ? unreadable() : { kind: "shell", text };
}

/** An unknown part may stand in an argument ("echo …"), never where a command or a separator could be. */
function isOnlyArguments(text: string): boolean {
  const first = text.trimStart().split(/\s/, 1)[0] ?? "";
  return (
    first !== "" &&
    !first.includes(UNKNOWN) &&
    /^[\w./+-]+$/.test(first) &&
    !/[;&|`$(){}<>]/.test(text) &&
    first !== "eval"
  );
}

function fileProgram(path: string | undefined, invocation: Invocation, kind: "shell" | "code"): Program {
  const { state } = invocation;
  if (path === undefined) return { kind: "none" };
  if (path === UNKNOWN || path.endsWith(UNKNOWN)) return unreadable();
  const resolved = resolvePath(path, state);
  if (state.written.has(resolved)) return writtenProgram(resolved, invocation, kind);
  if (!state.fetched.has(resolved)) return { kind: "file", path: resolved };
  return {
    kind: "refused",
    refusal: refuse(
      "pipe_to_shell/fetched-script",
      `${path} was fetched by the same command and would be run unread.`,
    ),
  };
}

function standardInput(invocation: Invocation, kind: "shell" | "code"): Program {
  const { name, stdin, state } = invocation;
  if (stdin.kind === "text")
    return stdin.text.includes(UNKNOWN) && kind === "shell" ? unreadable() : { kind, text: stdin.text };
  if (stdin.kind === "file" && state.written.has(stdin.path))
    return writtenProgram(stdin.path, invocation, kind);
  if (stdin.kind === "file" && !state.fetched.has(stdin.path)) return { kind: "none" };
  if (stdin.kind === "none") return { kind: "none" };
  const source = stdin.kind === "unknown" ? stdin.from : stdin.path;
  return {
    kind: "refused",
    refusal: refuse(
      "pipe_to_shell/pipe",
      `The output of ${source} would be run by ${name} without being read first.`,
    ),
  };
}

function isStandardInput(text: string): boolean {
  return text === "-" || text === "/dev/stdin" || text === "/dev/fd/0" || text === "/proc/self/fd/0";
}

function unreadable(): Program {
  return {
    kind: "refused",
    refusal: refuse(
      "unreadable/dynamic-script",
      "What would be run is put together only while it runs, so it cannot be checked.",
    ),
  };
}
