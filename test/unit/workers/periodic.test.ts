import { afterEach, expect, test } from "@jest/globals";
import type { Job } from "../../../src/jobs/queue.js";
import { SqliteJobQueue } from "../../../src/jobs/sqlite/sqlite-job-queue.js";
import { type Periodic, type PeriodicTask, startPeriodic } from "../../../src/workers/periodic.js";
import { keepLog } from "../../support/kept-log.js";

const HOUR = 3_600_000;
const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** The time of queue and tasks. */
let clock = 10 * HOUR;

function openQueue(): SqliteJobQueue {
  clock = 10 * HOUR;
  const queue = SqliteJobQueue.open(":memory:", { now: () => clock });
  closing.push(() => queue.close());
  return queue;
}

function start(queue: SqliteJobQueue, task: PeriodicTask): Periodic & { lines: string[] } {
  const { log, lines } = keepLog();
  const periodic = startPeriodic([task], { queue, log, now: () => clock });
  closing.push(() => periodic.stop());
  const worker = queue.work((job, signal) => periodic.handle(job, signal));
  closing.push(() => worker.stop(0));
  return { ...periodic, lines };
}

test("workers that start together do a task once in a span of time", async () => {
  const queue = openQueue();
  let runs = 0;
  const task = { name: "sweep", everyMs: HOUR, run: () => Promise.resolve(void (runs += 1)) };
  for (let n = 0; n < 3; n++) start(queue, task);
  await queue.idle();
  expect(runs).toBe(1);
  clock += HOUR;
  start(queue, task);
  await queue.idle();
  expect(runs).toBe(2);
});

test("a task is not kept waiting by jobs that came before", async () => {
  const queue = openQueue();
  for (const key of ["a", "b", "c"]) await queue.enqueue({ kind: "x", queue: key, key, payload: null });
  const { log } = keepLog();
  const done: string[] = [];
  const task = { name: "sweep", everyMs: HOUR, run: () => Promise.resolve(void done.push("sweep")) };
  const periodic = startPeriodic([task], { queue, log, now: () => clock });
  closing.push(() => periodic.stop());
  clock += 1;
  const handle = (job: Job, signal: AbortSignal): Promise<void> =>
    job.kind === "x" ? Promise.resolve(void done.push(job.key)) : periodic.handle(job, signal);
  await new Promise(setImmediate);
  const worker = queue.work(handle, { concurrency: 1 });
  closing.push(() => worker.stop(0));
  await queue.idle();
  expect(done).toEqual(["sweep", "a", "b", "c"]);
});

test("a task for the start runs at each start, also within its span", async () => {
  const queue = openQueue();
  let runs = 0;
  const run = (): Promise<void> => Promise.resolve(void (runs += 1));
  const task = { name: "missed", everyMs: HOUR, atStart: true, run };
  start(queue, task);
  await queue.idle();
  clock += 120_000;
  start(queue, task);
  await queue.idle();
  expect(runs).toBe(2);
});

test("a task that fails is logged, and is no job set aside", async () => {
  const queue = openQueue();
  const run = (): Promise<void> => Promise.reject(new Error("no answer"));
  const { lines } = start(queue, { name: "sweep", everyMs: HOUR, run });
  await queue.idle();
  expect(await queue.list()).toMatchObject([{ queue: "periodic:sweep", state: "done" }]);
  expect(lines.join()).toContain("task failed");
});

test("a time that passed while nobody worked is not made up for", async () => {
  const queue = openQueue();
  const { log } = keepLog();
  let runs = 0;
  const run = (): Promise<void> => Promise.resolve(void (runs += 1));
  const periodic = startPeriodic([{ name: "sweep", everyMs: HOUR, run }], { queue, log });
  closing.push(() => periodic.stop());
  const job: Job = {
    ...{ id: "1", kind: "periodic", queue: "periodic:sweep", key: "k", payload: {}, state: "running" },
    ...{
      run_at: 0,
      attempt: 1,
      cut_offs: 0,
      is_suspect: false,
      last_error: null,
      created_at: Date.now() - 2 * HOUR,
      updated_at: 0,
    },
  };
  await periodic.handle(job, new AbortController().signal);
  expect(runs).toBe(0);
});
