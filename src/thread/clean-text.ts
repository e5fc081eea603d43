/**
 * What a reader cannot see, as ranges of code points: control characters (but tab, line end and escape, which starts
 * a colour), soft hyphen, joiners and fillers, zero-width and bidirectional marks, variation selectors, tags.
 */
const INVISIBLE_RANGES = [
  [0x00, 0x08],
  [0x0b, 0x0c],
  [0x0e, 0x1a],
  [0x1c, 0x1f],
  [0x7f, 0x84],
  [0x86, 0x9f],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff9, 0xfffb],
  [0xe0000, 0xe0fff],
] as const;

const INVISIBLE = new RegExp(
  `[${INVISIBLE_RANGES.map(([from, to]) => `\\u{${from.toString(16)}}-\\u{${to.toString(16)}}`).join("")}]`,
  "gu",
);

/** Text as a reader sees it: nothing invisible, line ends as \n. */
export function cleanText(text: string): string {
  return text.replace(/\r\n/g, "\n").replace(INVISIBLE, "");
}

/**
 * Without `<!-- … -->`; an unclosed one hides the rest, as it does on a page. Linear, so nested openings are
 * harmless.
 */
export function dropHtmlComments(text: string): string {
  let kept = "";
  let from = 0;
  for (;;) {
    const open = text.indexOf("<!--", from);
    if (open < 0) return kept + text.slice(from);
    kept += text.slice(from, open);
    const close = text.indexOf("-->", open + 4);
    if (close < 0) return kept;
    from = close + 3;
  }
}
