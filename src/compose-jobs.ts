import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Settings } from "./config/settings.js";
import type { JobQueue } from "./jobs/queue.js";
import { SqliteJobQueue } from "./jobs/sqlite/sqlite-job-queue.js";
import { errorFields, type Log } from "./log.js";

/** Settings → the store of jobs. `onNewJobs`: for workers of other processes that the store does not wake itself. */
export async function openJobQueue(
  settings: Pick<Settings, "MNEME_DATA">,
  log: Log,
  onNewJobs: () => void = () => undefined,
): Promise<JobQueue> {
  await mkdir(settings.MNEME_DATA, { recursive: true });
  return SqliteJobQueue.open(join(settings.MNEME_DATA, "jobs.db"), {
    onError: (error) => log.error(errorFields(error), "the job store fails"),
    onNewJobs,
  });
}
