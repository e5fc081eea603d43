/** What a reply of mneme proposed, read back from the comment: the thread is the source of truth. */
export interface ReadProposal {
  text: string;
  commands: string[];
}

/** Stands before a remembered way out that is told without a promise. */
export const ENDED_WITH = "There it ended with:";
/** Stands behind it. */
export const NOT_SHOWN = "Whether that applies here is not shown.";

/** Before another person's words from another thread: "I" and "our" there are not mneme. */
export function inTheWordsOf(thread: string, who: string): string {
  return `What helped in ${thread}, in the words of ${who}:`;
}

/** Null where the reply proposes nothing. */
export function readProposal(markdown: string): ReadProposal | null {
  return readFix(markdown) ?? readPointer(markdown);
}

function readFix(markdown: string): ReadProposal | null {
  const [text = "", block = ""] = paragraphsAfter(markdown, "**Do this**") ?? [];
  if (text === "") return null;
  const commands = /^(`{3,})sh\n([\s\S]*?)\n\1$/.exec(block)?.[2]?.split("\n") ?? [];
  return {
    text: withoutSource(text).trim(),
    commands: commands.filter((line) => line.trim() !== ""),
  };
}

/** Without whose words they are, and without what the reply names behind a claim: memories, steps or places. */
function withoutSource(text: string): string {
  return text
    .replace(/^What helped in \S{1,200}, in the words of [a-z ]{1,40}: /, "")
    .replace(/ \(M\d{1,3}(?:, M\d{1,3})*\)$/, "")
    .replace(/ \(from (?:step \d|comment \d|issue text|\[)[^\n]{0,400}\)$/, "");
}

function readPointer(markdown: string): ReadProposal | null {
  const [conclusion = ""] = paragraphsAfter(markdown, "**Conclusion**") ?? [];
  const start = conclusion.indexOf(ENDED_WITH);
  if (start === -1) return null;
  const text =
    conclusion
      .slice(start + ENDED_WITH.length)
      .split(NOT_SHOWN, 1)[0]
      ?.trim() ?? "";
  return { text, commands: Array.from(text.matchAll(/`([^`\n]+)`/g), (match) => match[1] ?? "") };
}

function paragraphsAfter(markdown: string, heading: string): string[] | null {
  const start = markdown.indexOf(`${heading}\n`);
  return start === -1
    ? null
    : markdown
        .slice(start + heading.length)
        .trim()
        .split("\n\n");
}
