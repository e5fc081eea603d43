import { runMigrations } from "graphile-worker";
import type pg from "pg";

/** Held while tables are made: processes that start together make them once. */
const MIGRATION_LOCK = 66364;

/**
 * Beside graphile-worker's own tables, which forget a job when it is done: every job with its key and what came of it.
 * graphile-worker says what is worked when and by whom, this says whether it was.
 */
const TABLES = `
create schema if not exists mneme_jobs;
create table if not exists mneme_jobs.jobs (
  id bigint generated always as identity primary key,
  kind text not null,
  queue text not null,
  key text not null unique,
  payload text not null,
  state text not null check (state in ('waiting', 'running', 'done', 'failed')),
  run_at timestamptz not null,
  attempt integer not null default 0,
  last_error text,
  worker text,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
create index if not exists jobs_by_state on mneme_jobs.jobs (state, updated_at);
alter table mneme_jobs.jobs add column if not exists cut_offs integer not null default 0;
alter table mneme_jobs.jobs add column if not exists blame double precision not null default 0;
create table if not exists mneme_jobs.workers (id text primary key, identity text not null);
`;

export async function prepareTables(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await runMigrations({ pgPool: pool });
    await client.query(TABLES);
  } finally {
    // The lock ends with its connection.
    client.release(true);
  }
}
