import { expect, test } from "@jest/globals";
import { timelineOf } from "../../../src/replay/timeline.js";
import type { AuthorRole, Thread } from "../../../src/thread/thread.js";

function thread(number: number, created: string | null, comments: [AuthorRole, string | null][]): Thread {
  return {
    source_url: `https://github.com/o/r/issues/${number}`,
    repo: "o/r",
    number,
    title: "t",
    body: "",
    author: "reporter",
    labels: [],
    state: "closed",
    state_reason: "completed",
    locked: false,
    created_at: created,
    events: [],
    comments: comments.map(([author_role, created_at], index) => ({
      id: String(index + 1),
      author: author_role,
      author_role,
      body: "text",
      created_at,
      edited_at: null,
      url: "",
      minimized: false,
    })),
  };
}

const brief = (threads: Thread[], at?: number): string[] =>
  timelineOf(threads, { at }).map((moment) => `${moment.what} #${moment.thread.number}@${moment.visible}`);

test("speaks at the opening and where the reporter's turn ends, and learns the rest", () => {
  const one = thread(1, "2026-01-01T00:00:00Z", [
    ["maintainer", "2026-01-02T00:00:00Z"],
    ["reporter", "2026-01-03T00:00:00Z"],
    ["reporter", "2026-01-04T00:00:00Z"],
  ]);
  expect(brief([one])).toEqual(["speak #1@0", "learn #1@1", "learn #1@2", "speak #1@3", "learn #1@3"]);
});

test("interleaves threads by time, and shows a moment only what stood then", () => {
  const early = thread(1, "2026-01-01T00:00:00Z", [["maintainer", "2026-01-05T00:00:00Z"]]);
  const late = thread(2, "2026-01-03T00:00:00Z", []);
  expect(brief([late, early])).toEqual([
    "speak #1@0",
    "speak #2@0",
    "learn #2@0",
    "learn #1@1",
    "learn #1@1",
  ]);
  const [first] = timelineOf([early]);
  expect(first?.thread).toMatchObject({ state: "open", state_reason: null, comments: [] });
});

test("--at speaks once, at the end where there are fewer comments", () => {
  const one = thread(1, null, [["reporter", null]]);
  expect(brief([one], 9)).toEqual(["learn #1@0", "speak #1@1", "learn #1@1"]);
});

test("undated threads come first, in the order given", () => {
  const dated = thread(1, "2026-01-01T00:00:00Z", []);
  expect(
    brief([dated, thread(2, null, []), thread(3, null, [])], 0).filter((line) => line.startsWith("speak")),
  ).toEqual(["speak #2@0", "speak #3@0", "speak #1@0"]);
});
