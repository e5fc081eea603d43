import { messageOf } from "../../errors.js";
import type { Log } from "../../log.js";
import type { Client } from "./client.js";

const RETRY_MS = 10_000;

export interface AppIdentity {
  appId: number;
  slug: string;
}

/** What GitHub calls this app. Asked once; while GitHub is away, asked again until it answers. */
export class AppIdentityReader {
  readonly #client: () => Promise<Client>;
  readonly #log: Log;
  #current: AppIdentity | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(client: () => Promise<Client>, log: Log) {
    this.#client = client;
    this.#log = log;
  }

  get current(): AppIdentity | null {
    return this.#current;
  }

  start(): void {
    void this.#ask();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  async #ask(): Promise<void> {
    try {
      const { data } = await (await this.#client()).rest.apps.getAuthenticated();
      if (data?.slug === undefined) throw new Error("the answer names no app");
      this.#current = { appId: data.id, slug: data.slug };
      this.#log.info({ app: data.slug }, "app known");
    } catch (error) {
      this.#log.warn({ reason: messageOf(error) }, "GitHub has not told who this app is");
      if (!this.#isStopped) this.#timer = setTimeout(() => void this.#ask(), RETRY_MS).unref();
    }
  }
}
