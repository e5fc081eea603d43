import { rules } from "@secretlint/secretlint-rule-preset-recommend";
import { placeholder, type Redactor } from "./redactor.js";

/**
 * The rules of secretlint, run directly and at once: its own runner is asynchronous, and obeys comments in the text
 * that switch it off, which hostile text would use. Rules that read files or that filter are left out.
 */
export const redactByScanner: Redactor = (text, tell) => {
  // No rule knows a secret that is shorter.
  if (text.length < 16) return text;
  const spans = scan(text);
  let result = "";
  let position = 0;
  for (const { start, end, kind } of spans) {
    if (start < position) continue;
    result += text.slice(position, start) + placeholder(kind);
    tell(kind);
    position = end;
  }
  return result + text.slice(position);
};

interface Span {
  start: number;
  end: number;
  kind: string;
}

/** What the text that is looked through now gave: rules are made once, and tell by a callback. */
let found: { text: string; spans: Span[] } = { text: "", spans: [] };

const RULES = rules
  .filter(({ meta }) => meta.type !== "filter")
  .map((rule) => {
    const kind = rule.meta.id.replace("@secretlint/secretlint-rule-", "");
    return rule.create(
      {
        sharedOptions: {},
        createTranslator: () => () => ({ message: "", messageId: "", data: undefined }),
        report: ({ range: [start, end] }) => {
          if (!found.text.slice(start, end).includes("[redacted:")) found.spans.push({ start, end, kind });
        },
        ignore: () => undefined,
      },
      {},
    );
  });

function scan(text: string): Span[] {
  const spans: Span[] = [];
  found = { text, spans };
  const source = asSource(text);
  for (const rule of RULES) void rule.file?.(source);
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
