import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmTable } from "micromark-extension-gfm-table";
import { cleanText, dropHtmlComments } from "./clean-text.js";
import { trackerMarkupToMarkdown } from "./tracker-markup.js";

type Root = ReturnType<typeof fromMarkdown>;
type Nodes = Root | Root["children"][number];
type Parents = Extract<Nodes, { children: unknown }>;

/** A piece of a text that is of one kind, in reading order. */
export interface Block {
  kind: "heading" | "prose" | "code" | "table";
  /** As written, without the marks of the containers around it (quote, list), comments and invisible characters. */
  text: string;
  /** Inside a block quote: somebody else may have said it. */
  quoted: boolean;
  /** Inside a list item. */
  listed: boolean;
  /** First word behind a fence ("bash"); null elsewhere. */
  language: string | null;
  /** The headings above, outermost first. */
  sections: string[];
  /** The summary of the `<details>` around it, "" where that has none; null outside. */
  folded: string | null;
}

/** Beyond this the rest is taken as one plain block: no person writes so much markdown. Characters. */
const MAX_MARKDOWN = 1_000_000;
/** Deeper containers than this on one line are cut off: the parser's time grows with the square of the depth. */
const MAX_NESTING = 8;
/** Parsed piece by piece, so that a long text costs its length. Characters. */
const CHUNK = 65_536;

/** Inline marks are left in the text (see plain-text.ts): only the block structure is needed here. */
const BLOCKS_ONLY = {
  disable: {
    null: [
      "attention",
      "autolink",
      "characterEscape",
      "characterReference",
      "codeText",
      "definition",
      "hardBreakEscape",
      "htmlText",
      "labelEnd",
      "labelStartImage",
      "labelStartLink",
    ],
  },
};

/** Markdown (GitHub's, or a Jira-like tracker's markup) as blocks. Never throws; linear in the text's length. */
export function readMarkdown(text: string): Block[] {
  const cleaned = trackerMarkupToMarkdown(cleanText(text));
  const state: State = { marked: 0, headings: [], folded: null, blocks: [] };
  for (const chunk of chunksOf(cleaned.slice(0, MAX_MARKDOWN))) readChunk(chunk, state);
  if (cleaned.length > MAX_MARKDOWN) push(state, "code", cleaned.slice(MAX_MARKDOWN), OUTSIDE);
  return state.blocks;
}

/**
 * Lines with marks that are parsed in one text: the parser's time grows faster than their number, and 16,000 headings in
 * a comment take it minutes. No person writes so many outside of a fence; what comes after them stays text.
 */
const MAX_MARKED_LINES = 2_000;

interface State {
  /** Lines with marks that were parsed so far. */
  marked: number;
  headings: { depth: number; text: string }[];
  folded: string | null;
  blocks: Block[];
}

interface Inside {
  quoted: boolean;
  listed: boolean;
}

const OUTSIDE: Inside = { quoted: false, listed: false };

/**
 * A line that markdown may take for more than a line of a paragraph: by how it begins, by white space at its ends, or by
 * a table's bars. Most comments have none.
 */
const MARKED_LINE = /^[^\p{L}"'(]|[|\t\r\f\v]| $/mu;

function readChunk(chunk: string, state: State): void {
  if (!MARKED_LINE.test(chunk.replace(/\n{2,}/g, "\n"))) readParagraphs(chunk, state);
  else {
    const end = endOfMarkdown(chunk, state);
    readTree(chunk.slice(0, end), state);
    push(state, "prose", chunk.slice(end), OUTSIDE);
  }
}

/** Where the text had as many lines with marks as are parsed; they are counted in the state. */
function endOfMarkdown(chunk: string, state: State): number {
  let isFenced = false;
  let at = 0;
  for (const line of chunk.split("\n")) {
    if (/^ {0,3}(?:```|~~~)/.test(line)) {
      isFenced = !isFenced;
      state.marked += 1;
    } else if (!isFenced && MARKED_LINE.test(line)) state.marked += 1;
    if (state.marked > MAX_MARKED_LINES) return at;
    at += line.length + 1;
  }
  return chunk.length;
}

function readParagraphs(chunk: string, state: State): void {
  for (const paragraph of chunk.split(/\n{2,}/)) {
    const lines = paragraph.endsWith("\n") ? paragraph.slice(0, -1) : paragraph;
    push(state, "prose", dropHtmlComments(lines), OUTSIDE);
  }
}

const PARSER = {
  extensions: [gfmTable(), BLOCKS_ONLY],
  mdastExtensions: [gfmTableFromMarkdown()],
};

function readTree(chunk: string, state: State): void {
  const tree = fromMarkdown(chunk.replace(/^.*$/gm, limitNesting), PARSER);
  const open: { node: Nodes; inside: Inside }[] = [{ node: tree, inside: OUTSIDE }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, inside } = next;
    if (readLeaf(node, inside, state) || !("children" in node)) continue;
    const within = {
      quoted: inside.quoted || node.type === "blockquote",
      listed: inside.listed || node.type === "listItem",
    };
    for (const child of node.children.toReversed()) open.push({ node: child, inside: within });
  }
}

/** True where the node is read whole. */
function readLeaf(node: Nodes, inside: Inside, state: State): boolean {
  switch (node.type) {
    case "heading":
      readHeading(node.depth, inlineText(node), inside, state);
      return true;
    case "paragraph":
      push(state, "prose", dropHtmlComments(inlineText(node)), inside);
      return true;
    case "code":
      push(state, "code", node.value, inside, node.lang ?? null);
      return true;
    case "html":
      readHtml(node.value, inside, state);
      return true;
    case "table":
      push(state, "table", node.children.map(rowText).join("\n"), inside);
      return true;
    default:
      return false;
  }
}

function readHeading(depth: number, text: string, inside: Inside, state: State): void {
  const visible = dropHtmlComments(text).trim();
  // A line of dashes under a log makes its lines a "heading" to markdown, not to a reader.
  if (visible.length > 120 || visible.includes("\n")) {
    push(state, "prose", visible, inside);
    return;
  }
  if (!inside.quoted) {
    state.headings = state.headings.filter((heading) => heading.depth < depth);
    if (visible !== "") state.headings.push({ depth, text: visible });
  }
  push(state, "heading", visible, inside);
}

function readHtml(html: string, inside: Inside, state: State): void {
  const visible = dropHtmlComments(html);
  const summary = /<summary>([^<]{0,200})/i.exec(visible)?.[1];
  if (/<details\b/i.test(visible)) state.folded = summary?.trim() ?? "";
  else if (summary !== undefined) state.folded = summary.trim();
  const preformatted = /^\s*<(?:pre|code)\b/i.test(visible);
  push(state, preformatted ? "code" : "prose", dropTags(visible), inside);
  if (/<\/details>/i.test(visible)) state.folded = null;
}

/** Tags of HTML only: `<unknown>` in a backtrace is text. */
function dropTags(html: string): string {
  return html
    .replace(/<br\s*\/?>/gi, "\n")
    .replace(
      /<\/?(?:details|summary|pre|code|[pbia]|div|span|em|strong|kbd|sub|sup|ul|ol|li|hr|img|h[1-6]|blockquote|table|t[rdh]|tbody|thead)\b[^<>]{0,500}>/gi,
      "",
    )
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, "&");
}

/** With inline constructs off, the children are text and hard breaks only. */
function inlineText(node: Parents): string {
  return node.children.map((child) => ("value" in child ? child.value : "\n")).join("");
}

/** Two cells read as "key: value", more with bars between them. */
function rowText(row: Nodes): string {
  if (row.type !== "tableRow") return "";
  const cells = row.children.map((cell) => dropHtmlComments(inlineText(cell)).trim());
  return cells.join(cells.length === 2 ? ": " : " | ");
}

function push(
  state: State,
  kind: Block["kind"],
  text: string,
  inside: Inside,
  language: string | null = null,
): void {
  if (text.trim() === "") return;
  const sections = state.headings.map((heading) => heading.text);
  state.blocks.push({ kind, text, ...inside, language, sections, folded: state.folded });
}

function limitNesting(line: string): string {
  let at = 0;
  for (let depth = 0; depth < MAX_NESTING; depth++) {
    const marker = /^[ \t]{0,8}(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))/.exec(line.slice(at, at + 24));
    if (marker === null) return line;
    at += marker[0].length;
  }
  const rest = line.slice(at).replace(/^(?:[ \t>]|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))+/, "");
  return `${line.slice(0, at)} ${rest}`;
}

/** Pieces that end at a line's end outside of a fence where there is one near. */
function* chunksOf(text: string): Generator<string> {
  let start = 0;
  while (text.length - start > CHUNK) {
    const breakAt = text.lastIndexOf("\n\n", start + CHUNK);
    const lineAt = text.lastIndexOf("\n", start + CHUNK);
    const end = breakAt > start ? breakAt : lineAt > start ? lineAt : start + CHUNK;
    yield text.slice(start, end);
    start = end;
  }
  yield text.slice(start);
}
