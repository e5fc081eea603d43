import { expect, test } from "@jest/globals";
import { SqliteRecallIndex } from "../../../../src/memory/index/sqlite/sqlite-recall-index.js";
import { fuzzIsolation } from "../../../contract/fuzz-isolation.js";

/** MNEME_FUZZ=100000 for the long run. */
const RECALLS = Number(process.env["MNEME_FUZZ"] ?? 400);

test("no search ever leaves what its reader may read", async () => {
  const index = SqliteRecallIndex.open(":memory:");
  expect(await fuzzIsolation(index, RECALLS)).toEqual({ searches: RECALLS, leaks: [], missed: [] });
  await index.close();
}, 600_000);
