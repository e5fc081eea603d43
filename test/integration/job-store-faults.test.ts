import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { GraphileJobQueue } from "../../src/jobs/graphile/graphile-job-queue.js";
import type { JobQueue, NewJob } from "../../src/jobs/queue.js";
import { SqliteJobQueue } from "../../src/jobs/sqlite/sqlite-job-queue.js";
import { SqliteDatabase } from "../../src/sqlite/driver.js";
import { makePostgresDatabase, postgresMissing, PostgresOutage } from "../support/postgres.js";
import { describeWith } from "../support/require.js";
import { until } from "../support/server-process.js";

function job(key: string, payload: unknown = null): NewJob {
  return { kind: "x", queue: `q${key}`, key, payload };
}

/** As by GitHub's record: a delivery that was refused comes again. */
async function enqueueInTheEnd(queue: JobQueue, wanted: NewJob): Promise<void> {
  for (let tries = 0; tries < 20; tries++) {
    const result = await queue.enqueue(wanted).catch(() => null);
    if (result !== null) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${wanted.key} could not be enqueued`);
}

async function idleInTheEnd(queue: JobQueue): Promise<void> {
  for (;;)
    if (
      await queue.idle().then(
        () => true,
        () => false,
      )
    )
      return;
}

async function keysOf(queue: JobQueue, state: "done" | "failed"): Promise<string[]> {
  return (await queue.list({ states: [state] })).map(({ key }) => key).sort();
}

describe("the job file", () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "mneme-jobs-"));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  test("locked by another process: refused as retryable, told, and work goes on when it is free", async () => {
    const file = join(folder, "jobs.db");
    const errors: string[] = [];
    const onError = ({ message }: Error): void => void errors.push(message);
    const queue = SqliteJobQueue.open(file, { busyTimeoutMs: 50, onError });
    await queue.enqueue(job("a"));
    const holder = new SqliteDatabase(file);
    holder.exec("begin immediate");
    await expect(queue.enqueue(job("b"))).rejects.toMatchObject({ code: "storage", retryable: true });
    const worked: string[] = [];
    const worker = queue.work(({ key }) => Promise.resolve(void worked.push(key)));
    await until(() => errors.length > 0);
    expect(errors[0]).toContain("another process holds it");
    expect(worked).toEqual([]);
    holder.exec("commit");
    holder.close();
    expect(await queue.enqueue(job("b"))).toBe("enqueued");
    await queue.idle();
    expect(worked.sort()).toEqual(["a", "b"]);
    await worker.stop(0);
    await queue.close();
  });

  test("a full disk: what cannot be kept is refused, what was kept is worked", async () => {
    const file = join(folder, "jobs.db");
    await SqliteJobQueue.open(file).close();
    const queue = SqliteJobQueue.open(file, { maxBytes: statSync(file).size + 8 * 4096 });
    expect(await queue.enqueue(job("small"))).toBe("enqueued");
    await expect(queue.enqueue(job("large", "x".repeat(100_000)))).rejects.toMatchObject({
      code: "storage",
      retryable: false,
    });
    const worker = queue.work(() => Promise.resolve());
    await queue.idle();
    expect(await keysOf(queue, "done")).toEqual(["small"]);
    await worker.stop(0);
    await queue.close();
  });
});

describeWith("postgres", postgresMissing(), "jobs on a Postgres that goes away", () => {
  let url: string;
  let outage: PostgresOutage;

  beforeEach(async () => {
    url = await makePostgresDatabase();
    outage = await PostgresOutage.of(url);
  });

  afterEach(() => outage.close());

  test("a job at work is settled when it is back, others wait meanwhile, and each is worked once", async () => {
    const errors: Error[] = [];
    const queue = await GraphileJobQueue.open(url, { onError: (error) => void errors.push(error) });
    const worked: string[] = [];
    let finish = (): void => undefined;
    const isFinished = new Promise<void>((resolve) => (finish = resolve));
    const worker = queue.work(async ({ key }) => {
      worked.push(key);
      if (key === "at work") await isFinished;
    });
    await queue.enqueue(job("at work"));
    await until(() => worked.length === 1);
    await outage.begin();
    await expect(queue.enqueue(job("refused"))).rejects.toMatchObject({ retryable: true });
    finish();
    await until(() => errors.length > 0);
    await outage.end();
    expect(await queue.enqueue(job("after"))).toBe("enqueued");
    await queue.idle();
    expect(worked).toEqual(["at work", "after"]);
    expect(await keysOf(queue, "done")).toEqual(["after", "at work"]);
    await worker.stop(0);
    await queue.close();
  });

  test("a database that takes no connections: unavailable, to be tried again", async () => {
    await outage.begin();
    const opening = GraphileJobQueue.open(url);
    await expect(opening).rejects.toMatchObject({ code: "unavailable", retryable: true });
    await expect(opening).rejects.toThrow("not currently accepting connections");
  });

  test("connections that end in the middle are replaced: nothing is worked twice or lost", async () => {
    const queue = await GraphileJobQueue.open(url);
    const worked: string[] = [];
    const worker = queue.work(async ({ key }) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      worked.push(key);
    });
    const keys = Array.from({ length: 60 }, (_, n) => String(n));
    for (const key of keys) {
      // Whatever a job is at: being taken, worked, settled or completed.
      if (Number(key) % 10 === 5) await outage.endConnections();
      // Three queues, so that one that stays locked would hold others up.
      await enqueueInTheEnd(queue, { ...job(key), queue: `q${String(Number(key) % 3)}` });
    }
    await idleInTheEnd(queue);
    expect([...worked].sort()).toEqual([...keys].sort());
    await worker.stop(0);
    await queue.close();
  }, 60_000);
});
