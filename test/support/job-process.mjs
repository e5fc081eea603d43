// A process of its own that works on the jobs of a store (DATABASE_URL, or a file in MNEME_DATA). It tells on its
// channel when a job begins and ends; a job with {"dies": true} ends the process, one with {"ms": n} takes so long.
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
queue.work(
  async ({ key, queue: name, payload }) => {
    await new Promise((resolve) => process.send({ what: "begins", key, queue: name }, resolve));
    if (payload.dies) process.kill(process.pid, "SIGKILL");
    await new Promise((resolve) => globalThis.setTimeout(resolve, payload.ms));
    await new Promise((resolve) => process.send({ what: "ends", key, queue: name }, resolve));
  },
  { concurrency: 3 },
);
process.send({ what: "ready" });
