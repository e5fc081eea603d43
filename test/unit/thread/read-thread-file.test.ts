import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { MnemeError } from "../../../src/errors.js";
import { parseThreadFile } from "../../../src/thread/read-thread-file.js";
import { Thread } from "../../../src/thread/thread.js";

const minimal = { repo: "acme/widgets", number: 7, title: "Build breaks" };

function read(value: unknown): Thread {
  return parseThreadFile(JSON.stringify(value), "t.json");
}

function failure(text: string): string {
  try {
    parseThreadFile(text, "t.json");
  } catch (error) {
    expect(error).toBeInstanceOf(MnemeError);
    expect((error as MnemeError).code).toBe("bad_input");
    return (error as MnemeError).message;
  }
  throw new Error("was read");
}

describe("parseThreadFile", () => {
  test("fills in what may be missing", () => {
    const thread = read({ ...minimal, body: null, created_at: null, extra: { ignored: true } });
    expect(Thread.parse(thread)).toEqual(thread);
    expect(thread).toMatchObject({
      body: "",
      author: "reporter",
      state: "open",
      created_at: null,
      source_url: "https://github.com/acme/widgets/issues/7",
    });
  });

  test("numbers ids as text, and gives the position to a comment without one", () => {
    const comments = [{ id: 91, body: "a" }, { body: "b" }, { id: "3", body: "c" }, { body: "d" }];
    const { comments: read1 } = read({ ...minimal, comments });
    expect(read1.map(({ id }) => id)).toEqual(["91", "2", "3", "4"]);
    expect(read1[0]?.url).toBe("https://github.com/acme/widgets/issues/7#issuecomment-91");
    expect(read1[1]?.url).toBe("https://github.com/acme/widgets/issues/7");
  });

  test("a position never collides with a given id", () => {
    const { comments } = read({ ...minimal, comments: [{ id: 2, body: "a" }, { body: "b" }] });
    expect(new Set(comments.map(({ id }) => id)).size).toBe(2);
  });

  test("knows the roles, and the reporter by name", () => {
    const { comments } = read({
      ...minimal,
      author: "ann",
      comments: [
        { author: "ann", body: "x" },
        { author: "ci[bot]", author_role: "other", body: "x" },
        { author: "bo", author_role: "MEMBER", body: "x" },
        { author: "cy", author_role: "stranger", body: "x" },
      ],
    });
    expect(comments.map((comment) => comment.author_role)).toEqual([
      "reporter",
      "bot",
      "maintainer",
      "other",
    ]);
  });

  test("keeps a tracker's environment field as a section of the body", () => {
    expect(read({ ...minimal, body: "It broke.", environment: "node 18" }).body).toBe(
      "It broke.\n\n### Environment\n\nnode 18",
    );
  });

  test("reads a time with an offset without a colon", () => {
    expect(read({ ...minimal, created_at: "2013-12-13T05:58:03.000+0000" }).created_at).toBe(
      "2013-12-13T05:58:03.000Z",
    );
  });

  test("drops timeline events of a kind that it does not know", () => {
    const events = [{ kind: "closed", reason: "completed" }, { kind: "pinned" }];
    expect(read({ ...minimal, events }).events.map(({ kind }) => kind)).toEqual(["closed"]);
  });

  test.each([
    ["", "t.json is empty: give a recorded thread (see mneme record)"],
    ['{"title": "a",\n "body": nope}', /^t\.json:2:11 is not valid JSON/],
    ['{"title": "a",\n}', /^t\.json:2:1 is not valid JSON/],
    ['{"title": "a"', /^t\.json:1:14 is not valid JSON/],
    [JSON.stringify({ repo: "a/b", number: 1 }), /is wrong at title/],
    [JSON.stringify({ ...minimal, title: "  " }), /is wrong at title/],
    [
      JSON.stringify({ ...minimal, comments: [{ body: "a" }, { body: null }] }),
      /is wrong at comments\[1\]\.body/,
    ],
    [
      JSON.stringify({
        ...minimal,
        comments: [
          { body: "a", id: 1 },
          { body: "b", id: "1" },
        ],
      }),
      /comments\[1\]\.id/,
    ],
    [JSON.stringify({ ...minimal, created_at: "yesterday" }), /no time at created_at/],
    [JSON.stringify({ title: "a" }), /lacks "repo"/],
    [JSON.stringify({ title: "a", repo: "a/b" }), /lacks "number"/],
    ["[]", /is wrong at the top/],
    ["null", /is wrong at the top/],
  ])("says in one line what is wrong with %j", (text, message) => {
    const said = failure(text);
    expect(said).toMatch(message);
    expect(said).not.toContain("\n");
  });

  test("refuses more than 50 MB", () => {
    expect(failure(`"${"x".repeat(50 * 1024 * 1024)}"`)).toMatch(/is over 50 MB/);
  });

  test("gives a valid thread or a bad_input, whatever the JSON", () => {
    const field = fc.oneof(fc.string(), fc.constant(null), fc.integer(), fc.jsonValue());
    const file = fc.record(
      {
        repo: field,
        number: field,
        title: field,
        body: field,
        comments: fc.array(fc.record({ body: field })),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(file, fc.jsonValue()), (value) => {
        try {
          expect(Thread.safeParse(read(value)).success).toBe(true);
        } catch (error) {
          expect(error).toMatchObject({ code: "bad_input" });
        }
      }),
    );
  });

  test("says a place for any broken text", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        try {
          parseThreadFile(text, "t.json");
        } catch (error) {
          expect(error).toMatchObject({ code: "bad_input" });
          expect((error as Error).message).toMatch(/^t\.json/);
        }
      }),
    );
  });
});
