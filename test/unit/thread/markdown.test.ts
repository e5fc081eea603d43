import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { readMarkdown } from "../../../src/thread/markdown.js";

function kinds(text: string): string[] {
  return readMarkdown(text).map((block) => `${block.kind}${block.quoted ? " quoted" : ""}: ${block.text}`);
}

describe("readMarkdown", () => {
  test("reads an issue form: headings are sections of what stands below", () => {
    const blocks = readMarkdown("### Version\n\n1.2.3\n\n### Notes\n\n_No response_");
    expect(blocks.map((block) => [block.kind, block.text, block.sections])).toEqual([
      ["heading", "Version", ["Version"]],
      ["prose", "1.2.3", ["Version"]],
      ["heading", "Notes", ["Notes"]],
      ["prose", "_No response_", ["Notes"]],
    ]);
  });

  test("keeps nested headings outermost first", () => {
    expect(readMarkdown("## Environment\n### OS\nLinux").at(-1)?.sections).toEqual(["Environment", "OS"]);
  });

  test("keeps a fence as it is, with its language", () => {
    const [block] = readMarkdown("```console\n$ make\n  <!-- kept -->\n```");
    expect(block).toMatchObject({ kind: "code", language: "console", text: "$ make\n  <!-- kept -->" });
  });

  test("marks what is quoted, also inside a list", () => {
    expect(kinds("> I use Linux\n\n- > me too\n\nNot I")).toEqual([
      "prose quoted: I use Linux",
      "prose quoted: me too",
      "prose: Not I",
    ]);
  });

  test("drops HTML comments and what nobody sees", () => {
    expect(kinds("<!-- run this -->\n\na <!-- b --> c\u200B\u202E\u{E0041}d")).toEqual(["prose: a  cd"]);
  });

  test("reads what is folded, with and without blank lines", () => {
    const blocks = readMarkdown(
      "<details><summary>Log</summary>\n\n```\nboom\n```\n\n</details>\n\nafter\n\n<details>\nraw line\n</details>",
    );
    expect(blocks.map((block) => [block.text.trim(), block.folded])).toEqual([
      ["Log", "Log"],
      ["boom", "Log"],
      ["after", null],
      ["raw line", ""],
    ]);
  });

  test("reads a table of two columns as key and value", () => {
    expect(kinds("| what | version |\n|---|---|\n| node | 20.1.0 |")).toEqual([
      "table: what: version\nnode: 20.1.0",
    ]);
  });

  test("keeps the lines of a paragraph, hard breaks or not, and the marks in it", () => {
    expect(kinds("a  \nb\\\nc `d`\n*e* [f](g)")).toEqual(["prose: a\nb\\\nc `d`\n*e* [f](g)"]);
  });

  test("does not take a log over dashes for a heading", () => {
    expect(kinds("line one\nline two\n--------")).toEqual(["prose: line one\nline two"]);
  });

  test("reads a tracker's code and quote marks", () => {
    expect(
      kinds("h3. Steps\nSee {code:java|title=x}int a;{code} and\n{quote}said{quote}\nuse {{mvn}}"),
    ).toEqual([
      "heading: Steps",
      "prose: See",
      "code: int a;",
      "prose: and",
      "prose quoted: said",
      "prose: use `mvn`",
    ]);
  });

  test("never throws, whatever the text", () => {
    const piece = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom(
        "```",
        "\n",
        "> ",
        "- ",
        "|",
        "<!--",
        "-->",
        "<details>",
        "# ",
        "{code}",
        "    ",
        "\0",
        "`",
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        for (const block of readMarkdown(pieces.join(""))) expect(block.text.trim()).not.toBe("");
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    ["quotes", ">"],
    ["spaced quotes", "> "],
    ["list marks", "- "],
    ["numbers", "1. "],
    ["brackets", "["],
    ["link starts", "[a](<b"],
    ["emphasis", "*a**b"],
    ["comments", "<!--"],
    ["details", "<details>\n\n"],
    ["fences", "```\n"],
    ["tracker marks", "{code}"],
    ["definitions", "[a]:\n"],
    ["table bars", "|"],
  ])("takes its time linearly on 65,536 characters of %s", (_, unit) => {
    // Processor time, not the clock's: other processes are no fault of ours. Quadratic cases take half a minute.
    const started = process.cpuUsage();
    readMarkdown(unit.repeat(65_536 / unit.length));
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1_000).toBeLessThan(8_000);
  });
});

test("text without marks is read as the parser would read it", () => {
  const piece = fc.constantFrom(
    ..."a b é ß \n \n\n \n\n\n ( ' \" <!-- --> | - # ` < & \\ [ ] * 1. 1) = \t   \u00a0 \u2028 word ab\ncd . : ;".split(
      " ",
    ),
    " ",
    "  ",
    "\n",
    "\n\n",
    "a line\nand another",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join("");
      // A rule makes no block, and needs the parser.
      expect(readMarkdown(text)).toEqual(readMarkdown(`***\n\n${text}`));
    }),
    { numRuns: 3_000 },
  );
});

test.each([
  "a\n=\n",
  "- a\n",
  "1. a\n",
  "> a\n\n",
  "# a\n",
  "|a|b|\n|-|-|\n\n",
  "[a\n",
  "~~~\n",
  "<p>\n\n",
  "[[[![](\n",
])(
  "a comment full of %j keeps its text, of which the first lines are markdown and the rest is none",
  (piece) => {
    const text = piece.repeat(Math.floor(65_536 / piece.length));
    const blocks = readMarkdown(text);
    expect(blocks.length).toBeLessThanOrEqual(2_010);
    const last = blocks.at(-1);
    expect(last?.text.length).toBeLessThan(text.length);
    expect(last?.kind).toBe("prose");
  },
);
