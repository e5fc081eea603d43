import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Settings } from "./config/settings.js";
import { GraphileJobQueue } from "./jobs/graphile/graphile-job-queue.js";
import type { JobQueue } from "./jobs/queue.js";
import { SqliteJobQueue } from "./jobs/sqlite/sqlite-job-queue.js";
import { errorFields, type Log } from "./log.js";

export type JobSettings = Pick<Settings, "MNEME_DATA" | "DATABASE_URL">;

/** Where the jobs of one machine are kept. */
export function jobFileOf({ MNEME_DATA }: Pick<Settings, "MNEME_DATA">): string {
  return join(MNEME_DATA, "jobs.db");
}

/**
 * Settings → the store of jobs: Postgres where there is one, else a file.
 *
 * @param onNewJobs wakes workers of other processes where the store does not do it itself
 */
export async function openJobQueue(
  settings: JobSettings,
  log: Log,
  onNewJobs: () => void = () => undefined,
): Promise<JobQueue> {
  const onError = (error: Error): void => log.error(errorFields(error), "the job store fails");
  if (settings.DATABASE_URL !== undefined)
    return await GraphileJobQueue.open(settings.DATABASE_URL, { onError });
  await mkdir(settings.MNEME_DATA, { recursive: true });
  return SqliteJobQueue.open(jobFileOf(settings), { onError, onNewJobs });
}
