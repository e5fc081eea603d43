import { stripVTControlCharacters } from "node:util";
import { INVISIBLE } from "../util/invisible.js";

/**
 * Makes text harmless in a comment: nothing that mneme quotes or was told may notify people, link into other
 * issues, close anything, load an image, or hide instructions.
 */

const ZERO_WIDTH = "&ZeroWidthSpace;";

const CONTROL = /[\u0000-\u0008\v\f\u000e-\u001f\u007f]/g;

const ISSUE_URL =
  /(?:https?:\/\/(?:www\.)?|(?<![\w/.])www\.)github\.com\/([\w.-]+\/[\w.-]+\/(?:issues|pull|commit|discussions)\/[\w#-]+)/gi;

/** "&#64;" is an "@" once it is read; only what stands here may stay. */
const ENTITY = /&(?!(?:ZeroWidthSpace|lt|gt|amp|quot);)(?=#?\w{1,32};)/gi;
/** A line that would pass for one of the reply's own headings. */
const HEADING = /^([ \t>]{0,8})(?=#{1,6}[ \t]|\*\*[^*\n]{1,60}\*\*[ \t]*$)/gm;

/** Text that may stand in prose; its code spans stay as they are. Idempotent for what it has made harmless. */
export function sanitizeProse(text: string): string {
  return withoutEscapedBackticks(stripInvisible(text))
    .split(/(`[^`\n]+`)/)
    .map((part, index) => (index % 2 === 1 ? part : sanitizeOutsideCode(part)))
    .join("")
    .trim();
}

/** A backslash would make the backtick behind it text, and what follows it no code. */
function withoutEscapedBackticks(text: string): string {
  const pieces = text.split("`");
  const last = pieces.pop() ?? "";
  return [...pieces.map(withoutTrailingBackslashes), last].join("`");
}

function withoutTrailingBackslashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === "\\") end -= 1;
  return text.slice(0, end);
}

function sanitizeOutsideCode(text: string): string {
  return text
    .replace(ISSUE_URL, "https://redirect.github.com/$1")
    .replace(/`/g, "\\`")
    .replace(/!\[/g, "!\\[")
    .replace(/\]\(/g, "]\\(")
    .replace(/\]:/g, "]\\:")
    .replace(ENTITY, "&amp;")
    .replace(HEADING, "$1\\")
    .replace(/</g, "&lt;")
    .replace(/@(?=[\w-])/g, `@${ZERO_WIDTH}`)
    .replace(/#(?=\d)/g, `#${ZERO_WIDTH}`)
    .replace(/\b(GH)-(?=\d)/gi, `$1-${ZERO_WIDTH}`)
    .replace(/\b[0-9a-f]{40}\b/gi, (sha) => `${sha.slice(0, 10)}…`);
}

/** One line of prose. Cut before it is made harmless: a cut afterwards could open what was closed. */
export function sanitizeLine(text: string, maxLength = 300): string {
  return sanitizeProse(cutText(stripInvisible(text).replace(/\s+/g, " ").trim(), maxLength));
}

/** A code span that nothing in the text can end. GitHub resolves neither mentions nor references in it. */
export function codeSpan(text: string, maxLength = 300): string {
  const line = cutText(stripInvisible(text).replace(/\s+/g, " ").trim(), maxLength);
  if (line === "") return "";
  const ticks = "`".repeat(longestRun(line, "`") + 1);
  const pad = line.startsWith("`") || line.endsWith("`") ? " " : "";
  return `${ticks}${pad}${line}${pad}${ticks}`;
}

/** A fenced block that nothing in the text can end. */
export function codeBlock(text: string, language = ""): string {
  const body = stripInvisible(text).trimEnd();
  const fence = "`".repeat(Math.max(3, longestRun(body, "`") + 1));
  return `${fence}${language}\n${body}\n${fence}`;
}

/** A link with hostile text as its label; only http(s) targets, GitHub's own without a backlink. */
export function safeLink(label: string, url: string): string {
  const text = sanitizeLine(label, 120).replace(/[[\]]/g, "\\$&");
  if (!/^https?:\/\/[^\s<>()]+$/.test(url)) return text;
  return `[${text}](${url.replace(/^https?:\/\/(?:www\.)?github\.com\//i, "https://redirect.github.com/")})`;
}

export function stripInvisible(text: string): string {
  return stripVTControlCharacters(text).replace(INVISIBLE, "").replace(CONTROL, "");
}

/** Never splits a surrogate pair. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const end = maxLength - 1;
  const high = text.charCodeAt(end - 1);
  return `${text.slice(0, high >= 0xd800 && high <= 0xdbff ? end - 1 : end)}…`;
}

function longestRun(text: string, character: string): number {
  let longest = 0;
  let run = 0;
  for (const c of text) {
    run = c === character ? run + 1 : 0;
    if (run > longest) longest = run;
  }
  return longest;
}
