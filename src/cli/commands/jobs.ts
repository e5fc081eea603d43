import { existsSync } from "node:fs";
import type { Command } from "commander";
import { jobFileOf, openJobQueue } from "../../compose-jobs.js";
import { readSettings } from "../../config/settings.js";
import { MnemeError } from "../../errors.js";
import type { Job, JobQueue, JobState } from "../../jobs/queue.js";
import type { Log } from "../../log.js";
import { readWhole } from "../read-whole.js";
import { createOutput, EXIT, type Output } from "../output.js";
import { formatTable } from "../table.js";

const STATES: readonly JobState[] = ["waiting", "running", "done", "failed"];

interface JobsOptions {
  json?: boolean;
  state?: string;
  limit: string;
}

export function addJobsCommand(program: Command): void {
  const jobs = program.command("jobs").description("what the server has to do, did, or had to set aside");
  jobs
    .command("list", { isDefault: true })
    .description("the newest jobs")
    .option("--state <state>", `only ${STATES.join(", ")}`)
    .option("--limit <n>", "at most so many", "50")
    .option("--json", "print the jobs")
    .action(
      async (options: JobsOptions) =>
        await withQueue(async (queue) => await list(queue, options, createOutput(options))),
    );
  jobs
    .command("retry")
    .description("give a job that was set aside another chance")
    .argument("<id>", "the job's number")
    .option("--json", "print the result")
    .action(async (id: string, options: { json?: boolean }) => {
      await withQueue(async (queue) => await retry(queue, id, createOutput(options)));
    });
  jobs
    .command("drop")
    .description("give up a job that was set aside or waits; the same delivery is not worked again")
    .argument("<id>", "the job's number")
    .option("--json", "print the result")
    .action(async (id: string, options: { json?: boolean }) => {
      await withQueue(async (queue) => await drop(queue, id, createOutput(options)));
    });
}

/** A command's own calls tell what fails. */
const SILENT: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore };

function ignore(): void {
  return undefined;
}

async function withQueue(work: (queue: JobQueue) => Promise<void>): Promise<void> {
  const settings = readSettings();
  const file = jobFileOf(settings);
  if (settings.DATABASE_URL === undefined && !existsSync(file))
    throw new MnemeError("bad_input", `there is no job file ${file}: start the server, or set MNEME_DATA`);
  const queue = await openJobQueue(settings, SILENT);
  try {
    await work(queue);
  } finally {
    await queue.close();
  }
}

async function list(queue: JobQueue, options: JobsOptions, output: Output): Promise<void> {
  const limit = readWhole("--limit", options.limit, { min: 1, max: 1_000_000 });
  const states = STATES.filter((state) => options.state === undefined || state === options.state);
  if (states.length === 0)
    throw new MnemeError("bad_input", `--state ${options.state ?? ""}: give one of ${STATES.join(", ")}`);
  const jobs = await queue.list({ states, limit });
  output.result({ jobs });
  output.line(
    jobs.length === 0
      ? "no jobs"
      : formatTable(
          ["id", "kind", "queue", "state", "tries", "cut off", "changed", "last error"],
          jobs.map(rowOf),
        ),
  );
}

function rowOf(job: Job): (string | number)[] {
  const changed = new Date(job.updated_at).toISOString().slice(0, 19);
  return [
    job.id,
    job.kind,
    job.queue,
    job.state,
    job.attempt,
    job.cut_offs,
    changed,
    (job.last_error ?? "").slice(0, 80),
  ];
}

async function retry(queue: JobQueue, id: string, output: Output): Promise<void> {
  const retried = await queue.retry(id);
  output.result({ id, retried });
  output.line(retried ? `job ${id} waits again` : `job ${id} was not set aside: see mneme jobs`);
  if (!retried) process.exitCode = EXIT.negative;
}

async function drop(queue: JobQueue, id: string, output: Output): Promise<void> {
  const dropped = await queue.drop(id);
  output.result({ id, dropped });
  output.line(
    dropped ? `job ${id} is given up` : `job ${id} neither waits nor was set aside: see mneme jobs`,
  );
  if (!dropped) process.exitCode = EXIT.negative;
}
