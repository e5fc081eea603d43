/**
 * The text with everything that its writer did not say here and now replaced by blanks, of the same length: quotes,
 * code, HTML comments. One pass over the lines, in linear time: this runs on every comment that comes in, before
 * anybody's right to ask is known, and a full markdown parser takes minutes on text that is made to slow it.
 */
export function blankUnsaid(markdown: string): string {
  const state: ScanState = { fence: null, isInComment: false, quoted: false, isAfterBlank: true };
  const lines = markdown.split("\n").map((line) => blankLine(line, state));
  return blankCodeSpans(lines.join("\n"));
}

interface ScanState {
  /** The run of backticks or tildes that opened the code block, null outside of one. */
  fence: string | null;
  isInComment: boolean;
  /** In a quote: lines go on with it until a blank one, also without the mark. */
  quoted: boolean;
  isAfterBlank: boolean;
}

function blankLine(line: string, state: ScanState): string {
  const blank = " ".repeat(line.length);
  if (state.fence !== null) {
    if (closesFence(line, state.fence)) state.fence = null;
    return blank;
  }
  if (state.isInComment) return blankComments(line, state);
  const content = withoutListMark(line);
  const indent = line.length - content.length;
  if (content.trim() === "") {
    state.quoted = false;
    state.isAfterBlank = true;
    return line;
  }
  const isIndentedCode = state.isAfterBlank && /^(?: {4}|\t)/.test(line);
  state.isAfterBlank = false;
  if (content.startsWith(">")) state.quoted = true;
  if (isIndentedCode || state.quoted) {
    if (isIndentedCode) state.isAfterBlank = true;
    return blank;
  }
  const fence = /^(?:`{3,}|~{3,})/.exec(content)?.[0];
  if (fence !== undefined && !(fence.startsWith("`") && content.includes("`", fence.length))) {
    state.fence = fence;
    return blank;
  }
  return line.slice(0, indent) + blankComments(content, state);
}

/** What stands behind white space and list marks ("- ", "* ", "+ ", "1. "). */
function withoutListMark(line: string): string {
  let rest = line.trimStart();
  for (let depth = 0; depth < 20; depth++) {
    const mark = /^(?:[-*+]|\d{1,9}[.)])[ \t]/.exec(rest)?.[0];
    if (mark === undefined) return rest;
    rest = rest.slice(mark.length).trimStart();
  }
  return rest;
}

function closesFence(line: string, fence: string): boolean {
  const text = line.trim();
  const mark = fence.charAt(0);
  return text.length >= fence.length && text.split("").every((character) => character === mark);
}

function blankComments(line: string, state: ScanState): string {
  let result = "";
  let at = 0;
  while (at < line.length) {
    const mark = state.isInComment ? "-->" : "<!--";
    const found = line.indexOf(mark, at);
    const end = found === -1 ? line.length : found;
    result += state.isInComment ? " ".repeat(end - at) : line.slice(at, end);
    if (found === -1) break;
    result += " ".repeat(mark.length);
    state.isInComment = !state.isInComment;
    at = found + mark.length;
  }
  return result;
}

/** A run of backticks and the next one of the same length in the same paragraph hold code between them. */
function blankCodeSpans(text: string): string {
  return text
    .split(/(\n[ \t\r]*\n)/)
    .map((paragraph) => blankParagraphSpans(paragraph))
    .join("");
}

function blankParagraphSpans(paragraph: string): string {
  const runs = [...paragraph.matchAll(/`+/g)].map(({ index, 0: ticks }) => ({ index, length: ticks.length }));
  const byLength = new Map<number, number[]>();
  for (const { index, length } of runs) {
    const same = byLength.get(length);
    if (same === undefined) byLength.set(length, [index]);
    else same.push(index);
  }
  const next = new Map<number, number>();
  let result = "";
  let at = 0;
  for (const { index, length } of runs) {
    if (index < at) continue;
    const same = byLength.get(length) ?? [];
    let position = next.get(length) ?? 0;
    while ((same[position] ?? Number.POSITIVE_INFINITY) <= index) position += 1;
    next.set(length, position);
    const close = same[position];
    if (close === undefined) continue;
    const end = close + length;
    result += paragraph.slice(at, index) + paragraph.slice(index, end).replace(/[^\n]/g, " ");
    at = end;
  }
  return result + paragraph.slice(at);
}
