import { expect, test } from "@jest/globals";
import { MnemeError } from "../../../src/errors.js";
import { parseArchive } from "../../../src/memory/archive-record.js";
import { makeEpisode, PUBLIC_SCOPE } from "../../support/log-episodes.js";

const episode = makeEpisode();
const line = JSON.stringify({ type: "episode", episode });
const fact = (kind: object) =>
  JSON.stringify({
    type: "fact",
    fact: {
      id: "f1",
      scope: PUBLIC_SCOPE,
      fact: { episode: episode.id, ...kind },
      attribution: { by: "m", at: "2026-01-01T00:00:00.000Z", why: "w" },
    },
  });

test("reads what an export writes, empty lines aside", () => {
  const status = fact({ kind: "status", status: "open" });
  expect(parseArchive(`${line}\n\n${status}\n`, "x").map(({ type }) => type)).toEqual(["episode", "fact"]);
  expect(parseArchive(line, "x")[0]).toEqual({ type: "episode", episode });
});

test.each([
  ["cut off", `${line}\n${line.slice(0, 50)}`, "x.jsonl:2"],
  ["no JSON", "hello", "x.jsonl:1"],
  ["another type", `${line}\n{"type":"song"}`, "x.jsonl:2"],
  [
    "a field of another kind",
    `${line}\n\n${JSON.stringify({ type: "episode", episode: { ...episode, seq: "1" } })}`,
    "x.jsonl:3",
  ],
  ["a fact before its episode", fact({ kind: "correction", summary: "s" }), "x.jsonl:1"],
  ["an unknown fact", `${line}\n${fact({ kind: "song" })}`, "x.jsonl:2"],
])("names file and line: %s", (_name, text, place) => {
  expect(() => parseArchive(text, "x.jsonl")).toThrow(MnemeError);
  expect(() => parseArchive(text, "x.jsonl")).toThrow(place);
});

test("a byte order mark and line ends of Windows are no part of a line", () => {
  expect(parseArchive(`\uFEFF${line}\r\n${line}\r\n`, "x")).toHaveLength(2);
});

test("what is no record at all is said without a place in it", () => {
  expect(() => parseArchive("[1]", "x.jsonl")).toThrow(/^x\.jsonl:1: Invalid input: expected object/);
});

test("a fact may be about an episode that is there already", () => {
  expect(
    parseArchive(fact({ kind: "correction", summary: "s" }), "x", (id) => id === episode.id),
  ).toHaveLength(1);
});
