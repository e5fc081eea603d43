import { ConfigReader } from "../../src/github/config-reader.js";
import type { PolicyDefaults } from "../../src/config/repository/policy.js";
import type { FileRead, RepositoryAddress } from "../../src/github/forge.js";
import {
  createTriggerHandler,
  type ResolveTrigger,
  type ResolveTriggerOptions,
} from "../../src/github/handle-trigger.js";
import { ForgePublisher } from "../../src/github/publish.js";
import { RecordedForge } from "../../src/github/recorded/recorded-forge.js";
import type { Job } from "../../src/jobs/queue.js";
import { openEpisodeLog, type OpenedEpisodeLog } from "../../src/memory/log/sql/open-episode-log.js";
import type { Permission, Trigger } from "../../src/thread/trigger.js";
import { exampleThread, exampleTrigger } from "./examples.js";

class ForgeWithRoles extends RecordedForge {
  readonly roles = new Map<string, Permission>();
  readonly folded: string[] = [];
  foldOlder(_address: unknown, commentId: string): Promise<number> {
    return Promise.resolve(this.folded.push(commentId));
  }
  override permissionOf(_address: unknown, login: string): Promise<Permission> {
    return Promise.resolve(this.roles.get(login) ?? "none");
  }
}

const quiet = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

const DEFAULTS: PolicyDefaults = {
  mode: "mention",
  share: "repository",
  controlFraction: 0,
  budget: {
    run: { steps: 8, wall_ms: 60_000, tokens: 1000, usd: 0.5 },
    thread: { steps: 20, wall_ms: 600_000, tokens: 5000, usd: 2 },
    day: { steps: 100, wall_ms: 6_000_000, tokens: 50_000, usd: 20 },
  },
};

/** A worker's handling of triggers in octo/site#7, over a recorded thread and a log in memory; the story is scripted. */
export class TriggerBench {
  readonly forge = new ForgeWithRoles([exampleThread()]);
  readonly memory: OpenedEpisodeLog;
  readonly resolved: { trigger: Trigger; options: ResolveTriggerOptions }[] = [];
  /** The repository's mneme.yml; empty: there is none. */
  config = "";
  resolve: ResolveTrigger = (trigger, options) => {
    this.resolved.push({ trigger, options });
    return Promise.resolve(undefined);
  };

  private constructor(memory: OpenedEpisodeLog) {
    this.memory = memory;
    this.forge.roles.set("ada", "read").set("grace", "write").set("eve", "read").set("tom", "triage");
  }

  static async open(): Promise<TriggerBench> {
    return new TriggerBench(await openEpisodeLog(":memory:"));
  }

  /** Every comment that stands in the thread. */
  get posted(): string[] {
    return this.forge.postedIn("octo/site#7").map(({ body }) => body);
  }

  async work(change: Partial<Trigger>, attempt = 1, more: Partial<Job> = {}): Promise<void> {
    const handler = createTriggerHandler({
      forge: this.forge,
      replies: new ForgePublisher(this.forge),
      config: new ConfigReader({
        files: { readFile: ({ repo }) => this.#readConfig(repo) },
        defaults: DEFAULTS,
        log: quiet,
      }),
      resolve: (trigger, options) => this.resolve(trigger, options),
      memory: this.memory,
      redact: (text) => text.replaceAll("hunter2", "{secret}"),
      suspensions: { refuseSuspended: () => Promise.resolve() },
      log: quiet,
      maxAttempts: 3,
      now: () => new Date("2026-01-03T12:00:00Z"),
    });
    const trigger = exampleTrigger({
      permission: "none",
      id: `${change.command ?? ""} ${change.by ?? "ada"} ${String(this.posted.length)}`,
      ...change,
    });
    const job = {
      id: "1",
      kind: "trigger",
      queue: "q",
      key: trigger.id,
      payload: trigger,
      attempt,
      ...more,
    } as Job;
    await handler(job, new AbortController().signal);
  }

  #readConfig(repo: RepositoryAddress["repo"]): Promise<FileRead> {
    const isThere = repo === "octo/site" && this.config !== "";
    return Promise.resolve(isThere ? { state: "read", text: this.config, etag: null } : { state: "absent" });
  }
}
