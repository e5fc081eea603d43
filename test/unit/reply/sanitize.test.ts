import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { fromMarkdown } from "mdast-util-from-markdown";
import { codeBlock, codeSpan, cutText, safeLink, sanitizeProse } from "../../../src/reply/sanitize.js";

describe("sanitizeProse", () => {
  test.each([
    [
      "mentions",
      "thanks @octocat and @org/team",
      "thanks @&ZeroWidthSpace;octocat and @&ZeroWidthSpace;org/team",
    ],
    [
      "issue references",
      "see #12, acme/app#7 and GH-3",
      "see #&ZeroWidthSpace;12, acme/app#&ZeroWidthSpace;7 and GH-&ZeroWidthSpace;3",
    ],
    ["issue links", "https://github.com/acme/app/issues/7", "https://redirect.github.com/acme/app/issues/7"],
    ["commit ids", `at ${"a1".repeat(20)}`, "at a1a1a1a1a1…"],
    ["html", "<!-- hidden --><img src=x>", "&lt;!-- hidden -->&lt;img src=x>"],
    ["images and links", "![a](http://x/y) [b](http://x)", "!\\[a]\\(http://x/y) [b]\\(http://x)"],
    [
      "entities",
      "&#64;bob &commat;bob &lt; a && b",
      "&amp;#&ZeroWidthSpace;64;bob &amp;commat;bob &lt; a && b",
    ],
    ["reference links", "[a][1]\n\n[1]: https://x.example", "[a][1]\n\n[1]\\: https://x.example"],
    ["links without https", "www.github.com/a/b/issues/7", "https://redirect.github.com/a/b/issues/7"],
    ["headings", "Known.\n\n**Do this**\n# Now", "Known.\n\n\\**Do this**\n\\# Now"],
    ["carriers of hidden text", "a\u00adb\u3164c\u{e0120}d", "abcd"],
    ["closing words", "fixes #1", "fixes #&ZeroWidthSpace;1"],
    ["invisible text", "a\u200bb\u{e0041}c\u202ed", "abcd"],
    ["code spans stay", "use `<stdio.h>` and `@scope/pkg`", "use `<stdio.h>` and `@scope/pkg`"],
    ["an escaped backtick opens no code", "\\`<b>``", "`<b>`\\`"],
    ["stray backticks", "a ` b @c", "a \\` b @&ZeroWidthSpace;c"],
  ])("%s", (_, hostile, harmless) => {
    expect(sanitizeProse(hostile)).toBe(harmless);
  });

  test("is idempotent", () => {
    fc.assert(fc.property(fc.string(), (text) => sanitizeProse(sanitizeProse(text)) === sanitizeProse(text)));
  });

  test("no arbitrary text yields a link, an image, html or a mention", () => {
    const piece = fc.constantFrom(
      "@bob",
      "`",
      "``",
      "[",
      "](",
      "]:",
      "&#64;bob",
      "**a**",
      ")",
      "!",
      "<b>",
      "#1",
      "\n",
      " ",
      "a",
      "\\",
      "http://x",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = sanitizeProse(pieces.join(""));
        const kinds = JSON.stringify(fromMarkdown(text)).match(/"type":"(?:link|image|html|definition)"/g);
        expect(kinds).toBeNull();
        expect(text.replace(/`[^`\n]+`/g, "")).not.toMatch(/@bob/);
      }),
    );
  });
});

test("a code span holds what it is given, in one span", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (text) => {
      const span = codeSpan(`x ${text} y`);
      const paragraph = fromMarkdown(span).children[0];
      expect(paragraph?.type).toBe("paragraph");
      expect(paragraph?.type === "paragraph" && paragraph.children.map((child) => child.type)).toEqual([
        "inlineCode",
      ]);
    }),
  );
});

test("a block cannot be ended from within", () => {
  const block = codeBlock("a\n```\n@bob\n````\n", "sh");
  const tree = fromMarkdown(block);
  expect(tree.children).toHaveLength(1);
  expect(tree.children[0]).toMatchObject({ type: "code", value: "a\n```\n@bob\n````" });
});

test("links go to http(s) only, and to GitHub without a backlink", () => {
  expect(safeLink("a [b] @c", "https://github.com/o/r/issues/1")).toBe(
    "[a \\[b\\] @&ZeroWidthSpace;c](https://redirect.github.com/o/r/issues/1)",
  );
  expect(safeLink("x", "javascript:alert(1)")).toBe("x");
  expect(safeLink("x", "https://a.example/(y)")).toBe("x");
});

test("cutting never splits a surrogate pair", () => {
  expect(cutText("ab😀cd", 4)).toBe("ab…");
});
