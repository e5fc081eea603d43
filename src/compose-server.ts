import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import { createNodeMiddleware, Probot } from "probot";
import { createApp } from "./app.js";
import type { AppCredentials, ServerSettings } from "./config/server-settings.js";
import type { Settings } from "./config/settings.js";
import { createNoticeHandler, type NoticeHandlerDeps } from "./github/handle-notice.js";
import { createTriggerHandler } from "./github/handle-trigger.js";
import { createManifestSetup } from "./github/manifest-setup.js";
import { AppIdentityReader } from "./github/octokit/app-identity.js";
import { createClientClass } from "./github/octokit/client.js";
import { OctokitForge } from "./github/octokit/octokit-forge.js";
import { ForgePublisher, type ReplyPublisher } from "./github/publish.js";
import type { Forge } from "./github/forge.js";
import { Suspensions } from "./github/suspension.js";
import { SqliteJobQueue } from "./jobs/sqlite/sqlite-job-queue.js";
import type { EpisodeLog } from "./memory/log/episode-log.js";
import { errorFields, type Log } from "./log.js";
import type { ResolveOptions } from "./run/deps.js";
import { startServer, WEBHOOK_PATH, type RunningServer } from "./server.js";
import type { Trigger } from "./thread/trigger.js";

/** Tries of a job before it is set aside: with the queue's pauses about twenty minutes. */
const MAX_ATTEMPTS = 6;

export interface Resolver {
  memory: EpisodeLog;
  redact: (text: string) => string;
  buildChain: NoticeHandlerDeps["buildChain"];
  catchUp: NoticeHandlerDeps["catchUp"];
  resolve: (trigger: Trigger, options: ResolveOptions) => Promise<unknown>;
}

export interface ServeOptions {
  settings: Pick<Settings, "MNEME_DATA" | "MNEME_WORKERS" | "GITHUB_API_URL">;
  server: ServerSettings;
  /** Makes what works on a trigger, over the forge and the publisher of this server. */
  createResolver: (forge: Forge, replies: ReplyPublisher) => Promise<Resolver & AsyncDisposable>;
}

export interface Serving {
  url: string;
  /** Takes no more events, gives the jobs at work `graceMs` to end, closes the stores. */
  stop(graceMs: number): Promise<void>;
}

/** Settings → a server with its worker in one process; without credentials the set-up pages. */
export async function serve(options: ServeOptions): Promise<Serving> {
  const log = pino({ level: options.server.logLevel, name: "mneme" });
  const { credentials } = options.server;
  return credentials === null ? await serveSetup(options, log) : await serveApp(options, credentials, log);
}

async function serveApp(
  { settings, server, createResolver }: ServeOptions,
  credentials: AppCredentials,
  log: pino.Logger,
): Promise<Serving> {
  await mkdir(settings.MNEME_DATA, { recursive: true });
  const queue = SqliteJobQueue.open(join(settings.MNEME_DATA, "jobs.db"), {
    onError: (error) => log.error(errorFields(error), "the job file fails"),
  });
  const probot = new Probot({
    appId: credentials.appId,
    privateKey: credentials.privateKey,
    secret: credentials.webhookSecret,
    Octokit: createClientClass({ timeoutMs: server.githubTimeoutMs }),
    baseUrl: settings.GITHUB_API_URL,
    log,
  });
  await probot.ready();
  const identity = new AppIdentityReader(() => probot.auth(), log);
  identity.start();
  const forge = new OctokitForge((installation) => probot.auth(Number(installation)), {
    appId: credentials.appId,
  });
  const replies = new ForgePublisher(forge);
  const resolver = await createResolver(forge, replies);
  const app = createApp({ queue, log, identity: () => identity.current, mode: server.mode });
  const middleware = await createNodeMiddleware(app, { probot, webhooksPath: WEBHOOK_PATH });
  const http = await startServer({
    host: server.host,
    port: server.port,
    handlers: [async (request, response) => (await middleware(request, response)) === true],
    notReady: () => Promise.resolve(identity.current === null ? ["GitHub has not told who this app is"] : []),
    onError: (error) => log.error(errorFields(error), "request failed"),
  });
  const suspensions = new Suspensions(resolver.memory, queue);
  const shared = { ...resolver, forge, log, suspensions };
  const onTrigger = createTriggerHandler({ ...shared, replies, maxAttempts: MAX_ATTEMPTS });
  const onNotice = createNoticeHandler({ ...shared, now: () => new Date().toISOString() });
  const worker = queue.work(
    (job, signal) => (job.kind === "notice" ? onNotice(job) : onTrigger(job, signal)),
    { concurrency: settings.MNEME_WORKERS, max_attempts: MAX_ATTEMPTS },
  );
  log.info({ url: http.url }, "listening");
  return {
    url: http.url,
    stop: async (graceMs) => {
      identity.stop();
      await Promise.all([stopHttp(http), worker.stop(graceMs)]);
      await queue.close();
      await resolver[Symbol.asyncDispose]();
    },
  };
}

async function serveSetup({ settings, server }: ServeOptions, log: Log): Promise<Serving> {
  const webUrl = settings.GITHUB_API_URL.includes("://api.github.com")
    ? "https://github.com"
    : new URL(settings.GITHUB_API_URL).origin;
  const setup = createManifestSetup({
    manifestFile: new URL("../app.yml", import.meta.url).pathname,
    envFile: ".env",
    apiUrl: settings.GITHUB_API_URL,
    webUrl,
    fetch,
    onDone: (appUrl) => log.info({ app: appUrl }, "the app was made: restart the server"),
  });
  const http = await startServer({
    host: server.host,
    port: server.port,
    handlers: [setup],
    notReady: () => Promise.resolve(["no GitHub App yet: open the set-up page"]),
    onError: (error) => log.error(errorFields(error), "set-up failed"),
  });
  log.info({ url: `${http.url}/probot` }, "no GitHub App yet: open this page to make one");
  return { url: http.url, stop: () => stopHttp(http) };
}

/** A client that keeps its connection open does not hold up the end. */
async function stopHttp(http: RunningServer): Promise<void> {
  const limit = new Promise<void>((resolve) => setTimeout(resolve, 2_000).unref());
  await Promise.race([http.stop(), limit]);
}
