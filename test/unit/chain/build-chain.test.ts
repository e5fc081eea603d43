import { describe, expect, test } from "@jest/globals";
import { buildChain } from "../../../src/chain/build-chain.js";
import { Episode } from "../../../src/memory/episode.js";
import { parseThreadFile } from "../../../src/thread/read-thread-file.js";
import type { Thread } from "../../../src/thread/thread.js";

const scope = { installation: "0", repository: "acme/widgets", visibility: "public" } as const;

function thread(over: object = {}): Thread {
  const file = {
    repo: "acme/widgets",
    number: 7,
    title: "widgets does not build on Ubuntu 22.04",
    body: "```\n$ make\nwidget.c:3:1: error: expected ';'\n```\n\n### Environment\n\n- gcc: 12.2.0\n- OS: Ubuntu 22.04",
    author: "ann",
    created_at: "2026-01-02T03:04:05Z",
    comments: [
      {
        id: 11,
        author: "bo",
        author_role: "maintainer",
        body: "Which compiler?",
        created_at: "2026-01-02T04:00:00Z",
      },
      { id: 12, author: "cy", author_role: "other", body: "Same here on Windows 11", created_at: null },
    ],
    ...over,
  };
  return parseThreadFile(JSON.stringify(file), "t.json");
}

describe("buildChain", () => {
  test("makes valid episodes, numbered in order", () => {
    const { episodes } = buildChain(thread(), { scope });
    for (const episode of episodes) expect(Episode.parse(episode)).toEqual(episode);
    expect(episodes.map(({ seq }) => seq)).toEqual(episodes.map((_, index) => index));
    expect(episodes[0]).toMatchObject({ kind: "report", created_at: "2026-01-02T03:04:05.000Z" });
  });

  test("gives the same chain for the same thread", () => {
    expect(buildChain(thread(), { scope })).toEqual(buildChain(thread(), { scope }));
  });

  test("knows the reporter's system and nobody else's", () => {
    const { environment } = buildChain(thread(), { scope });
    expect(environment.os?.value).toBe("Ubuntu 22.04");
    expect(environment.os_family?.value).toBe("linux");
    expect(environment.software["gcc"]?.value).toBe("12.2.0");
  });

  test("keeps error lines as written", () => {
    const { facts, symptoms } = buildChain(thread(), { scope });
    expect(facts.filter(({ key }) => key === "error").map(({ value }) => value)).toEqual([
      "widget.c:3:1: error: expected ';'",
    ]);
    expect(symptoms).toContain("widget.c:3:1: error: expected ';'");
  });
});

test("an event keeps its ids where GitHub no longer gives the ones before it; two alike are two", () => {
  const closed = { kind: "closed", at: "2026-01-04T00:00:00Z", actor: "bo", reason: "completed" };
  const events = [closed, { kind: "reopened", at: "2026-01-05T00:00:00Z", actor: "bo" }, closed];
  const idsOf = (given: object[]): string[] =>
    buildChain(thread({ events: given }), { scope })
      .episodes.filter(({ tags }) => tags.includes("closed") || tags.includes("reopened"))
      .map(({ id }) => id);
  expect(new Set(idsOf(events)).size).toBe(3);
  expect(idsOf(events.slice(0, 2)).slice(1)).toEqual(idsOf(events.slice(1, 2)));
});
