import { findErrorLines } from "./error-lines.js";

/** What was typed and what came of it. `command` null: output that no prompt precedes. */
export interface TerminalEntry {
  command: string | null;
  output: string[];
}

const PROMPTS: readonly RegExp[] = [
  // "$ make", "% make", "user@host:~/x$ make", "[user@host dir]$ make", "host:dir user$ make", "(env) $ make"
  /^\s{0,8}(?:\([\w.-]{1,40}\) ?)?(?:\[[\w.@~: /-]{1,80}\]|[\w.-]{1,40}@[\w.-]{1,60}[: ]?[\w~/.-]{0,120}|[\w.-]{1,40}:[\w~/.-]{1,80} [\w.-]{1,40}|~?[\w/.-]{0,80}) ?[$%❯➜]\s{0,4}(?=[\w./~"'(!\\])/u,
  // "root@host:~# make", "[root@host ~]# make"
  /^\s{0,8}(?:\[[\w.@~: /-]{1,80}\]|root@[\w.-]{1,60}[: ]?[\w~/.-]{0,120}) ?#\s{0,4}(?=[\w./~"'(])/,
  // "C:\work> make", "PS C:\work> make"
  /^\s{0,8}(?:PS )?[A-Za-z]:\\[^<>|?*"\n]{0,160}(?<!-)>\s{0,4}(?=[\w./~"'(])/,
  // "+ make" of a traced script, "> make" only with a program's usual name
  /^\s{0,8}[+>] (?=(?:sudo|npm|npx|yarn|pnpm|pip3?|python3?|cargo|go|git|docker|make|cmake|mvn|gradle|\.\/gradlew|bundle|gem|composer|apt-get|apt|brew)\s)/,
];

/** The command after a shell's prompt; undefined for a line that has none. */
export function promptCommand(line: string): string | undefined {
  const head = line.slice(0, 300);
  for (const prompt of PROMPTS) {
    const match = prompt.exec(head);
    if (match !== null) return line.slice(match[0].length).trim();
  }
  return undefined;
}

const PROGRAMS =
  /^(?:sudo (?:-\w+ )?)?(?:[A-Z_]{2,30}=\S{0,200} )*(?:npm|npx|yarn|pnpm|node|deno|bun|pip3?|pipx|python[\d.]{0,4}|poetry|uv|conda|mamba|cargo|rustc|rustup|go|git|docker(?:-compose)?|podman|kubectl|helm|make|gmake|cmake|ninja|meson|bazel|mvn|gradle|java|javac|bundle|gem|ruby|rails|rake|composer|php|apt-get|apt|dnf|yum|pacman|apk|brew|port|choco|winget|dotnet|nuget|swift|xcodebuild|pod|flutter|dart|mix|elixir|stack|cabal|ghc|gcc|g\+\+|clang|clang\+\+|ld|curl|wget|tar|unzip|cd|mkdir|export|source|\.\/[\w./-]{1,80}|autoreconf|ldconfig|ldd|valgrind|gdb|perl|sh|bash|ti|appc|titanium|vagrant|terraform|ansible\S{0,20}|psql|mysql|sqlite3|systemctl|uname|cat|ls|env|which)(?: |$)/;

/** A line that starts with a program's usual name. */
export function looksLikeCommand(line: string): boolean {
  const start = line.trim().slice(0, 400);
  return PROGRAMS.test(start) && !PROGRAMS_OWN_WORDS.test(start);
}

/** What programs print with their name in front is no command: "npm error code ERESOLVE". */
const PROGRAMS_OWN_WORDS =
  /^(?:npm|yarn|pnpm|cargo|go|git|docker) (?:err!|error|warn|warning|notice|info|http|verb|fatal|panic)(?![\w-])/i;

const SHELLS = new Set([
  "bash",
  "sh",
  "shell",
  "console",
  "zsh",
  "fish",
  "shell-session",
  "powershell",
  "ps1",
  "cmd",
  "bat",
]);

/** A block of terminal text as entries. Without a prompt, a shell's fence of nothing but commands is read as those. */
export function readTerminal(text: string, language: string | null = null): TerminalEntry[] {
  const lines = text.split("\n");
  const isCommand = lines.some((line) => promptCommand(line) !== undefined)
    ? null
    : scriptReader(lines, SHELLS.has(language?.toLowerCase() ?? ""));
  const entries: TerminalEntry[] = [];
  for (const line of lines) {
    const command = commandIn(line, isCommand);
    if (command !== undefined) entries.push({ command, output: [] });
    else if (entries.length > 0) entries.at(-1)?.output.push(line);
    else if (line.trim() !== "") entries.push({ command: null, output: [line] });
  }
  return joinContinued(entries);
}

function commandIn(line: string, isCommand: ((line: string) => boolean) | null): string | undefined {
  if (isCommand === null) return promptCommand(line);
  return isCommand(line) ? line.trim() : undefined;
}

/** How a bare line of a block is known to be a command; null where the block is output. */
function scriptReader(lines: readonly string[], shell: boolean): ((line: string) => boolean) | null {
  const written = lines.filter((line) => line.trim() !== "" && !line.trim().startsWith("#"));
  if (written.length === 0 || written.length > 30) return null;
  const isShort = written.length <= MOST_UNKNOWN && findErrorLines(written, 1).length === 0;
  if (shell && isShort && written.every(isShellLine)) return isShellLine;
  const commands = written.filter(looksLikeCommand).length;
  return (shell ? commands >= 1 && commands * 2 >= written.length : commands === written.length)
    ? looksLikeCommand
    : null;
}

const MOST_UNKNOWN = 6;

/** A line that a shell would take, whatever the program is called; "name: words" is what programs say. */
function isShellLine(line: string): boolean {
  return (
    /^(?:[A-Z_]{2,30}=\S{0,200} )*[a-z.~/][\w./~-]*(?: [^\s:][^\n]*)?$/.test(line.trim()) &&
    !/[.!?:]$/.test(line)
  );
}

/** A command that ends in a backslash goes on in the next line. */
function joinContinued(entries: TerminalEntry[]): TerminalEntry[] {
  for (const entry of entries) {
    while (entry.command?.endsWith("\\") === true && entry.output.length > 0)
      entry.command = `${entry.command.slice(0, -1).trim()} ${entry.output.shift()?.trim() ?? ""}`;
  }
  return entries;
}
