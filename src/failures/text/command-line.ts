/** Literals one of which stands in every line that `readCommand` understands. */
export const COMMAND_LITERALS: readonly string[] = ["$ ", "# ", "> ", ":\\", "+ ", "➜", "❯", "% ", "run "];

export interface CommandLine {
  command: string;
  /** True where a new command starts; false for the trace of a script (`set -x`) that goes on. */
  starts: boolean;
}

const PROMPTS: readonly RegExp[] = [
  // user@host:~/dir$ make · [user@host dir]# make · (venv) ~/dir $ make · bash-5.1# make · root@1a2b3c:/# make
  /^(?:\([^()]{1,60}\)\s?)?(?:\[?[\w.-]{1,60}@[\w.-]{1,80}[^$#%]{0,120}|bash-\d[\d.]{0,10}|sh-\d[\d.]{0,10}|[~/][^\s$#]{0,200})?\s?\$\s+(?<command>\S.*)$/,
  /^(?:\([^()]{1,60}\)\s?)?(?:\[?[\w.-]{1,60}@[\w.-]{1,80}[^$#%]{0,120}|bash-\d[\d.]{0,10}|sh-\d[\d.]{0,10})\s?[#%]\s+(?<command>\S.*)$/,
  /^(?:PS )?[A-Za-z]:\\[^<>|"?*]{0,200}>\s?(?<command>\S.*)$/,
  /^[➜❯λ]\s+(?:\S{1,80}\s+(?:git:\(\S{1,80}\)\s*(?:[✗✔]\s*)?)?)?(?<command>[a-z.][\w./-]*(?: .*)?)$/,
  // docker build, both builders; GitHub Actions
  /^Step \d+(?:\/\d+)? : RUN (?<command>\S.*)$/,
  /^(?:=> )?(?:CACHED |ERROR )?\[(?:[\w.-]+ )?\s?\d+\/\d+\] RUN (?<command>\S.*)$/,
  /^Run (?<command>[a-z.][\w./-]* .*)$/,
];
const TRACE = /^\+{1,4} (?<command>[\w./][^|]*)$/;

/** The command that a line shows being run, or null. Takes a line's content. */
export function readCommand(content: string): CommandLine | null {
  for (const prompt of PROMPTS) {
    const command = prompt.exec(content)?.groups?.["command"];
    if (command !== undefined) return { command: command.trim(), starts: true };
  }
  const traced = TRACE.exec(content)?.groups?.["command"];
  return traced === undefined ? null : { command: traced.trim(), starts: false };
}
