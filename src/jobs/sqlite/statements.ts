import type Database from "better-sqlite3";
import { z } from "zod";
import { isSuspect, type Suspicion } from "../cut-off.js";
import type { Job, JobState } from "../queue.js";

const JobRow = z.object({
  id: z.number(),
  kind: z.string(),
  queue: z.string(),
  key: z.string(),
  payload: z.string().transform((text): unknown => JSON.parse(text)),
  state: z.enum(["waiting", "running", "done", "failed"]),
  run_at: z.number(),
  attempt: z.number(),
  cut_offs: z.number(),
  blame: z.number(),
  last_error: z.string().nullable(),
  created_at: z.number(),
  updated_at: z.number(),
});

/** @param most blame that makes a suspect */
export function toJob(row: unknown, most: number): Job {
  const { id, blame, ...rest } = JobRow.parse(row);
  return { ...rest, id: String(id), is_suspect: isSuspect({ blame }, most) };
}

const COLUMNS =
  "id, kind, queue, key, payload, state, run_at, attempt, cut_offs, blame, last_error, created_at, updated_at";

const TRY_ANEW =
  "UPDATE jobs SET state = 'waiting', attempt = 0, cut_offs = 0, blame = 0, run_at = ?, updated_at = ?";

/** All the SQL of the queue. Times are milliseconds since the epoch. */
export function prepareStatements(database: Database.Database) {
  return {
    insert: database.prepare<[string, string, string, string, number, number, number]>(
      `INSERT INTO jobs (kind, queue, key, payload, state, run_at, created_at, updated_at)
       VALUES (?, ?, ?, ?, 'waiting', ?, ?, ?) ON CONFLICT (key) DO NOTHING`,
    ),
    /** A delivery that is sent again after its job was set aside is a new chance. */
    reviveFailed: database.prepare<[number, number, string]>(
      `${TRY_ANEW} WHERE key = ? AND state = 'failed'`,
    ),
    /** The oldest due job whose queue is free. The unique index refuses a second one of a queue at work. */
    claim: database.prepare<[string, number, number]>(
      `UPDATE jobs SET state = 'running', attempt = attempt + 1, worker = ?, updated_at = ?
       WHERE id = (SELECT id FROM jobs AS due WHERE state = 'waiting' AND run_at <= ?
         AND NOT EXISTS (SELECT 1 FROM jobs AS busy WHERE busy.queue = due.queue AND busy.state = 'running')
         ORDER BY run_at, id LIMIT 1)
       RETURNING ${COLUMNS}`,
    ),
    /** Only for who still holds the job: it may have been given to another after a silence. */
    finish: database.prepare<[JobState, number, string | null, number, number, string]>(
      `UPDATE jobs SET state = ?, run_at = ?, last_error = ?, worker = NULL, updated_at = ?
       WHERE id = ? AND worker = ? AND state = 'running'`,
    ),
    /** Told to come back later: the try does not count. */
    giveBack: database.prepare<[number, string, number, number, string]>(
      `UPDATE jobs SET state = 'waiting', attempt = attempt - 1, run_at = ?, last_error = ?, worker = NULL, updated_at = ?
       WHERE id = ? AND worker = ? AND state = 'running'`,
    ),
    release: database.prepare<[number, number, string]>(
      `UPDATE jobs SET state = 'waiting', attempt = attempt - 1, worker = NULL, updated_at = ?
       WHERE id = ? AND worker = ? AND state = 'running'`,
    ),
    nextDue: database
      .prepare<[], number | null>("SELECT min(run_at) FROM jobs WHERE state = 'waiting'")
      .pluck(),
    open: database
      .prepare<[], number>("SELECT count(*) FROM jobs WHERE state IN ('waiting', 'running')")
      .pluck(),
    retry: database.prepare<[number, number, string]>(`${TRY_ANEW} WHERE id = ? AND state = 'failed'`),
    drop: database.prepare<[number, string]>(
      "UPDATE jobs SET state = 'done', last_error = 'dropped', updated_at = ? WHERE id = ? AND state IN ('failed', 'waiting')",
    ),
    list: database.prepare<[{ states: string | null; queue: string | null; limit: number }]>(
      `SELECT ${COLUMNS} FROM jobs
       WHERE (@states IS NULL OR state IN (SELECT value FROM json_each(@states))) AND (@queue IS NULL OR queue = @queue)
       ORDER BY id DESC LIMIT @limit`,
    ),
    forgetDone: database.prepare<[number]>("DELETE FROM jobs WHERE state = 'done' AND updated_at < ?"),
    beat: database.prepare<[string, number, number]>(
      `INSERT INTO workers (id, seen_at, works) VALUES (?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at, works = excluded.works`,
    ),
    working: database.prepare<[], number>("SELECT count(*) FROM workers WHERE works = 1").pluck(),
    workers: database.prepare<[string], { id: string; seen_at: number }>(
      "SELECT id, seen_at FROM workers WHERE id <> ?",
    ),
    forgetWorker: database.prepare<[string]>("DELETE FROM workers WHERE id = ?"),
    held: database.prepare<[string], Suspicion & { id: number; run_at: number }>(
      "SELECT id, run_at, cut_offs, blame FROM jobs WHERE worker = ? AND state = 'running'",
    ),
    /** From a dead worker: the try does not count. */
    takeBack: database.prepare<
      [Suspicion & { id: number; state: JobState; run_at: number; now: number; error: string }]
    >(
      `UPDATE jobs SET worker = NULL, updated_at = @now, last_error = @error, state = @state, run_at = @run_at,
         attempt = attempt - 1, cut_offs = @cut_offs, blame = @blame WHERE id = @id`,
    ),
  };
}

export type Statements = ReturnType<typeof prepareStatements>;
