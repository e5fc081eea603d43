import { expect, test } from "@jest/globals";
import { hashText } from "../../../src/chain/episode-id.js";
import { matchComments } from "../../../src/learning/match-comments.js";
import type { Episode } from "../../../src/memory/episode.js";
import type { Comment } from "../../../src/thread/thread.js";
import { exampleEpisode, exampleRun } from "../../support/example-run.js";
import { exampleTrigger } from "../../support/examples.js";

const AT = "2026-01-02T03:04:05.000Z";
const LATER = "2026-01-02T03:04:06.000Z";

function known(id: string | null, text: string, at = AT, tags: string[] = []): Episode {
  const { provenance } = exampleEpisode();
  return exampleEpisode({
    created_at: at,
    tags,
    provenance: { ...provenance, comment_id: id, quoted_text_hash: hashText(text) },
  });
}

function there(id: string, body: string, created_at = AT, author = "grace"): Comment {
  const url = `https://github.com/octo/docs/issues/12#issuecomment-${id}`;
  return { id, author, author_role: "other", body, created_at, edited_at: null, url, minimized: false };
}

const asked = (comment_id: string, by: string) =>
  exampleRun({ trigger: exampleTrigger({ comment_id, by, at: AT }) });

function match(
  stored: Episode[],
  comments: Comment[],
  runs: ReturnType<typeof asked>[] = [],
): Record<string, string> {
  return Object.fromEntries([...matchComments(stored, runs, comments)].map(([was, { id }]) => [was, id]));
}

test.each<[string, Record<string, string>, Record<string, string>]>([
  [
    "by second and text",
    match([known("1", "a"), known("2", "b")], [there("11", "b"), there("12", "a")]),
    { "1": "12", "2": "11" },
  ],
  [
    "by second alone, edited since, where nobody else wrote then",
    match([known("1", "a"), known("2", "b", LATER)], [there("11", "a, edited"), there("12", "b", LATER)]),
    { "1": "11", "2": "12" },
  ],
  [
    "not by second alone where two wrote then",
    match([known("1", "a"), known("2", "b")], [there("11", "a, edited"), there("12", "b")]),
    { "2": "12" },
  ],
  [
    "not two of one text and second",
    match([known("1", "a"), known("2", "a")], [there("11", "a"), there("12", "a")]),
    {},
  ],
  ["not one for two", match([known("1", "a"), known("2", "a")], [there("11", "a")]), {}],
  ["not of another second", match([known("1", "a")], [there("11", "a", LATER)]), {}],
  [
    "a note, of which only the command's text is kept",
    match([known("1", "b", AT, ["remembered"])], [there("11", "/mneme remember b")]),
    { "1": "11" },
  ],
  [
    "what a run was asked with, by its author",
    match([], [there("11", "/mneme help", AT, "ada")], [asked("1", "ada")]),
    { "1": "11" },
  ],
  ["not another's words of that second", match([], [there("11", "/mneme help")], [asked("1", "ada")]), {}],
  [
    "any text that it was read with",
    match([known("1", "a"), known("1", "b"), known("2", "c")], [there("11", "b"), there("12", "c")]),
    { "1": "11", "2": "12" },
  ],
  [
    "nothing for the body, or what was added by hand",
    match([known(null, "a"), known("cli", "a")], [there("11", "a")]),
    {},
  ],
])("%s", (_, found, expected) => {
  expect(found).toEqual(expected);
});
