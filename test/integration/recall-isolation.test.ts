import { describe, expect, test } from "@jest/globals";
import { SqliteRecallIndex } from "../../src/memory/index/sqlite/sqlite-recall-index.js";
import type { EpisodeLog } from "../../src/memory/log/episode-log.js";
import { openEpisodeLog } from "../../src/memory/log/sql/open-episode-log.js";
import { fuzzRecall } from "../contract/fuzz-recall.js";
import { makePostgresDatabase, postgresMissing } from "../support/postgres.js";
import { describeWith } from "../support/require.js";

/** `npm run bench:isolation` does a hundred thousand. */
const RECALLS = 300;

function describeIsolation(openLog: () => Promise<EpisodeLog>): void {
  test("no recall ever shows text of a repository that its reader may not read", async () => {
    const log = await openLog();
    const index = SqliteRecallIndex.open(":memory:");
    const { recalls, leaks, shown, shownPrivate } = await fuzzRecall(log, index, RECALLS);
    expect({ recalls, leaks }).toEqual({ recalls: RECALLS, leaks: [] });
    expect(shown).toBeGreaterThan(RECALLS);
    expect(shownPrivate).toBeGreaterThan(0);
    await index.close();
    await log.close();
  });
}

describe("recall over the log of record on SQLite", () => {
  describeIsolation(async () => await openEpisodeLog(":memory:"));
});

describeWith("postgres", postgresMissing(), "recall over the log of record on Postgres", () => {
  describeIsolation(async () => await openEpisodeLog(await makePostgresDatabase()));
});
