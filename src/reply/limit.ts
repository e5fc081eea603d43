/** GitHub refuses a comment above 65,536 characters; some room is left for the footer and its marker. */
export const MAX_COMMENT_LENGTH = 65_536;
const MAX_BODY_LENGTH = 64_000;
const NOTICE = "\n\n*(cut here: the comment would be longer than GitHub takes)*";

/**
 * Cuts a comment's body at a paragraph border and closes what the cut left open: a code fence, `<details>`.
 * `body` is this project's own markdown.
 */
export function limitBody(body: string, maxLength = MAX_BODY_LENGTH): string {
  if (body.length <= maxLength) return body;
  const room = maxLength - NOTICE.length - 40;
  const border = body.lastIndexOf("\n\n", room);
  let kept = body.slice(0, border > room / 2 ? border : room);
  if (/[\ud800-\udbff]$/.test(kept)) kept = kept.slice(0, -1);
  const fence = openFence(kept);
  if (fence !== null) kept += `\n${fence}`;
  const unclosed = count(kept, "<details>") - count(kept, "</details>");
  return kept + NOTICE + "\n</details>".repeat(Math.max(0, unclosed));
}

function openFence(text: string): string | null {
  let open: string | null = null;
  for (const line of text.split("\n")) {
    const fence = /^ {0,3}(`{3,})/.exec(line)?.[1];
    if (fence === undefined) continue;
    if (open === null) open = fence;
    else if (fence.length >= open.length && line.trim() === fence) open = null;
  }
  return open;
}

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}
