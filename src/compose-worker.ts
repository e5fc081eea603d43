import { setTimeout } from "node:timers/promises";
import { composeProbot, composeServerLog } from "./compose-github.js";
import { openJobQueue } from "./compose-jobs.js";
import type { AppCredentials, ServerSettings } from "./config/server-settings.js";
import { policyDefaults } from "./config/repository/policy-defaults.js";
import type { Settings } from "./config/settings.js";
import { MnemeError } from "./errors.js";
import { createArrivalHandler } from "./github/backfill/backfill-on-arrival.js";
import { createPageLearner } from "./github/backfill/learn-page.js";
import { createPageReader } from "./github/backfill/read-threads.js";
import { createJobHandler } from "./github/handle-job.js";
import type { NoticeHandlerDeps } from "./github/handle-notice.js";
import { ConfigReader } from "./github/config-reader.js";
import type { ResolveTrigger } from "./github/handle-trigger.js";
import { OctokitIssueSource } from "./github/octokit/octokit-issue-source.js";
import { OctokitForge } from "./github/octokit/octokit-forge.js";
import { ForgePublisher } from "./github/publish.js";
import { createRecovery, type DeliveryLog } from "./github/recover-deliveries.js";
import { OctokitDeliveryLog } from "./github/octokit/octokit-delivery-log.js";
import { sweepReactions } from "./github/reactions/sweep-reactions.js";
import { Suspensions } from "./github/suspension.js";
import { DEFAULT_MAX_ATTEMPTS, type Job } from "./jobs/queue.js";
import type { LearningLog } from "./learning/learn-from-thread.js";
import type { Log } from "./log.js";
import type { Batches, Bookmarks, ReplyWatch, RunHistory, Relocation } from "./memory/log/episode-log.js";
import type { LinkedWorker } from "./workers/parent-link.js";
import { followWorkerCount } from "./workers/worker-count.js";
import { PERIODIC_KIND, type PeriodicTask, startPeriodic } from "./workers/periodic.js";

export interface Resolver {
  memory: LearningLog & Relocation & ReplyWatch & Batches & Bookmarks & RunHistory;
  redact: (text: string) => string;
  buildChain: NoticeHandlerDeps["buildChain"];
  catchUp: NoticeHandlerDeps["catchUp"];
  resolve: ResolveTrigger;
}

export interface WorkerOptions {
  settings: Settings;
  server: Pick<ServerSettings, "credentials" | "githubTimeoutMs" | "logLevel" | "workerProcesses">;
  /** Makes what works on a trigger. */
  createResolver: () => Promise<Resolver & AsyncDisposable>;
}

/** Settings → a worker: takes jobs from the store that the server fills, until it is stopped. */
export async function startWorker({
  settings,
  server,
  createResolver,
}: WorkerOptions): Promise<LinkedWorker> {
  const log = composeServerLog(server);
  const credentials = requireCredentials(server);
  const queue = await openJobQueue(settings, log);
  const senders = followWorkerCount(queue, { atFirst: server.workerProcesses, log });
  const probot = await composeProbot(settings, server, credentials, log, () => senders.count);
  const forge = new OctokitForge((installation) => probot.auth(Number(installation)), {
    appId: credentials.appId,
  });
  const resolver = await createResolver();
  const deliveries = new OctokitDeliveryLog(() => probot.auth());
  const tasks = periodicTasks({ ...resolver, forge, log, deliveries });
  const periodic = startPeriodic(tasks, { queue, log });
  const suspensions = new Suspensions(resolver.memory, queue);
  const { memory, buildChain, catchUp } = resolver;
  const onArrival = createArrivalHandler({
    sourceOf: async ({ scope, repo }) =>
      new OctokitIssueSource(await probot.auth(Number(scope.installation)), repo, scope.installation),
    bookmarks: memory,
    read: createPageReader({ buildChain, log }),
    learn: createPageLearner({ memory, now: () => new Date().toISOString() }),
    catchUp,
    now: Date.now,
    queue,
    share: settings.MNEME_BACKFILL_SHARE,
    log,
  });
  const onEvent = createJobHandler({
    ...resolver,
    forge,
    log,
    queue,
    suspensions,
    replies: new ForgePublisher(forge),
    config: new ConfigReader({ files: forge, defaults: policyDefaults(settings), log }),
    maxAttempts: DEFAULT_MAX_ATTEMPTS,
    now: () => new Date(),
    onArrival: settings.MNEME_BACKFILL_ON_INSTALL ? onArrival : null,
  });
  const handle = async (job: Job, signal: AbortSignal): Promise<void> => {
    await (job.kind === PERIODIC_KIND ? periodic.handle(job, signal) : onEvent(job, signal));
  };
  const worker = queue.work(handle, { concurrency: settings.MNEME_WORKERS });
  return {
    wake: () => worker.wake(),
    stop: async (graceMs) => {
      periodic.stop();
      senders.stop();
      await worker.stop(graceMs);
      await queue.close();
      await resolver[Symbol.asyncDispose]();
    },
  };
}

/** What is done now and then: each by one worker at a time, however many there are. */
function periodicTasks(
  parts: Pick<Resolver, "memory" | "catchUp"> & {
    forge: OctokitForge;
    log: Log;
    deliveries: DeliveryLog;
  },
): PeriodicTask[] {
  const { memory, catchUp, forge, log, deliveries } = parts;
  const sweep = {
    forge,
    source: forge,
    memory,
    catchUp,
    log,
    clock: Date.now,
    now: () => new Date().toISOString(),
  };
  return [
    {
      name: "reaction-sweep",
      everyMs: REACTION_SWEEP_MS,
      run: async (signal) => {
        await sweepReactions(sweep, signal);
      },
    },
    {
      name: "missed-deliveries",
      everyMs: MISSED_DELIVERIES_MS,
      atStart: true,
      run: createRecovery({
        deliveries,
        bookmarks: memory,
        log,
        now: Date.now,
        sleep: (ms) => setTimeout(ms),
      }),
    },
  ];
}

/** The first look at a reply is due an hour after it was posted: so often is in time. */
const REACTION_SWEEP_MS = 10 * 60 * 1000;

const MISSED_DELIVERIES_MS = 60 * 1000;

function requireCredentials({ credentials }: Pick<ServerSettings, "credentials">): AppCredentials {
  if (credentials !== null) return credentials;
  throw new MnemeError(
    "bad_config",
    "environment: APP_ID: missing; a worker needs the app that the server made",
  );
}
