import type { TextLine } from "../environment/clue.js";
import type { Block } from "../thread/markdown.js";
import { plainText } from "../thread/plain-text.js";

/** A line, as written and as a reader sees it, with the block it stands in. */
export interface ReadLine extends TextLine {
  raw: string;
  quoted: boolean;
  block: number;
}

/** Commands to mneme are no evidence. */
const ADDRESSED = /^\s*(?:@\S+ )?\/mneme\b|^\s*@mneme\b/i;

/** All lines in order; a line that is nothing but a label ("Environment:") is the label of those below it. */
export function linesOf(blocks: readonly Block[], title: string | null): ReadLine[] {
  const lines: ReadLine[] = [];
  if (title !== null) lines.push(titleLine(title));
  let spoken: { label: string; under: string | null } | null = null;
  blocks.forEach((block, index) => {
    const heading = block.sections.at(-1) ?? null;
    if (spoken !== null && spoken.under !== heading) spoken = null;
    for (const raw of block.text.split("\n")) {
      if (raw.trim() === "" || ADDRESSED.test(raw)) continue;
      const text = block.kind === "code" ? raw : plainText(raw);
      const label = block.kind === "prose" || block.kind === "table" ? labelOnly(raw, text) : undefined;
      if (label !== undefined) spoken = { label, under: heading };
      lines.push({
        raw,
        text,
        kind: block.kind,
        label: label === undefined ? (spoken?.label ?? heading) : heading,
        listed: block.listed,
        quoted: block.quoted,
        block: index,
      });
    }
  });
  return lines;
}

function titleLine(title: string): ReadLine {
  return {
    raw: title,
    text: plainText(title),
    kind: "title",
    label: null,
    listed: false,
    quoted: false,
    block: -1,
  };
}

/** "Environment:", "**Environment**", "Environment -" */
function labelOnly(raw: string, text: string): string | undefined {
  if (text.length > 60 || !/^[\w*]/.test(raw.trim())) return undefined;
  const bold = /^(?:\*\*|__)[^*_]{2,50}(?:\*\*|__):?$|^\*[^*]{2,50}\*:?$/.test(raw.trim());
  const named = /^([A-Z][\w /&-]{1,50}?) ?[:–-]$/i.exec(text)?.[1];
  if (named !== undefined) return named;
  return bold ? text.replace(/:$/, "") : undefined;
}
