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

/** Takes one database away from its clients, as a server that is stopped looks to them. */
export class PostgresOutage {
  readonly #client: pg.Client;
  readonly #name: string;

  private constructor(client: pg.Client, name: string) {
    this.#client = client;
    this.#name = name;
  }

  static async of(url: string): Promise<PostgresOutage> {
    const client = new pg.Client({ connectionString: serverUrl() });
    await client.connect();
    return new PostgresOutage(client, new URL(url).pathname.slice(1));
  }

  async endConnections(): Promise<void> {
    const others = "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1";
    await this.#client.query(others, [this.#name]);
  }

  /** Ends all connections and takes no new ones. */
  async begin(): Promise<void> {
    await this.#client.query(`alter database ${this.#name} allow_connections false`);
    await this.endConnections();
  }

  async end(): Promise<void> {
    await this.#client.query(`alter database ${this.#name} allow_connections true`);
  }

  async close(): Promise<void> {
    await this.#client.end();
  }
}
