/** Macros of systems that the sandbox is not. */
export const OTHER_SYSTEMS = /WIN(?:32|64|DOWS|CE)|_MSC|MSVC|APPLE|MINGW|DARWIN|MACOS|OSX|BSD|SUNOS|CYGWIN/;

/**
 * Headers that a C source includes on this system, whatever else is defined: an include guard is no condition, and
 * neither is a macro that the build defines. Those in quotes without a folder are the project's own.
 */
export function unconditionalIncludes(text: string, defined: ReadonlySet<string> = new Set()): string[] {
  const lines = text.split("\n");
  const guard = guardOf(lines);
  const taken: boolean[] = [];
  const found: string[] = [];
  for (const line of lines) {
    const [, kind, rest = ""] =
      /^[ \t/*]*#[ \t]*(ifdef|ifndef|if|elif|else|endif|include)\b(.*)$/.exec(line) ?? [];
    if (kind === "ifndef") taken.push(rest.trim() === guard || OTHER_SYSTEMS.test(rest));
    else if (kind === "if" || kind === "ifdef") taken.push(holds(rest, defined));
    else if (kind === "elif" || kind === "else") taken.splice(-1, 1, false);
    else if (kind === "endif") taken.pop();
    else if (kind === "include" && taken.every(Boolean)) {
      const header = /^[ \t]*(?:<|"(?=[\w.+-]+\/))([\w./+-]+)[>"]/.exec(rest)?.[1];
      if (header !== undefined) found.push(header);
    }
  }
  return found;
}

/** The macro of an include guard: the first directive asks for it, the second defines it. */
function guardOf(lines: readonly string[]): string | null {
  const [first, second] = lines.filter((line) => /^[ \t]*#[ \t]*(?!pragma)\w/.test(line));
  const asked = /^[ \t]*#[ \t]*ifndef[ \t]+(\w+)/.exec(first ?? "")?.[1];
  const defined = /^[ \t]*#[ \t]*define[ \t]+(\w+)/.exec(second ?? "")?.[1];
  return asked !== undefined && asked === defined ? asked : null;
}

/** "HAVE_X", "defined(HAVE_X)": anything longer is not decided here. */
function holds(condition: string, defined: ReadonlySet<string>): boolean {
  const name = /^(?:defined ?\(? ?)?(\w+) ?\)?$/.exec(condition.trim().replaceAll(/[ \t]+/g, " "))?.[1];
  return name !== undefined && defined.has(name);
}
