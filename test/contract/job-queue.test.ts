import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GraphileJobQueue } from "../../src/jobs/graphile/graphile-job-queue.js";
import { SqliteJobQueue } from "../../src/jobs/sqlite/sqlite-job-queue.js";
import { makePostgresDatabase, postgresMissing } from "../support/postgres.js";
import { describeWith } from "../support/require.js";
import { describeJobProcesses } from "./job-processes.js";
import { describeJobQueue } from "./job-queue.js";

/** Short: how long pauses are is another test's matter. */
const firstPauseMs = 5;

describeJobQueue("SQLite", () => {
  const folder = mkdtempSync(join(tmpdir(), "mneme-jobs-"));
  return Promise.resolve({
    open: () => Promise.resolve(SqliteJobQueue.open(join(folder, "jobs.db"), { firstPauseMs })),
    dispose: () => {
      rmSync(folder, { recursive: true });
      return Promise.resolve();
    },
  });
});

describeJobProcesses("SQLite", () => {
  const folder = mkdtempSync(join(tmpdir(), "mneme-jobs-"));
  return Promise.resolve({
    env: { MNEME_DATA: folder },
    open: () => Promise.resolve(SqliteJobQueue.open(join(folder, "jobs.db"), { firstPauseMs })),
    dispose: () => rmSync(folder, { recursive: true }),
  });
});

describeWith("postgres", postgresMissing(), "on Postgres", () => {
  describeJobQueue("graphile-worker", async () => {
    const target = await makePostgresDatabase();
    return {
      open: () => GraphileJobQueue.open(target, { firstPauseMs }),
      dispose: () => Promise.resolve(),
    };
  });

  describeJobProcesses("graphile-worker", async () => {
    const url = await makePostgresDatabase();
    return {
      env: { DATABASE_URL: url },
      open: () => GraphileJobQueue.open(url, { firstPauseMs }),
      dispose: () => undefined,
    };
  });
});
