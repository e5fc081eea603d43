import { stripAnsi } from "./ansi.js";
import { toEnglish } from "./localized.js";

/** Longer lines are cut for matching; a root line is kept up to ROOT_LIMIT. */
export const MATCH_LIMIT = 2_000;
export const ROOT_LIMIT = 10_000;

export type Level = "error" | "warning" | "info" | null;

/** One line in the forms that rules and reports need. */
export interface LineView {
  /** 1-based. */
  readonly no: number;
  /** ANSI-free, stripped: what a report quotes. */
  readonly text: string;
  /** What rules match: `text` without time stamps, CI, docker and level prefixes, in English, cut. */
  readonly content: string;
  readonly level: Level;
  /** Within a markdown fence, or the text has none so far. */
  readonly fenced: boolean;
}

interface Prefix {
  /** Characters one of which the line begins with; "" for any. */
  readonly begins: string;
  /** What the line must hold: spares running the pattern on nearly all lines. */
  readonly holds: string;
  readonly pattern: RegExp;
}

const DIGIT = "0123456789";

/** What tools put before the lines of other tools. Each is anchored and linear. */
const PREFIXES: readonly Prefix[] = [
  {
    begins: DIGIT,
    holds: ":",
    pattern: /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?\s+/,
  },
  {
    begins: "[",
    holds: ":",
    pattern: /^\[(?:\d{4}[-/]\d\d[-/]\d\d[T ])?\d\d:\d\d:\d\d(?:[.,]\d{1,9})?Z?\]\s*/,
  },
  { begins: DIGIT, holds: ":", pattern: /^\d\d:\d\d:\d\d(?:[.,]\d{1,9})?\s+/ },
  // gh run view --log: job, step, time stamp
  { begins: "", holds: "\t", pattern: /^[^\t]{1,80}\t[^\t]{1,80}\t(?=\d{4}-\d\d-\d\dT)/ },
  // docker build (BuildKit), docker compose, MSBuild's node number
  // (not a frame of a stack: "#0 0x4f08a1 in parse", "#1 main () at")
  {
    begins: "#",
    holds: " ",
    pattern: /^#\d{1,4} (?:\d{1,5}\.\d{1,4} |(?!\s*(?:0x[\da-f]|[\w:~<>]{1,100} \()))/,
  },
  // BuildKit again, where it repeats what a step said: seconds in four digits
  {
    begins: DIGIT,
    holds: ".",
    pattern: /^(?:\d{1,5}\.\d{3}|\d\d\.\d\d|\d{3}\.\d) +(?=\S)(?!or (?:later|newer|higher|above)\b)/,
  },
  { begins: "", holds: "| ", pattern: /^[a-z][\w.-]{0,60} {0,40}\| (?=\S)/i },
  { begins: DIGIT, holds: ">", pattern: /^\d{1,3}>(?=\S)/ },
  { begins: "#", holds: "]", pattern: /^##\[(?:error|warning|debug|group|command|section)\]/ },
  { begins: ":", holds: "::", pattern: /^::(?:error|warning)(?: [^:]{0,200})?::/ },
  // mock, the RPM builder
  { begins: "DIE", holds: ".py:", pattern: /^(?:DEBUG|INFO|ERROR) \w+\.py:\d+: {1,4}/ },
  { begins: "srSR", holds: ": ", pattern: /^(?:stderr|stdout|remote): /i },
  // npm's debug log tells the error first among its verbose lines
  { begins: DIGIT, holds: " verbose stack ", pattern: /^\d{1,5} verbose stack (?=\w{0,30}Error: )/ },
  { begins: ">|│", holds: " ", pattern: /^[>|│] / },
  {
    begins: "[",
    holds: "]",
    pattern: /^\[(?:ERROR|FATAL|SEVERE|WARN|WARNING|INFO|DEBUG)\]\s*(?::\s+)?/i,
  },
];

const ERROR_LEVEL = /^(?:\[(?:ERROR|FATAL|SEVERE)\]|##\[error\]|::error)/i;
const WARNING_LEVEL = /^(?:\[WARN(?:ING)?\]|##\[warning\]|::warning)/i;
const INFO_LEVEL = /^\[(?:INFO|DEBUG)\]/i;
const WARNING_TEXT =
  /^(?:npm warn\b|warning\b|warn\b|w: |\(node:\d+\) \w*warning|deprecat)|^[^"'\s]{1,300}: (?:[\w-]{1,40} )?warning\b|\b(?:User|Deprecation|Runtime|Future|Syntax|Resource)Warning:|: warning: /i;

export function viewLine(no: number, raw: string, about: { fenced: boolean; foreign: boolean }): LineView {
  const text = stripAnsi(raw.length > ROOT_LIMIT ? raw.slice(0, ROOT_LIMIT) : raw).trim();
  const { content, level } = readPrefixes(text.length > MATCH_LIMIT ? text.slice(0, MATCH_LIMIT) : text);
  return { no, text, content: about.foreign ? toEnglish(content) : content, level, fenced: about.fenced };
}

/** Words of which every warning holds one: spares running the pattern on nearly all lines. */
function maybeWarning(content: string): boolean {
  return (
    content.includes("arn") || content.includes("ARN") || content.includes("eprecat") || /^w: /i.test(content)
  );
}

function readPrefixes(text: string): { content: string; level: Level } {
  let content = text;
  let level: Level = null;
  for (let round = 0; round < 5; round++) {
    const before = content;
    for (const { begins, holds, pattern } of PREFIXES) {
      if (begins !== "" && !begins.includes(content.charAt(0))) continue;
      const match = content.includes(holds) ? pattern.exec(content) : null;
      if (match === null) continue;
      if (ERROR_LEVEL.test(match[0])) level = "error";
      else if (WARNING_LEVEL.test(match[0])) level = "warning";
      else if (INFO_LEVEL.test(match[0])) level = "info";
      content = content.slice(match[0].length).trimStart();
    }
    if (content === before) break;
  }
  if (level !== "error" && maybeWarning(content) && WARNING_TEXT.test(content)) level = "warning";
  return { content, level };
}
