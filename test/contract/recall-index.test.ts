import { SqliteRecallIndex } from "../../src/memory/index/sqlite/sqlite-recall-index.js";
import { missingQdrant, openTestQdrant, qdrantStatistics } from "../support/qdrant.js";
import { describeWith } from "../support/require.js";
import { describeRecallIndex } from "./recall-index.js";

describeRecallIndex("sqlite", async () => await Promise.resolve(SqliteRecallIndex.open(":memory:")));

describeWith("qdrant", missingQdrant, "recall index", () => {
  describeRecallIndex("qdrant", async () => await openTestQdrant(), qdrantStatistics);
});
