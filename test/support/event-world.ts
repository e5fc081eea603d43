import { Probot } from "probot";
import { createApp } from "../../src/app.js";
import { composeWorkbench, type Workbench } from "../../src/compose.js";
import { policyDefaults } from "../../src/config/repository/policy-defaults.js";
import { readSettings } from "../../src/config/settings.js";
import { isMnemeError } from "../../src/errors.js";
import { createArrivalHandler } from "../../src/github/backfill/backfill-on-arrival.js";
import { createPageLearner } from "../../src/github/backfill/learn-page.js";
import { createPageReader } from "../../src/github/backfill/read-threads.js";
import { ConfigReader } from "../../src/github/config-reader.js";
import { createJobHandler } from "../../src/github/handle-job.js";
import { createClientClass } from "../../src/github/octokit/client.js";
import { OctokitForge } from "../../src/github/octokit/octokit-forge.js";
import { OctokitIssueSource } from "../../src/github/octokit/octokit-issue-source.js";
import { ForgePublisher } from "../../src/github/publish.js";
import { Suspensions } from "../../src/github/suspension.js";
import type { Job, JobQueue, NewJob } from "../../src/jobs/queue.js";
import type { Episode } from "../../src/memory/episode.js";
import { resolve } from "../../src/resolve.js";
import { RunRecord } from "../../src/run-record.js";
import { GithubBox } from "./github-box/github-box.js";
import { issueUrl } from "./github-box/shapes.js";
import type { Delivery } from "./github-story.js";

const APP = { slug: "mneme", appId: 99 };
const LONG_MS = 24 * 60 * 60 * 1000;
const MOST_ATTEMPTS = 6;
const quiet = { debug: ignore, info: ignore, warn: ignore, error: ignore };

function ignore(): void {
  return undefined;
}

/** GitHub in a box, the app that hears of it, and a worker with a memory of its own: all but processes and time. */
export class EventWorld {
  readonly box: GithubBox;
  readonly memory: Workbench["log"];
  readonly #workbench: Workbench;
  readonly #app: Probot;
  readonly #line: JobLine;
  readonly #work: (job: Job, signal: AbortSignal) => Promise<void>;
  #now = Date.parse("2026-03-01T00:00:00Z");

  private constructor(box: GithubBox, workbench: Workbench) {
    this.box = box;
    this.#workbench = workbench;
    this.memory = workbench.log;
    this.#line = new JobLine(() => this.#now);
    this.#app = new Probot({ githubToken: "t", secret: "s", logLevel: "fatal" });
    this.#work = this.#createWorker();
  }

  static async open(): Promise<EventWorld> {
    const settings = readSettings({});
    const workbench = await composeWorkbench(settings, { store: "memory", sandbox: "none" });
    const world = new EventWorld(await GithubBox.start(), workbench);
    await world.#app.load(createApp({ queue: world.#line, log: quiet, identity: () => APP }));
    return world;
  }

  /** Heard of, and worked at once. */
  async deliver({ id, name, payload }: Delivery): Promise<void> {
    await this.#app.receive({ id, name, payload } as unknown as Parameters<Probot["receive"]>[0]);
    await this.#line.work(this.#work);
  }

  /** Until nothing is put off any more. */
  async wait(): Promise<void> {
    for (let day = 0; day < 3; day += 1) {
      this.#now += LONG_MS;
      await this.#line.work(this.#work);
    }
  }

  /** What is remembered, how it stands, what was said on GitHub, and which jobs are set aside. */
  async end(): Promise<WorldEnd> {
    const records: string[] = [];
    for await (const record of this.memory.exportRecords(null))
      if (record.type !== "fact") records.push(JSON.stringify(record));
    const standings: Standing[] = [];
    for (const { scope } of await this.memory.tenants()) {
      const reader = { scope, share: "repository" as const };
      for (const episode of await this.memory.list(reader, { own: true, limit: 100_000 })) {
        const { id, thread, status, resolved_by, links, gold, confidence, counters } = episode;
        const linked = links.map((link) => JSON.stringify(link)).sort();
        standings.push({
          id,
          thread,
          status,
          resolved_by,
          linked,
          gold,
          counters,
          confidence: confidence.toFixed(3),
        });
      }
    }
    const runs = (await this.memory.runs({ scope: null, limit: 1_000 }))
      .flatMap((record) => RunRecord.safeParse(record).data ?? [])
      .map(({ run_id, thread, scope, ended, steps }) => ({
        run_id,
        thread,
        scope,
        ended,
        steps: steps.length,
      }));
    return {
      records: records.sort(),
      standings: sorted(standings),
      runs: sorted(runs),
      replies: this.#replies(),
      aside: this.#line.aside(),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#workbench[Symbol.asyncDispose]();
    await this.box.stop();
  }

  /** By the issue's address; the app's own words, without times. */
  #replies(): string[] {
    const { repositories, app } = this.box.state;
    return [...repositories.values()]
      .flatMap((repository) =>
        [...repository.issues.values()].flatMap((issue) =>
          issue.comments
            .filter(({ via }) => via === app.id)
            .map(({ body }) => `${issueUrl(repository, issue.number)}\n${body}`),
        ),
      )
      .map((text) => text.replace(/\b\d{1,9}(?:\.\d{1,9})? (?:ms|s)\b/g, "{time}"))
      .sort();
  }

  #createWorker(): (job: Job, signal: AbortSignal) => Promise<void> {
    const { box } = this;
    const probot = new Probot({
      appId: box.state.app.id,
      privateKey: box.privateKey,
      secret: "s",
      baseUrl: box.url,
      Octokit: createClientClass({ paced: false, retries: 0 }),
      logLevel: "fatal",
    });
    const forge = new OctokitForge((installation) => probot.auth(Number(installation)), { appId: APP.appId });
    const { log: memory, parts } = this.#workbench;
    const now = (): Date => new Date(this.#now);
    const replies = new ForgePublisher(forge);
    const deps = { ...parts, forge, replies, clock: now };
    const onArrival = createArrivalHandler({
      sourceOf: async ({ scope, repo }) =>
        new OctokitIssueSource(await probot.auth(Number(scope.installation)), repo, scope.installation),
      bookmarks: memory,
      read: createPageReader({ buildChain: parts.buildChain, log: quiet }),
      learn: createPageLearner({ memory, now: () => now().toISOString() }),
      catchUp: parts.catchUp,
      now: () => this.#now,
      queue: this.#line,
      share: 1,
      log: quiet,
    });
    return createJobHandler({
      ...parts,
      forge,
      memory,
      replies,
      queue: this.#line,
      suspensions: new Suspensions(memory, this.#line),
      config: new ConfigReader({ files: forge, defaults: policyDefaults(readSettings({})), log: quiet }),
      resolve: (trigger, { policy, ...options }) => resolve(trigger, { ...deps, ...policy }, options),
      redact: (text) => text,
      maxAttempts: MOST_ATTEMPTS,
      onArrival,
      log: quiet,
      now,
    });
  }
}

type Standing = Pick<Episode, "id" | "thread" | "status" | "resolved_by" | "gold" | "counters"> & {
  linked: string[];
  confidence: string;
};

export interface WorldEnd {
  records: string[];
  standings: Standing[];
  runs: unknown[];
  replies: string[];
  aside: string[];
}

function sorted<T extends object>(items: readonly T[]): T[] {
  return items.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

/** The queue's promises, in this process and one job after the other. */
class JobLine implements Pick<JobQueue, "enqueue" | "list" | "retry"> {
  readonly #jobs = new Map<string, Job>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  enqueue(job: NewJob): Promise<"enqueued" | "duplicate"> {
    if (this.#jobs.has(job.key)) return Promise.resolve("duplicate");
    const payload: unknown = JSON.parse(JSON.stringify(job.payload));
    const begun = {
      attempt: 0,
      cut_offs: 0,
      is_suspect: false,
      last_error: null,
      created_at: 0,
      updated_at: 0,
    };
    this.#jobs.set(job.key, {
      run_at: this.#now(),
      ...job,
      payload,
      id: job.key,
      state: "waiting",
      ...begun,
    });
    return Promise.resolve("enqueued");
  }

  list({ states = [] }: Parameters<JobQueue["list"]>[0] = {}): Promise<Job[]> {
    return Promise.resolve([...this.#jobs.values()].filter(({ state }) => states.includes(state)));
  }

  retry(id: string): Promise<boolean> {
    const job = this.#jobs.get(id);
    if (job?.state !== "failed") return Promise.resolve(false);
    Object.assign(job, { state: "waiting", run_at: this.#now(), attempt: 0 });
    return Promise.resolve(true);
  }

  /** All that is due. */
  async work(handler: (job: Job, signal: AbortSignal) => Promise<void>): Promise<void> {
    const { signal } = new AbortController();
    const isDue = ({ state, run_at }: Job): boolean => state === "waiting" && run_at <= this.#now();
    for (let job = this.#next(isDue); job !== undefined; job = this.#next(isDue)) {
      job.attempt += 1;
      try {
        await handler(job, signal);
        job.state = "done";
      } catch (error) {
        const isTriedAgain = isMnemeError(error) && error.retryable && job.attempt < MOST_ATTEMPTS;
        job.state = isTriedAgain ? "waiting" : "failed";
        job.run_at = this.#now() + 1;
        job.last_error = String(error);
      }
    }
  }

  aside(): string[] {
    return [...this.#jobs.values()]
      .filter(({ state }) => state !== "done")
      .map(({ key }) => key)
      .sort();
  }

  #next(isDue: (job: Job) => boolean): Job | undefined {
    return [...this.#jobs.values()].filter(isDue).sort((a, b) => a.run_at - b.run_at)[0];
  }
}
