import { rules } from "@secretlint/secretlint-rule-preset-recommend";
import { placeholder, type Redactor } from "./redactor.js";

/**
 * The rules of secretlint, run directly and at once: its own runner is asynchronous, and obeys comments in the text
 * that switch it off, which hostile text would use. Rules that read files or that filter are left out.
 */
export const redactByScanner: Redactor = (text, found) => {
  // No rule knows a secret that is shorter.
  if (text.length < 16) return text;
  const spans = scan(text);
  let result = "";
  let position = 0;
  for (const { start, end, kind } of spans) {
    if (start < position) continue;
    result += text.slice(position, start) + placeholder(kind);
    found(kind);
    position = end;
  }
  return result + text.slice(position);
};

interface Span {
  start: number;
  end: number;
  kind: string;
}

function scan(text: string): Span[] {
  const spans: Span[] = [];
  const source = asSource(text);
  for (const rule of rules) {
    if (rule.meta.type === "filter") continue;
    const kind = rule.meta.id.replace("@secretlint/secretlint-rule-", "");
    const handler = rule.create(
      {
        sharedOptions: {},
        createTranslator: () => () => ({ message: "", messageId: "", data: undefined }),
        report: ({ range: [start, end] }) => {
          if (!text.slice(start, end).includes("[redacted:")) spans.push({ start, end, kind });
        },
        ignore: () => undefined,
      },
      {},
    );
    void handler.file?.(source);
  }
  return spans.sort((a, b) => a.start - b.start || b.end - a.end);
}

type ScannedSource = Parameters<NonNullable<ReturnType<(typeof rules)[number]["create"]>["file"]>>[0];

/** The rules only look at the content and at the kind of file; positions are for a report that nobody reads. */
function asSource(content: string): ScannedSource {
  const start = { line: 1, column: 0 };
  return {
    content,
    filePath: "text.txt",
    physicalFilePath: undefined,
    ext: ".txt",
    contentType: "text",
    hasBOM: false,
    getFilePath: () => "text.txt",
    getPhysicalFilePath: () => undefined,
    locationToRange: () => [0, 0],
    rangeToLocation: () => ({ start, end: start }),
    positionToIndex: () => 0,
    indexToPosition: () => start,
  };
}
