import { fromMarkdown } from "mdast-util-from-markdown";

type Root = ReturnType<typeof fromMarkdown>;
type Nodes = Root | Root["children"][number];

/** What GitHub would act on: everything outside code, as a parser reads it. */
export function livingText(markdown: string): string {
  const code: [number, number][] = [];
  const visit = (node: Nodes): void => {
    if (node.type === "code" || node.type === "inlineCode")
      code.push([node.position?.start.offset ?? 0, node.position?.end.offset ?? 0]);
    if ("children" in node) node.children.forEach(visit);
  };
  visit(fromMarkdown(markdown));
  return code
    .toReversed()
    .reduce((text, [start, end]) => text.slice(0, start) + text.slice(end), markdown)
    .replaceAll(/<!-- mneme[\s\S]*?-->/g, "");
}

export const HIDDEN =
  /[\u00ad\u115f\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\u{e0000}-\u{e01ef}\u0000-\u0008\u001b\u009b]/u;

/** As a parser reads it: links, images and HTML that are not the reply's own, and text that would notify. */
export function markupIn(markdown: string): string[] {
  const found: string[] = [];
  const visit = (node: Nodes): void => {
    if (node.type === "image" || node.type === "definition") found.push(node.type);
    if (node.type === "link" && !/^https:\/\/(?:redirect\.)?github\.com\/octo\//.test(node.url))
      found.push(node.url);
    if (node.type === "html" && !OWN_HTML.test(node.value)) found.push(node.value);
    if (node.type === "text" && /@[\w-]|(?:^|[\s(/\w])#\d|\bGH-\d|www\.github\.com/.test(node.value))
      found.push(node.value);
    if ("children" in node) node.children.forEach(visit);
  };
  visit(fromMarkdown(markdown));
  return found;
}

/** What people are told to do or to believe: not what is only quoted of the thread, of memory or of steps. */
export function adviceIn(markdown: string): string {
  const start = markdown.search(/^\*\*(?:Likely cause|Do this|I need|Conclusion|Out of scope)\*\*/m);
  return start === -1 ? "" : (markdown.slice(start).split("<details>")[0] ?? "");
}

export const OWN_HEADINGS =
  /^\*\*(?:Understood|Remembered|Tried|Likely cause|Do this|I need|Conclusion|Out of scope)\*\*$/;
const OWN_HTML =
  /^(?:<\/?(?:details|summary|sub)>|<summary>Reasoning and log<\/summary>|<!-- mneme:run=[\da-f-]{36} -->|\s)*$/;
