import { randomUUID } from "node:crypto";
import pg from "pg";

/** A server on which these tests may make databases, `postgres://user@host/database`. */
function serverUrl(): string | undefined {
  return process.env["MNEME_TEST_POSTGRES"] ?? process.env["DATABASE_URL"];
}

/** Why there is no Postgres to test on; null where there is. */
export function postgresMissing(): string | null {
  return serverUrl() === undefined
    ? "no Postgres: set MNEME_TEST_POSTGRES to the URL of a server (`. .ci/postgres.sh` starts one)"
    : null;
}

/** Makes an empty database of its own; gives its URL. The throw-away server takes it along when it goes. */
export async function makePostgresDatabase(): Promise<string> {
  const server = serverUrl();
  if (server === undefined) throw new Error(postgresMissing() ?? "");
  const name = `mneme_test_${randomUUID().replaceAll("-", "")}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(`create database ${name}`);
  } finally {
    await client.end();
  }
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.toString();
}
