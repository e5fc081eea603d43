import { expect, test } from "@jest/globals";
import { SqliteRecallIndex } from "../../src/memory/index/sqlite/sqlite-recall-index.js";
import { missingQdrant, openTestQdrant, qdrantStatistics } from "../support/qdrant.js";
import { describeWith } from "../support/require.js";
import { fuzzIsolation } from "./fuzz-isolation.js";
import { compareIndexes } from "./index-agreement.js";
import { describeRecallIndex } from "./recall-index.js";

/** MNEME_FUZZ=100000 for the long run. */
const RECALLS = Number(process.env["MNEME_FUZZ"] ?? 100);

describeRecallIndex("sqlite", async () => await Promise.resolve(SqliteRecallIndex.open(":memory:")));

describeWith("qdrant", missingQdrant, "recall index", () => {
  describeRecallIndex("qdrant", async () => await openTestQdrant(), qdrantStatistics);

  test("lets through exactly what SQLite lets through, and ranks nearly as it does", async () => {
    const sqlite = SqliteRecallIndex.open(":memory:");
    const { filtersApart, sameFirst, sameTen } = await compareIndexes(sqlite, await openTestQdrant(), 40);
    expect(filtersApart).toEqual([]);
    expect(Math.min(sameFirst.words, sameFirst.vectors)).toBeGreaterThanOrEqual(0.8);
    expect(Math.min(sameTen.words, sameTen.vectors)).toBeGreaterThanOrEqual(0.85);
    await sqlite.close();
  }, 120_000);

  test("no search ever leaves what its reader may read", async () => {
    const result = await fuzzIsolation(await openTestQdrant(), RECALLS);
    expect(result).toEqual({ searches: RECALLS, leaks: [], missed: [] });
  }, 600_000);
});
