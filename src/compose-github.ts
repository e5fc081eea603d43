import { type Logger, pino } from "pino";
import { Probot } from "probot";
import type { AppCredentials, ServerSettings } from "./config/server-settings.js";
import type { Settings } from "./config/settings.js";
import { createClientClass } from "./github/octokit/client.js";

export function composeServerLog({ logLevel }: Pick<ServerSettings, "logLevel">): Logger {
  return pino({ level: logLevel, name: "mneme" });
}

/**
 * The app's way to GitHub, ready to use.
 *
 * @param senders processes that write for the same installations now. Default: those that a server starts by itself
 */
export async function composeProbot(
  { GITHUB_API_URL }: Pick<Settings, "GITHUB_API_URL">,
  { githubTimeoutMs, workerProcesses }: Pick<ServerSettings, "githubTimeoutMs" | "workerProcesses">,
  credentials: AppCredentials,
  log: Logger,
  senders = (): number => Math.max(workerProcesses, 1),
): Promise<Probot> {
  const probot = new Probot({
    appId: credentials.appId,
    privateKey: credentials.privateKey,
    secret: credentials.webhookSecret,
    Octokit: createClientClass({ timeoutMs: githubTimeoutMs, senders }),
    baseUrl: GITHUB_API_URL,
    log,
  });
  await probot.ready();
  return probot;
}
