import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SqliteDatabase } from "../../../src/sqlite/driver.js";
import { expect, test } from "@jest/globals";
import { identityOf, isGone } from "../../../src/jobs/process-identity.js";
import { SqliteJobQueue } from "../../../src/jobs/sqlite/sqlite-job-queue.js";

function temporaryFile(): { file: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), "mneme-jobs-"));
  return { file: join(folder, "jobs.db"), remove: () => rmSync(folder, { recursive: true }) };
}

test("jobs that a killed process held are worked at the next start", async () => {
  const { file, remove } = temporaryFile();
  const dead = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  const identity = identityOf(dead.pid ?? 0);
  const first = SqliteJobQueue.open(file);
  await first.enqueue({ kind: "run", queue: "q", key: "a", payload: 1 });
  await first.close();
  const database = new SqliteDatabase(file);
  database.prepare("INSERT INTO workers (id, seen_at) VALUES (?, ?)").run(identity, Date.now());
  database.prepare("UPDATE jobs SET state = 'running', attempt = 1, worker = ?").run(identity);
  database.close();

  const whileItLives = SqliteJobQueue.open(file);
  expect(await whileItLives.list()).toMatchObject([{ state: "running" }]);
  await whileItLives.close();

  dead.kill("SIGKILL");
  await new Promise((resolve) => dead.once("exit", resolve));
  const queue = SqliteJobQueue.open(file);
  expect(await queue.list()).toMatchObject([{ state: "waiting", attempt: 0, cut_offs: 1 }]);
  const attempts: number[] = [];
  const worker = queue.work(async (job) => void attempts.push(await Promise.resolve(job.attempt)));
  await queue.idle();
  await worker.stop(0);
  await queue.close();
  remove();
  expect(attempts).toEqual([1]);
});

test("knows a process of this machine that is gone, and does not judge another machine's", () => {
  expect(isGone(identityOf(process.pid))).toBe(false);
  const [host, pid, start] = identityOf(process.pid).split(" ");
  expect(isGone(`${host ?? ""} ${pid ?? ""} ${String(Number(start) + 1)} x`)).toBe(true);
  expect(isGone(`elsewhere ${pid ?? ""} 1 x`)).toBe(false);
});

test("a file that is no database, or of a newer version, is refused in one line", () => {
  const { file, remove } = temporaryFile();
  writeFileSync(file, "no database at all, but long enough to look at".repeat(100));
  expect(() => SqliteJobQueue.open(file)).toThrow(/cannot open the job file .*jobs\.db/);
  rmSync(file);
  const database = new SqliteDatabase(file);
  database.pragma("user_version = 99");
  database.close();
  expect(() => SqliteJobQueue.open(file)).toThrow(/newer version \(99\)/);
  remove();
});
