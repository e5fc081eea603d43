import { type ChildProcess } from "node:child_process";
import { createNodeMiddleware } from "probot";
import type { Logger } from "pino";
import { createApp } from "./app.js";
import { EXIT } from "./cli/output.js";
import { composeProbot, composeServerLog } from "./compose-github.js";
import { type JobSettings, openJobQueue } from "./compose-jobs.js";
import type { AppCredentials, ServerSettings } from "./config/server-settings.js";
import type { Settings } from "./config/settings.js";
import { webUrlOf } from "./config/web-url.js";
import { createManifestSetup } from "./github/manifest-setup.js";
import { AppIdentityReader } from "./github/octokit/app-identity.js";
import type { JobQueue } from "./jobs/queue.js";
import { errorFields, type Log } from "./log.js";
import { startServer, WEBHOOK_PATH, type RunningServer } from "./server.js";
import type { Stoppable } from "./stop-on-signals.js";
import { WorkerSupervisor } from "./workers/supervisor.js";

export interface ServeOptions {
  settings: JobSettings & Pick<Settings, "GITHUB_API_URL">;
  server: ServerSettings;
  /** Starts one worker process, with an IPC channel. */
  forkWorker: () => ChildProcess;
  /** Called where the workers refuse their configuration: the server is of no use then. */
  onMisuse: () => void;
}

export interface Serving extends Stoppable {
  url: string;
}

/** Settings → the web process and the workers that it watches over; without credentials the set-up pages. */
export async function serve(options: ServeOptions): Promise<Serving> {
  const log = composeServerLog(options.server);
  const { credentials } = options.server;
  return credentials === null ? await serveSetup(options, log) : await serveApp(options, credentials, log);
}

async function serveApp(
  { settings, server, forkWorker, onMisuse }: ServeOptions,
  credentials: AppCredentials,
  log: Logger,
): Promise<Serving> {
  const workers = new WorkerSupervisor({
    start: forkWorker,
    count: server.workerProcesses,
    log,
    misuseExit: EXIT.misuse,
    onMisuse,
  });
  const queue = await openJobQueue(settings, log, () => workers.wake());
  const probot = await composeProbot(settings, server, credentials, log);
  const identity = new AppIdentityReader(() => probot.auth(), log);
  const app = createApp({ queue, log, identity: () => identity.current });
  const middleware = await createNodeMiddleware(app, { probot, webhooksPath: WEBHOOK_PATH });
  const http = await startServer({
    host: server.host,
    port: server.port,
    handlers: [async (request, response) => (await middleware(request, response)) === true],
    notReady: async () => [
      ...(identity.current === null ? ["GitHub has not told who this app is"] : []),
      ...workers.problems(),
      ...((await answersInTime(queue)) ? [] : ["the job store does not answer"]),
    ],
    onError: (error) => log.error(errorFields(error), "request failed"),
  });
  identity.start();
  workers.start();
  log.info({ url: http.url }, "listening");
  return {
    url: http.url,
    stop: async (graceMs) => {
      identity.stop();
      await Promise.all([stopHttp(http), workers.stop(graceMs)]);
      await queue.close();
    },
  };
}

const ANSWER_MS = 2_000;

async function answersInTime(queue: JobQueue): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), ANSWER_MS)));
  const answer = queue.list({ limit: 1 }).then(
    () => true,
    () => false,
  );
  const isThere = await Promise.race([answer, limit]);
  clearTimeout(timer);
  return isThere;
}

async function serveSetup({ settings, server }: ServeOptions, log: Log): Promise<Serving> {
  const setup = createManifestSetup({
    manifestFile: new URL("../app.yml", import.meta.url).pathname,
    envFile: ".env",
    apiUrl: settings.GITHUB_API_URL,
    webUrl: webUrlOf(settings.GITHUB_API_URL),
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
