import { describe } from "@jest/globals";
import { openEpisodeLog } from "../../src/memory/log/sql/open-episode-log.js";
import { makePostgresDatabase, postgresMissing } from "../support/postgres.js";
import { describeWith } from "../support/require.js";
import { describeEpisodeLog } from "./episode-log.js";

describe("the log of record on SQLite", () => {
  describeEpisodeLog((now) => openEpisodeLog(":memory:", { now }));
});

describeWith("postgres", postgresMissing(), "the log of record on Postgres", () => {
  describeEpisodeLog(async (now) => await openEpisodeLog(await makePostgresDatabase(), { now }));
});
