import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { buildChain } from "../../../src/chain/build-chain.js";
import type { Chain } from "../../../src/chain/chain.js";
import { Episode } from "../../../src/memory/episode.js";
import type { Thread } from "../../../src/thread/thread.js";

const scope = { installation: "0", repository: "acme/widgets", visibility: "public" } as const;

const piece = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.constantFrom(
    "```\n$ make\nmain.c:1:2: error: no\n```\n",
    "> I use Windows 11\n",
    "I'm on macOS 13.4 (M1) with node 18.2.0. ",
    "Which version of node?\n\n",
    "Upgrading to 2.1.0 fixed it. ",
    "Still broken for me.\n",
    "Duplicate of #12\n",
    "### Environment\n\n- OS: Ubuntu 22.04\n",
    "<details>\n",
    "<!-- hidden -->",
    "| a | b |\n|---|---|\n| node | 1.2.3 |\n",
    "{code}\nboom\n{code}",
    "\u001B[31merror: red\u001B[0m\n",
  ),
);
const body = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));
const time = fc.option(
  fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }).map((date) => date.toISOString()),
);
const comment = fc.record({
  author: fc.constantFrom("ann", "bo", "cy"),
  author_role: fc.constantFrom("reporter", "maintainer", "other", "bot"),
  body,
  edited_at: fc.constant(null),
  url: fc.constant("https://example.com/x"),
  minimized: fc.boolean(),
} as const);

const thread: fc.Arbitrary<Thread> = fc
  .record({
    title: fc.string({ minLength: 1 }),
    body,
    created_at: time,
    comments: fc.array(comment, { maxLength: 6 }),
  })
  .map(({ title, body: text, created_at, comments }) => ({
    source_url: "https://github.com/acme/widgets/issues/7",
    repo: "acme/widgets",
    number: 7,
    title,
    body: text,
    author: "ann",
    labels: [],
    state: "open",
    state_reason: null,
    locked: false,
    created_at,
    comments: comments.map((entry, index) => ({
      ...entry,
      id: String(index + 1),
      created_at: new Date(Date.UTC(2140, 0, 1, index)).toISOString(),
    })),
    events: [],
  }));

function build(of: Thread): Chain {
  return buildChain(of, { scope });
}

/** What never changes once it is written: status and who resolved it are views over later facts. */
function evidence({ episodes }: Chain): Partial<Episode>[] {
  return episodes.map((episode) => ({ ...episode, status: "open", resolved_by: "" }));
}

function permuteKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(permuteKeys);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, inner]) => [key, permuteKeys(inner)]),
  );
}

describe("buildChain on any thread", () => {
  test("never throws, and makes valid episodes with unique ids", () => {
    fc.assert(
      fc.property(thread, (any) => {
        const { episodes } = build(any);
        for (const episode of episodes) expect(Episode.safeParse(episode).error).toBeUndefined();
        expect(new Set(episodes.map(({ id }) => id)).size).toBe(episodes.length);
      }),
    );
  });

  test("gives the same chain again, whatever the order of the keys", () => {
    fc.assert(
      fc.property(thread, (any) => {
        expect(build(permuteKeys(any) as Thread)).toEqual(build(any));
      }),
      { numRuns: 40 },
    );
  });

  test("a longer thread extends the chain of a shorter one", () => {
    fc.assert(
      fc.property(thread, fc.nat({ max: 6 }), (any, kept) => {
        const shorter = evidence(build({ ...any, comments: any.comments.slice(0, kept) }));
        expect(evidence(build(any)).slice(0, shorter.length)).toEqual(shorter);
      }),
      { numRuns: 60 },
    );
  });

  test("an edited comment changes its own episodes only", () => {
    fc.assert(
      fc.property(thread, fc.nat({ max: 5 }), body, (any, at, text) => {
        const before = any.comments[at];
        fc.pre(before !== undefined && before.body !== text);
        const edited = {
          ...any,
          comments: any.comments.map((entry, i) => (i === at ? { ...entry, body: text } : entry)),
        };
        // A fix that was confirmed is the word of two comments: it goes with either.
        const others = (chain: Chain): string[] =>
          chain.episodes
            .filter((e) => e.provenance.comment_id !== before.id && !e.tags.includes("adopted"))
            .map(({ id }) => id);
        expect(others(build(edited))).toEqual(others(build(any)));
        const own = (chain: Chain): string[] =>
          chain.episodes.filter((e) => e.provenance.comment_id === before.id).map(({ id }) => id);
        const kept = new Set(own(build(any)));
        expect(own(build(edited)).filter((id) => kept.has(id))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test("what is minimized or quoted states nothing", () => {
    fc.assert(
      fc.property(thread, (any) => {
        const hidden = {
          ...any,
          body: "",
          title: "x",
          comments: any.comments.map((c) => ({ ...c, minimized: true })),
        };
        expect(build(hidden).facts).toEqual([]);
        const quoted = { ...any, title: "x", body: "> I use Windows 11\n> node 18.2.0", comments: [] };
        expect(build(quoted).facts).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });
});
