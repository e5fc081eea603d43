// A process of its own that works on the jobs of a store (DATABASE_URL, or a file in MNEME_DATA). It appends to
// WORDS_FILE when a job begins and ends; a job with {"dies": true} ends the process, one with {"ms": n} takes so long.
import { appendFileSync } from "node:fs";
import { openJobQueue } from "../../dist/compose-jobs.js";
import { readSettings } from "../../dist/config/settings.js";

const ignore = () => undefined;
const queue = await openJobQueue(readSettings(), {
  debug: ignore,
  info: ignore,
  warn: ignore,
  error: ignore,
});
const { process } = globalThis;
process.on("disconnect", () => process.exit());
const tell = (word) =>
  appendFileSync(process.env.WORDS_FILE, `${JSON.stringify({ pid: process.pid, ...word })}\n`);
queue.work(
  async ({ key, queue: name, payload }) => {
    tell({ what: "begins", key, queue: name });
    if (payload.dies) process.kill(process.pid, "SIGKILL");
    await new Promise((resolve) => globalThis.setTimeout(resolve, payload.ms));
    tell({ what: "ends", key, queue: name });
  },
  { concurrency: 3 },
);
tell({ what: "ready" });
