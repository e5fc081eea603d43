// A process of its own that works on the jobs of a store (DATABASE_URL, or a file in MNEME_DATA), with short pauses. It appends to
// WORDS_FILE when a job begins and ends; a job with {"dies": true} ends the process, one with {"ms": n} takes so long.
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { GraphileJobQueue } from "../../dist/jobs/graphile/graphile-job-queue.js";
import { SqliteJobQueue } from "../../dist/jobs/sqlite/sqlite-job-queue.js";

const { process } = globalThis;
const { DATABASE_URL, MNEME_DATA } = process.env;
const firstPauseMs = 5;
const queue =
  DATABASE_URL === undefined
    ? SqliteJobQueue.open(join(MNEME_DATA, "jobs.db"), { firstPauseMs })
    : await GraphileJobQueue.open(DATABASE_URL, { firstPauseMs });
process.on("disconnect", () => process.exit());
const tell = (word) =>
  appendFileSync(process.env.WORDS_FILE, `${JSON.stringify({ pid: process.pid, ...word })}\n`);
queue.work(
  async ({ key, queue: name, payload, is_suspect }) => {
    tell({ what: "begins", key, queue: name, is_suspect });
    if (payload.dies) process.kill(process.pid, "SIGKILL");
    await new Promise((resolve) => globalThis.setTimeout(resolve, payload.ms));
    tell({ what: "ends", key, queue: name });
  },
  { concurrency: 3 },
);
tell({ what: "ready" });
