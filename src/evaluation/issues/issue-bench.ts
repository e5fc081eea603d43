import { join } from "node:path";
import { openActor } from "../../acting/open-actor.js";
import { buildChain } from "../../chain/build-chain.js";
import { composeActing } from "../../compose-acting.js";
import { parseLog } from "../../failures/parse-log.js";
import { ForgePublisher } from "../../github/publish.js";
import { learnFromThread } from "../../learning/learn-from-thread.js";
import { abstract } from "../../memory/abstraction.js";
import { Indexer } from "../../memory/index/catch-up.js";
import { SqliteRecallIndex } from "../../memory/index/sqlite/sqlite-recall-index.js";
import type { ArchiveRecord } from "../../memory/log/episode-log.js";
import { openEpisodeLog, type OpenedEpisodeLog } from "../../memory/log/sql/open-episode-log.js";
import type { Planner } from "../../planning/planner.js";
import { createRecall } from "../../recall/create-recall.js";
import { toIndexEntry } from "../../recall/index-entry.js";
import { scopeOfRecorded } from "../../replay/replay.js";
import { resolve } from "../../resolve.js";
import type { RunRecord } from "../../run-record.js";
import type { RunLimits } from "../../run/budget.js";
import type { RunDeps } from "../../run/deps.js";
import { DEFAULT_LIMITS } from "../../sandbox/sandbox.js";
import { reporterTrigger } from "../../thread/reporter-trigger.js";
import type { Trigger } from "../../thread/trigger.js";
import type { LiveThread } from "./live-thread.js";
import type { Scenario } from "./scenario.js";
import { TruthSandbox } from "./truth-sandbox.js";

/** What both arms share. */
export interface IssueParts {
  planner: Planner;
  limits: RunLimits;
}

/** The product's whole flow over one memory that begins with what is given. Disposing closes it. */
export class IssueBench implements AsyncDisposable {
  readonly #log: OpenedEpisodeLog;
  readonly #index: SqliteRecallIndex;
  readonly #indexer: Indexer;
  readonly #parts: IssueParts;

  private constructor(log: OpenedEpisodeLog, index: SqliteRecallIndex, parts: IssueParts) {
    this.#log = log;
    this.#parts = parts;
    this.#index = index;
    this.#indexer = new Indexer({
      index: this.#index,
      log,
      embedder: null,
      toEntry: (episode) => toIndexEntry(episode, abstract),
    });
  }

  /** `folder`: where the store is kept, as the product keeps it; without one, in memory. */
  static async open(
    memory: readonly ArchiveRecord[],
    parts: IssueParts,
    folder: string | null = null,
  ): Promise<IssueBench> {
    const place = (file: string): string => (folder === null ? ":memory:" : join(folder, file));
    const log = await openEpisodeLog(place("mneme.db"));
    if (memory.length > 0) await log.importRecords(memory);
    return new IssueBench(log, SqliteRecallIndex.open(place("index.db")), parts);
  }

  /** One trigger worked through to its reply, which then stands in the thread. */
  async reply(scenario: Scenario, live: LiveThread): Promise<RunRecord> {
    return await resolve(triggerOn(scenario, live), this.#deps(scenario, live), {
      signal: new AbortController().signal,
      lastTry: true,
    });
  }

  /** What the app does when an issue is closed. */
  async remember(scenario: Scenario, live: LiveThread): Promise<void> {
    const chain = buildChain(live.thread, { scope: scopeOfRecorded(scenario) });
    const at = new Date(live.now()).toISOString();
    await learnFromThread(live.thread, chain, this.#log, { at, why: "issues.closed" });
    await this.#indexer.catchUp();
  }

  async memory(): Promise<ArchiveRecord[]> {
    const records: ArchiveRecord[] = [];
    for await (const record of this.#log.exportRecords(null)) records.push(record);
    return records;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#index.close();
    await this.#log.close();
  }

  #deps(scenario: Scenario, live: LiveThread): RunDeps {
    const recall = createRecall({
      index: this.#index,
      log: this.#log,
      embedder: null,
      now: () => live.now(),
      abstract,
    });
    const acting = composeActing({
      sandbox: new TruthSandbox(scenario),
      spec: { image: "truth", network: "none", limits: DEFAULT_LIMITS },
      parseLog,
      recall,
      setUp: null,
      keepProof: () => Promise.resolve(),
      web: null,
      cloneHosts: ["github.com"],
    });
    return {
      forge: live,
      buildChain: (thread, scope) => buildChain(thread, { scope }),
      log: this.#log,
      catchUp: async () => {
        await this.#indexer.catchUp();
      },
      recall,
      planner: this.#parts.planner,
      openActor: async (context) => await openActor(acting, context),
      replies: new ForgePublisher(live),
      limits: this.#parts.limits,
      share: "repository",
      clock: () => new Date(live.now()),
    };
  }
}

function triggerOn(scenario: Scenario, live: LiveThread): Trigger {
  const { thread } = live;
  return reporterTrigger(thread, {
    kind: thread.comments.length === 0 ? "opened" : "continuation",
    id: `eval:${scenario.id}:${String(thread.comments.length)}`,
    scope: scopeOfRecorded(thread),
    permission: scenario.sandbox ? "triage" : "read",
    at: new Date(live.now()).toISOString(),
  });
}
