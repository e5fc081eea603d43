import { refuse, type Refusal } from "../verdict.js";

/** How often the languages that a command line can hold reach the network, decode, run text, or fork. */
const FETCHES =
  /urlopen|urlretrieve|urllib|requests\.|httpx|http\.client|aiohttp|\bfetch\s*\(|https?\.(?:get|request)|Net::HTTP|open-uri|URI\.open|LWP|HTTP::Tiny|file_get_contents\s*\(\s*["']https?:|curl_exec|axios|XMLHttpRequest/;
const SOCKETS =
  /\bsocket\b|IO::Socket|TCPSocket|net\.(?:connect|Socket|createConnection)|fsockopen|stream_socket_client|pty\.spawn/;
const DECODES =
  /b(?:ase)?64|fromhex|unhexlify|codecs\.decode|unpack\s*\(|\brot_?13\b|zlib\.decompress|marshal\.loads|pickle\.loads|\batob\b|String\.fromCharCode|\bchr\s*\(/i;
const RUNS =
  /\bexec\b|\beval\b|os\.system|os\.popen|os\.exec|os\.spawn|subprocess|popen|child_process|execSync|spawnSync|\bspawn\b|\bsystem\b|`[^`]*`|%x[[{(]|qx[{(/]|proc_open|shell_exec|passthru|__import__|\bcompile\s*\(|new Function|instance_eval|class_eval|\brequire\s*\(\s*["']vm["']/;
const FORKS =
  /(?:while|loop|for|until)\b[\s\S]{1,80}\bfork\b|\bfork\b[^;]{1,40}\bwhile\b|\bfork\b\s*(?:and|&&|\|\|)\s*\bfork\b/;
const REMOVES_ROOT =
  /(?:rmtree|remove_tree|rm_rf|rm_r|remove_dir|rmSync|rmdirSync|removedirs|remove_entry|\brimraf)[\s(]*["'](?:~|\/(?:["']|(?:bin|boot|etc|home|lib|opt|root|sbin|srv|usr|var)\b))/;

/** What a program given on the command line (python -c, node -e …) may not do. */
export function checkCode(code: string, checkText: (text: string) => Refusal | null): Refusal | null {
  if (FORKS.test(code)) return refuse("fork_bomb/inline-code", "The program forks in a loop.");
  if (REMOVES_ROOT.test(code))
    return refuse("destructive/remove-system-path", "The program removes a folder of the system.");
  if (SOCKETS.test(code) && (RUNS.test(code) || /dup2|fileno/.test(code)))
    return refuse("network/raw-socket", "The program opens a connection and hands it to a command.");
  if (FETCHES.test(code) && RUNS.test(code))
    return refuse("pipe_to_shell/inline-code", "The program fetches and runs what it fetched.");
  if (DECODES.test(code) && RUNS.test(code))
    return refuse("pipe_to_shell/inline-code", "The program decodes and runs what it decoded.");
  if (!RUNS.test(code)) return null;
  for (const text of stringLiterals(code)) {
    const refusal = checkText(text);
    if (refusal !== null) return refusal;
  }
  return null;
}

/** The string literals of a program, whatever its language; words of a list are joined: ["rm","-rf","/"]. One word alone is no command. */
function stringLiterals(code: string): string[] {
  const literals = Array.from(
    code.matchAll(/"([^"\n]*)"|'([^'\n]*)'|`([^`\n]*)`/g),
    (match) => match[1] ?? match[2] ?? match[3] ?? "",
  );
  const joined = Array.from(code.matchAll(/\[([^[\]]*)\]/g), (match) =>
    Array.from(
      (match[1] ?? "").matchAll(/"([^"\n]*)"|'([^'\n]*)'/g),
      (word) => word[1] ?? word[2] ?? "",
    ).join(" "),
  );
  const listed = Array.from(
    code.matchAll(/(?:"[^"\n]*"|'[^'\n]*')(?:, ?(?:"[^"\n]*"|'[^'\n]*'))+/g),
    ([list]) =>
      Array.from(list.matchAll(/"([^"\n]*)"|'([^'\n]*)'/g), (word) => word[1] ?? word[2] ?? "").join(" "),
  );
  return [...literals, ...joined, ...listed].filter((text) => /\S\s+\S/.test(text));
}
