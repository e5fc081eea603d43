import { sql, type Kysely } from "kysely";
import { MnemeError } from "../../../errors.js";
import type { Tables } from "./tables.js";

export type Database = Kysely<Tables>;

/** What differs between the two kinds of database. */
export interface SqlBackend {
  db: Database;
  /** The file, or the URL without its password: for messages. */
  name: string;
  /**
   * Begins a transaction that writes and takes the one write lock at once: it cannot fail half way for it, and changes
   * are numbered in the order in which they become visible.
   */
  begin: readonly string[];
  /** Says what the driver's error means, in our words. */
  explain(error: unknown): MnemeError;
  /** Called after an erasure, so that nothing stays readable in files. */
  scrub(): Promise<void>;
}

/** What a log needs of its store. */
export type Store = Pick<SqlStore, "read" | "write" | "together" | "scrub" | "close">;

/** A database whose every use is either a read or one whole transaction, with errors in our words. */
export class SqlStore {
  readonly #backend: SqlBackend;
  #closed = false;

  constructor(backend: SqlBackend) {
    this.#backend = backend;
  }

  get name(): string {
    return this.#backend.name;
  }

  async read<T>(work: (db: Database) => Promise<T>): Promise<T> {
    this.#assertOpen();
    try {
      return await work(this.#backend.db);
    } catch (error) {
      throw this.#backend.explain(error);
    }
  }

  async write<T>(work: (db: Database) => Promise<T>): Promise<T> {
    this.#assertOpen();
    try {
      return await this.#backend.db.connection().execute(async (connection) => {
        try {
          for (const statement of this.#backend.begin) await sql.raw(statement).execute(connection);
          const result = await work(connection);
          await sql`commit`.execute(connection);
          return result;
        } catch (error) {
          // Where it never began, or where a full disk made SQLite roll back by itself, there is nothing to roll back.
          await sql`rollback`.execute(connection).catch(() => undefined);
          throw error;
        }
      });
    } catch (error) {
      throw this.#backend.explain(error);
    }
  }

  /** Everything that `work` does with the store that it is given is one transaction. Its own errors come out as they are. */
  async together<T>(work: (store: Store) => Promise<T>): Promise<T> {
    const after = { scrub: false };
    const thrown: { error: unknown }[] = [];
    try {
      const result = await this.write(async (db) => {
        try {
          return await work(this.#joined(db, after));
        } catch (error) {
          thrown.push({ error });
          throw error;
        }
      });
      if (after.scrub) await this.scrub();
      return result;
    } catch (error) {
      throw thrown[0] === undefined ? error : thrown[0].error;
    }
  }

  /** The store within a transaction; to scrub it is left for `after`. */
  #joined(db: Database, after: { scrub: boolean }): Store {
    const use = async <R>(inner: (db: Database) => Promise<R>): Promise<R> => {
      try {
        return await inner(db);
      } catch (error) {
        throw this.#backend.explain(error);
      }
    };
    const joined: Store = {
      read: use,
      write: use,
      together: async (inner) => await inner(joined),
      scrub: () => Promise.resolve(void (after.scrub = true)),
      close: () => Promise.resolve(),
    };
    return joined;
  }

  async scrub(): Promise<void> {
    try {
      await this.#backend.scrub();
    } catch (error) {
      throw this.#backend.explain(error);
    }
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#backend.db.destroy();
  }

  #assertOpen(): void {
    if (this.#closed) throw new MnemeError("storage", `the store ${this.name} is closed already`);
  }
}
