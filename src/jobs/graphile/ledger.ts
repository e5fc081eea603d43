import type pg from "pg";
import { z } from "zod";
import { type CutOffVerdict, isSuspect, type Suspicion, tellCutOffs } from "../cut-off.js";
import type { Job, JobState, NewJob } from "../queue.js";

/** graphile-worker's name for all our jobs; what they are is in the ledger. */
export const TASK = "mneme";

/** Tries are counted in the ledger; graphile-worker's own count only grows where a process dies. */
const GRAPHILE_ATTEMPTS = 10_000;

const milliseconds = z.date().transform((date) => date.getTime());

const JobRow = z.object({
  id: z.number().transform(String),
  kind: z.string(),
  queue: z.string(),
  key: z.string(),
  payload: z.string().transform((text): unknown => JSON.parse(text)),
  state: z.enum(["waiting", "running", "done", "failed"]),
  run_at: milliseconds,
  attempt: z.number(),
  cut_offs: z.number(),
  blame: z.number(),
  last_error: z.string().nullable(),
  created_at: milliseconds,
  updated_at: milliseconds,
});

function toJob(row: unknown, most: number): Job {
  const { blame, ...job } = JobRow.parse(row);
  return { ...job, is_suspect: isSuspect({ blame }, most) };
}

const COLUMNS =
  "id, kind, queue, key, payload, state, run_at, attempt, cut_offs, blame, last_error, created_at, updated_at";

/** Takes over rows (id, queue, run_at) that a statement before it changed: one statement, so all of it or nothing. */
const ADD_CHANGED = `select graphile_worker.add_job('${TASK}', json_build_object('id', id), queue_name := queue,
  run_at := run_at, max_attempts := ${GRAPHILE_ATTEMPTS}) from changed`;

/** Who works on a job: the id of a worker pool, new for each life of a process. */
export interface Claim {
  id: string;
  worker: string;
}

type Held = Suspicion & { id: string };

type Judge = (held: readonly Held[]) => (Held & CutOffVerdict)[];

/** The try does not count. Without a pause graphile-worker's own job stays as it is; else that one finds nothing to do. */
const TAKE_BACK = `update mneme_jobs.jobs set worker = null, updated_at = clock_timestamp(), state = $2,
  run_at = case when $3::float8 = 0 then run_at else clock_timestamp() + $3::float8 * interval '1 millisecond' end,
  attempt = attempt - 1, cut_offs = $4, blame = $5, last_error = $6
where id = $1::bigint returning id, queue, run_at`;

/** All the SQL of the jobs on Postgres. Each change is one statement: durable when its promise resolves. */
export class Ledger {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** A key whose job was set aside is a new chance. Gives false for a key that is known otherwise. */
  async add(job: NewJob): Promise<boolean> {
    return await this.#change(
      `with changed as (
         insert into mneme_jobs.jobs (kind, queue, key, payload, state, run_at)
         values ($1, $2, $3, $4, 'waiting', coalesce(to_timestamp($5::float8 / 1000), clock_timestamp()))
         on conflict (key) do update set state = 'waiting', attempt = 0, cut_offs = 0, blame = 0, run_at = excluded.run_at,
           updated_at = clock_timestamp() where jobs.state = 'failed'
         returning id, queue, run_at)
       ${ADD_CHANGED}`,
      [job.kind, job.queue, job.key, JSON.stringify(job.payload), job.run_at ?? null],
    );
  }

  /**
   * Begins a try. Null where the job is not to be worked now: it is done, set aside, or waits for later. One that is
   * running was left by a worker that could not tell how it ended.
   */
  async claim({ id, worker }: Claim, most: number): Promise<Job | null> {
    const { rows } = await this.#pool.query(
      `update mneme_jobs.jobs set updated_at = clock_timestamp(), state = 'running', worker = $2,
         attempt = case when state = 'running' then attempt else attempt + 1 end
       where id = $1 and state in ('waiting', 'running') and run_at <= clock_timestamp() + interval '50 milliseconds'
       returning ${COLUMNS}`,
      [id, worker],
    );
    return rows[0] === undefined ? null : toJob(rows[0], most);
  }

  /** Only for who still holds the job: it may have been given to another after a silence. */
  async finish({ id, worker }: Claim, state: "done" | "failed", error: string | null): Promise<void> {
    await this.#pool.query(
      `update mneme_jobs.jobs set state = $3, last_error = $4, worker = null, updated_at = clock_timestamp()
       where id = $1 and worker = $2 and state = 'running'`,
      [id, worker, state, error],
    );
  }

  /** Back to waiting. `counts`: whether this was a try. */
  async again(
    { id, worker }: Claim,
    { pauseMs, error, counts }: { pauseMs: number; error: string | null; counts: boolean },
  ): Promise<void> {
    await this.#change(
      `with changed as (
         update mneme_jobs.jobs set state = 'waiting', worker = null, updated_at = clock_timestamp(),
           run_at = clock_timestamp() + $3::float8 * interval '1 millisecond',
           last_error = coalesce($4, last_error), attempt = attempt - $5::integer
         where id = $1 and worker = $2 and state = 'running'
         returning id, queue, run_at)
       ${ADD_CHANGED}`,
      [id, worker, pauseMs, error, counts ? 0 : 1],
    );
  }

  async retry(id: string): Promise<boolean> {
    return await this.#change(
      `with changed as (
         update mneme_jobs.jobs set state = 'waiting', attempt = 0, cut_offs = 0, blame = 0, run_at = clock_timestamp(),
           updated_at = clock_timestamp()
         where id::text = $1 and state = 'failed'
         returning id, queue, run_at)
       ${ADD_CHANGED}`,
      [id],
    );
  }

  async drop(id: string): Promise<boolean> {
    return await this.#change(
      `update mneme_jobs.jobs set state = 'done', last_error = 'dropped', updated_at = clock_timestamp()
       where id::text = $1 and state in ('failed', 'waiting')`,
      [id],
    );
  }

  /** What a worker that died held waits again, or is set aside, as `judge` says; all of it in one transaction. */
  async takeBack(worker: string, judge: Judge): Promise<void> {
    const client = await this.#pool.connect();
    try {
      await client.query("begin");
      const { rows } = await client.query<Held>(
        `select id::text, cut_offs, blame from mneme_jobs.jobs where worker = $1 and state = 'running' for update`,
        [worker],
      );
      for (const { id, state, pauseMs, cut_offs, blame } of judge(rows))
        await client.query(pauseMs === 0 ? TAKE_BACK : `with changed as (${TAKE_BACK}) ${ADD_CHANGED}`, [
          id,
          state,
          pauseMs,
          cut_offs,
          blame,
          tellCutOffs(cut_offs),
        ]);
      await client.query("select graphile_worker.force_unlock_workers(array[$1::text])", [worker]);
      await client.query("delete from mneme_jobs.workers where id = $1", [worker]);
      await client.query("commit");
      client.release();
    } catch (error) {
      // Rolled back with its connection.
      client.release(true);
      throw error;
    }
  }

  /** @param filter.most blame that makes a suspect */
  async list(filter: {
    states?: JobState[] | undefined;
    queue?: string | undefined;
    limit?: number | undefined;
    most: number;
  }): Promise<Job[]> {
    const { rows } = await this.#pool.query(
      `select ${COLUMNS} from mneme_jobs.jobs
       where ($1::text[] is null or state = any($1)) and ($2::text is null or queue = $2)
       order by id desc limit $3`,
      [filter.states ?? null, filter.queue ?? null, filter.limit ?? 100],
    );
    return rows.map((row) => toJob(row, filter.most));
  }

  async workers(): Promise<number> {
    const { rows } = await this.#pool.query("select count(*)::integer as workers from mneme_jobs.workers");
    return z.object({ workers: z.number() }).parse(rows[0]).workers;
  }

  /** How many wait or run. */
  async open(): Promise<number> {
    const { rows } = await this.#pool.query(
      "select count(*)::integer as open from mneme_jobs.jobs where state in ('waiting', 'running')",
    );
    return z.object({ open: z.number() }).parse(rows[0]).open;
  }

  async forgetDone(keepMs: number): Promise<void> {
    await this.#pool.query(
      `delete from mneme_jobs.jobs
       where state = 'done' and updated_at < clock_timestamp() - $1::float8 * interval '1 millisecond'`,
      [keepMs],
    );
  }

  async #change(text: string, values: readonly unknown[]): Promise<boolean> {
    const { rowCount } = await this.#pool.query(text, [...values]);
    return (rowCount ?? 0) > 0;
  }
}
