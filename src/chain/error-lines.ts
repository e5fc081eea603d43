import { stripVTControlCharacters } from "node:util";

/** How a line says that something went wrong, most telling first. Every pattern is linear. */
const TELLING: readonly RegExp[] = [
  /^(?:\S{1,200}:\d+(?::\d+)?: )?(?:fatal )?error(?:\[[A-Z]\d{4}\])?: \S/i,
  /(?:^|[\s.\]|'"])[A-Z]\w{0,60}(?:Error|Exception|Failure): \S/,
  /^(?:[a-z]\w{0,60}\.){1,6}[A-Z]\w{2,60}: \S/,
  /\b(?:command not found|is not recognized as an internal|undefined reference to|undefined symbol|unresolved external)\b/i,
  /\b(?:no such file or directory|no space left on device|permission denied|cannot open shared object|image not found|library not loaded|no module named|cannot find module|module not found)\b/i,
  /\b(?:segmentation fault|core dumped|terminate called after throwing|(?:uncaught|unhandled) (?:\w{1,20} )?exception|assertion (?:failed|`)|panicked at|stack overflow|bus error|illegal instruction|out of memory|killed signal)/i,
  /\b(?:connection (?:refused|reset|timed out)|getaddrinfo|could not resolve host|unable to connect|certificate verify failed|timed out)\b/i,
  /^npm (?:ERR!|error) \S/,
  /^(?:(?:E|FATAL|fatal|FATAL ERROR|panic|ERROR) ?:|ERROR) ?\S/,
  /^Caused by: \S/,
  /(?:^|: )error: \S/i,
  /(?:^|[\s.\]])(?:error|fatal|failure|failed)(?:[ :[]|$)/i,
  /\b(?:cannot|can't|could not|couldn't|unable to|failed to|not found|undefined label|does not exist|not supported|unsupported)\b/i,
  /\b(?:FAILED|Failure \[)/,
  /\b(?:unrecogni[sz]ed|unknown|invalid|missing|no rule to make|mismatch\w*|aborted|abort trap|terminated|killed|returned 1 exit|symbol\(s\)|refused|denied|unexpected|conflicts?|hung up|bad magic|corrupt(?:ed)?|truncated|already exists|premature end|rejected|violates)\b/i,
  /^! \S/,
  /^make(?:\[\d+\])?: \*\*\* /,
  /:(?:ERROR|FATAL):[\w./-]{1,80}\(\d{1,6}\)\] \S|\bexited unexpectedly\b/,
  /^Expression: \S/,
];

/** Lines that only look like an error. */
const HARMLESS =
  /\b(?:0 errors|no errors?\b|without errors?|error handling|errors? (?:code|handler|message)s?\b.{0,20}\?|-Werror|checking (?:for|whether|if)\b)/i;

/** Forty undefined references say what the first three say. */
const MOST_OF_A_KIND = 4;

/** The level that a logger writes before a line of an error. */
const LEVEL = /^\[(?:ERROR|FATAL|error)\][ :\t]{0,8}/;

/** A line that its logger calls an error ranks with the plainest messages. */
const LOGGED = 9;

/** A frame of a stack trace. */
const FRAME = /^(?:\[\w{3,8}\]\s{0,8})?(?:at \S{1,300}[ (]|#\d+ |File ")/;

export interface ErrorLine {
  /** As written, colours removed, stripped. */
  text: string;
  /** 0 for the most telling kind. */
  rank: number;
}

/** The lines of a log that say what went wrong, in order, without repeats; at most `limit`, the most telling kept. */
export function findErrorLines(lines: readonly string[], limit = 12): ErrorLine[] {
  const found = new Map<string, { rank: number; at: number }>();
  const ofRank = new Map<number, number>();
  lines.forEach((line, at) => {
    const text = stripVTControlCharacters(line).trim();
    const rank = errorRank(text);
    if (rank === undefined || found.has(text)) return;
    const count = (ofRank.get(rank) ?? 0) + 1;
    ofRank.set(rank, count);
    if (count <= MOST_OF_A_KIND) found.set(text, { rank, at });
  });
  const entries = [...found].map(([text, where]) => ({ text, ...where }));
  return entries
    .toSorted((a, b) => a.rank - b.rank || a.at - b.at)
    .slice(0, limit)
    .toSorted((a, b) => a.at - b.at)
    .map(({ text, rank }) => ({ text, rank }));
}

/** How telling a line is, 0 first; undefined for one that says nothing of the kind. */
export function errorRank(line: string): number | undefined {
  if (line.length < 6) return undefined;
  const text = line.slice(0, 1_000);
  if ((HARMLESS.test(text) && !/\berror: \S/i.test(text)) || FRAME.test(text)) return undefined;
  const bare = text.replace(LEVEL, "");
  const rank = TELLING.findIndex((pattern) => pattern.test(bare));
  if (rank >= 0) return rank;
  return bare !== text && /\w/.test(bare) ? LOGGED : undefined;
}
