import { expect, test } from "@jest/globals";
import { buildChain } from "../../../src/chain/build-chain.js";
import type { Episode } from "../../../src/memory/episode.js";
import { parseThreadFile } from "../../../src/thread/read-thread-file.js";

const scope = { installation: "0", repository: "acme/widgets", visibility: "public" } as const;
const FIX = "The headers are missing:\n\n```sh\nsudo apt-get install -y zlib1g-dev\nmake\n```";

function resolutions(comments: [role: string, body: string][], over: object = {}): Episode[] {
  const file = {
    repo: "acme/widgets",
    number: 7,
    title: "make fails",
    body: "```\n$ make\ninflate.c:1:10: fatal error: zlib.h: No such file or directory\n```",
    author: "ann",
    created_at: "2026-01-02T00:00:00Z",
    comments: comments.map(([author_role, body], index) => ({
      id: index + 1,
      author: author_role === "reporter" ? "ann" : author_role,
      author_role,
      body,
      created_at: `2026-01-0${index + 3}T00:00:00Z`,
    })),
    ...over,
  };
  const chain = buildChain(parseThreadFile(JSON.stringify(file), "t.json"), { scope });
  return chain.episodes.filter((episode) => episode.tags.includes("adopted"));
}

const closed = { state: "closed", state_reason: "completed" };

test("what a maintainer proposed and the reporter confirmed is the resolution, with its command", () => {
  const [fix, ...more] = resolutions([
    ["maintainer", FIX],
    ["reporter", "That solved it, thanks!"],
  ]);
  expect(more).toEqual([]);
  expect(fix).toMatchObject({
    kind: "resolution",
    status: "resolved",
    action: { command: "sudo apt-get install -y zlib1g-dev" },
    provenance: { source: "maintainer", comment_id: "2" },
    created_at: "2026-01-04T00:00:00.000Z",
  });
});

test("leaving with thanks confirms where the thread was closed as completed, and only there", () => {
  const said: [string, string][] = [
    ["maintainer", FIX],
    ["reporter", "Yes, with that it builds. Closing."],
  ];
  expect(resolutions(said, closed)).toMatchObject([{ status: "resolved" }]);
  expect(resolutions(said)).toEqual([]);
});

test.each([
  ["still broken", "Still fails with the same error, thanks anyway."],
  ["a question", "Thanks, but which package is it?"],
])("%s confirms nothing", (_, body) => {
  expect(
    resolutions([
      ["maintainer", FIX],
      ["reporter", body],
    ]),
  ).toEqual([]);
});

test("closed as completed without a word: located by the maintainer's last proposal", () => {
  expect(resolutions([["maintainer", FIX]], closed)).toMatchObject([{ status: "located" }]);
  expect(resolutions([["maintainer", FIX]], { state: "closed", state_reason: "not_planned" })).toEqual([]);
  expect(resolutions([["other", FIX]], closed)).toEqual([]);
});

test("nobody confirms their own proposal, and a bot proposes nothing", () => {
  expect(
    resolutions([
      ["bot", FIX],
      ["reporter", "That solved it."],
    ]),
  ).toEqual([]);
  expect(
    resolutions([
      ["maintainer", FIX],
      ["maintainer", "This is fixed now."],
    ]),
  ).toEqual([]);
});
