import { operands, optionValue, type Invocation } from "../invocation.js";
import { resolvePath } from "../paths.js";
import { refuse, type Refusal } from "../verdict.js";

/** Remembers the files that a command fetches or decodes, so that running one of them is noticed. */
export function noteFetched({ name, args, state }: Invocation): void {
  for (const path of fetchedBy(name, args)) state.fetched.add(resolvePath(path, state));
  if (name === "cp" || name === "mv" || name === "ln") {
    const [from, to] = operands(args);
    if (from !== undefined && to !== undefined && state.fetched.has(resolvePath(from, state)))
      state.fetched.add(resolvePath(to, state));
  }
}

/** True for a command whose output comes from elsewhere or was hidden. */
export function isFetcher(name: string, args: readonly string[]): boolean {
  if (/^(?:curl|wget|aria2c|lynx|w3m|fetch|http|https|xh)$/.test(name)) return true;
  if (/^(?:base64|base32|uudecode)$/.test(name))
    return name === "uudecode" || args.some((text) => /^(?:-d|-D|-di|--decode)$/.test(text));
  if (name === "openssl") return args.includes("-d");
  if (name === "xxd") return args.some((text) => /^-[a-z]*r/.test(text));
  return name === "gpg" && args.some((text) => /^(?:-d|--decrypt)$/.test(text));
}

function fetchedBy(name: string, args: readonly string[]): string[] {
  const urls = operands(args).filter(
    (text) => /^[a-z]+:\/\//i.test(text) || /^[\w-]+(?:\.[\w-]+)+\//.test(text),
  );
  if (name === "curl") {
    const named = optionValue(args, ["-o", "--output"]) ?? clusterValue(args, "o");
    if (named !== null) return [named];
    return args.some((text) => /^-[a-zA-Z]*O|^--remote-name/.test(text)) ? urls.map(fileOf) : [];
  }
  if (name === "wget") {
    const named = optionValue(args, ["-O", "--output-document"]) ?? clusterValue(args, "O");
    if (named !== null) return named === "-" ? [] : [named];
    return urls.map(fileOf);
  }
  if (name === "aria2c")
    return [optionValue(args, ["-o", "--out"]) ?? "", ...urls.map(fileOf)].filter((text) => text !== "");
  if (name === "openssl" && args.includes("-d"))
    return [optionValue(args, ["-out"]) ?? ""].filter((text) => text !== "");
  return [];
}

/** "-fsSLo FILE" */
function clusterValue(args: readonly string[], letter: string): string | null {
  const at = args.findIndex((text) => /^-[a-z]+$/i.test(text) && text.endsWith(letter) && text.length > 2);
  return at === -1 ? null : (args[at + 1] ?? null);
}

function fileOf(url: string): string {
  const path = url.split(/[?#]/, 1)[0] ?? url;
  return path.slice(path.lastIndexOf("/") + 1) || "index.html";
}

/** Running a fetched file by its own name, or making it runnable. */
export function checkRunsFetched({ name, path, args, state }: Invocation): Refusal | null {
  const named = name === "chmod" ? operands(args).slice(1) : path.includes("/") ? [path] : [];
  const mode = operands(args)[0] ?? "";
  if (name === "chmod" && !/[x1357]/.test(mode)) return null;
  const found = named.find((text) => state.fetched.has(resolvePath(text, state)));
  if (found === undefined) return null;
  return refuse(
    "pipe_to_shell/fetched-script",
    `${found} was fetched by the same command and would be run unread.`,
  );
}
