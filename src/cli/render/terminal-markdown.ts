import { Marked, type MarkedExtension } from "marked";
import { markedTerminal } from "marked-terminal";

/** A comment as a reader of the issue would see it, drawn for a terminal of so many columns. */
export function renderMarkdown(markdown: string, columns: number): string {
  const visible = markdown
    .replace(/<!--[^>]*-->/g, "")
    .replace(/<details>\n<summary>([^<]*)<\/summary>/g, "▸ *$1 (collapsed)*")
    .replace(/<\/?(?:details|sub)>/g, "")
    .replace(/&ZeroWidthSpace;/g, "");
  // The published types describe the renderer class; what the function gives back is an extension.
  const terminal = markedTerminal({
    width: Math.min(columns, 110),
    reflowText: true,
    tab: 2,
  }) as MarkedExtension;
  const marked = new Marked(terminal);
  return marked.parse(visible, { async: false }).trimEnd();
}
