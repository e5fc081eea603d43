import type pg from "pg";
import { identityOf, isGone } from "../process-identity.js";

/** A worker of another machine whose lock is free for so long is taken for dead; one of this machine is looked at. */
const SILENT_MS = 15_000;
const RETRY_MS = 1_000;

const LOCK = "hashtextextended('mneme worker ' || $1, 0)";

/** A worker that leaves holds nothing any more, also where it could not tell the store that a job was over. */
const LEAVE = `with gone as (delete from mneme_jobs.workers where id = $1 returning id)
  select graphile_worker.force_unlock_workers(array_agg(id)) from gone`;

/**
 * Shows that a worker lives, by a lock that its database session holds: the server frees it when the process dies, its
 * machine burns down or its network is cut. No clocks are compared. A session that was lost is taken up again.
 */
export class Presence {
  readonly #pool: pg.Pool;
  readonly #worker: string;
  #client: pg.PoolClient | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isEnded = false;

  constructor(pool: pg.Pool, worker: string) {
    this.#pool = pool;
    this.#worker = worker;
  }

  /** Resolves when others can see it; tries again while the database is away. */
  async begin(): Promise<void> {
    while (!this.#isEnded) {
      try {
        await this.#hold();
        return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  async end(): Promise<void> {
    this.#isEnded = true;
    clearTimeout(this.#timer);
    const client = this.#client;
    this.#client = null;
    await client?.query(LEAVE, [this.#worker]).catch(() => undefined);
    client?.release(true);
  }

  async #hold(): Promise<void> {
    const client = await this.#pool.connect();
    try {
      await client.query(`select pg_advisory_lock(${LOCK})`, [this.#worker]);
      await client.query(
        "insert into mneme_jobs.workers (id, identity) values ($1, $2) on conflict (id) do nothing",
        [this.#worker, identityOf(process.pid)],
      );
    } catch (error) {
      client.release(true);
      throw error;
    }
    this.#client = client;
    client.once("end", () => {
      if (this.#client !== client || this.#isEnded) return;
      this.#client = null;
      client.release(true);
      this.#timer = setTimeout(() => void this.begin(), RETRY_MS);
    });
  }
}

/** Finds workers that died, so that what they held is worked by others. */
export class DeadWorkers {
  readonly #pool: pg.Pool;
  readonly #takeBack: (worker: string) => Promise<void>;
  /** Since when (performance.now) the lock of a worker was seen free. */
  readonly #silentSince = new Map<string, number>();

  /** @param takeBack takes what a dead worker held */
  constructor(pool: pg.Pool, takeBack: (worker: string) => Promise<void>) {
    this.#pool = pool;
    this.#takeBack = takeBack;
  }

  async release(): Promise<void> {
    const { rows } = await this.#pool.query<{ id: string; identity: string }>(
      "select id, identity from mneme_jobs.workers",
    );
    for (const { id, identity } of rows) {
      if (!isGone(identity) && !(await this.#isSilent(id))) continue;
      await this.#takeBack(id);
      this.#silentSince.delete(id);
    }
  }

  async #isSilent(id: string): Promise<boolean> {
    const { rows } = await this.#pool.query<{ free: boolean }>(
      // Within a transaction of its own: the lock is tried and let go.
      `select pg_try_advisory_xact_lock(${LOCK}) as free`,
      [id],
    );
    if (rows[0]?.free !== true) {
      this.#silentSince.delete(id);
      return false;
    }
    const since = this.#silentSince.get(id) ?? performance.now();
    this.#silentSince.set(id, since);
    return performance.now() - since >= SILENT_MS;
  }
}
