import { expect, test } from "@jest/globals";
import { MnemeError } from "../../../src/errors.js";
import type { ArchiveRecord } from "../../../src/memory/log/episode-log.js";
import { readArchive } from "../../../src/memory/archive-record.js";
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

async function read(text: string, name: string, known?: (id: string) => boolean): Promise<ArchiveRecord[]> {
  const records: ArchiveRecord[] = [];
  for await (const record of readArchive(text.split("\n"), name, known)) records.push(record);
  return records;
}

test("reads what an export writes, empty lines aside", async () => {
  const status = fact({ kind: "status", status: "open" });
  const forgotten = {
    type: "forgotten",
    scope: PUBLIC_SCOPE,
    episode_id: episode.id,
    attribution: { by: "m", at: "2026-01-01T00:00:00.000Z", why: "w" },
  };
  const records = await read(`${line}\n\n${status}\n${JSON.stringify(forgotten)}\n`, "x");
  expect(records.map(({ type }) => type)).toEqual(["episode", "fact", "forgotten"]);
  expect(records[0]).toEqual({ type: "episode", episode });
  expect(records[2]).toEqual(forgotten);
});

test("a line is read when it is asked for", async () => {
  function* lines(): Generator<string> {
    yield line;
    throw new Error("read too far");
  }
  const first = await readArchive(lines(), "x").next();
  expect(first.value).toEqual({ type: "episode", episode });
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
  [
    "something forgotten without an id",
    JSON.stringify({ type: "forgotten", scope: PUBLIC_SCOPE, episode_id: "1" }),
    "x.jsonl:1",
  ],
])("names file and line: %s", async (_name, text, place) => {
  await expect(read(text, "x.jsonl")).rejects.toThrow(MnemeError);
  await expect(read(text, "x.jsonl")).rejects.toThrow(place);
});

test("a byte order mark and line ends of Windows are no part of a line", async () => {
  expect(await read(`\uFEFF${line}\r\n${line}\r\n`, "x")).toHaveLength(2);
});

test("what is no record at all is said without a place in it", async () => {
  await expect(read("[1]", "x.jsonl")).rejects.toThrow(/^x\.jsonl:1: Invalid input: expected object/);
});

test("a fact may be about an episode that is there already", async () => {
  expect(await read(fact({ kind: "correction", summary: "s" }), "x", (id) => id === episode.id)).toHaveLength(
    1,
  );
});
