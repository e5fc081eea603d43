import { composeMemory } from "./compose-memory.js";
import { readServerSettings } from "./config/server-settings.js";
import type { Settings } from "./config/settings.js";
import { MnemeError } from "./errors.js";
import { backfill, type BackfillOptions, type BackfillResult } from "./github/backfill/backfill.js";
import { createPageLearner } from "./github/backfill/learn-page.js";
import type { PageReader } from "./github/backfill/read-threads.js";
import { type Client, createClientClass, createTokenClient } from "./github/octokit/client.js";
import { toForgeError } from "./github/octokit/map-error.js";
import { OctokitIssueSource } from "./github/octokit/octokit-issue-source.js";
import { splitRepo } from "./github/octokit/split-repo.js";
import { PageReaderThread } from "./workers/page-reader-thread.js";

/** A backfill of one repository over the memory that the settings name. Disposing closes it. */
export interface Backfilling extends AsyncDisposable {
  run(options: BackfillOptions): Promise<BackfillResult>;
}

const QUIET = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/** As the GitHub App where the settings hold its credentials, else with GITHUB_TOKEN. */
export async function composeBackfill(settings: Settings, repo: string): Promise<Backfilling> {
  const { client, installation } = await composeReader(settings, repo);
  const memory = await composeMemory(settings, "settings");
  const { log, indexer } = memory;
  const learn = createPageLearner({ memory: log, now: () => new Date().toISOString() });
  let reader: PageReaderThread | null = null;
  const endReader = async (): Promise<void> => {
    await reader?.stop();
    reader = null;
  };
  const source = new OctokitIssueSource(client, repo, installation);
  const read: PageReader = async (threads, scope) => {
    reader ??= PageReaderThread.start();
    return await reader.read(threads, scope);
  };
  // There is nothing left to read then, and memory for one of the two at a time is enough.
  const catchUp = async (): Promise<void> => {
    await endReader();
    await indexer.catchUp();
  };
  const deps = { source, bookmarks: log, read, learn, catchUp, now: Date.now };
  return {
    run: (options) => backfill(deps, options),
    async [Symbol.asyncDispose]() {
      await endReader();
      await memory[Symbol.asyncDispose]();
    },
  };
}

async function composeReader(
  settings: Settings,
  repo: string,
): Promise<{ client: Client; installation: string }> {
  const { credentials } = readServerSettings();
  if (credentials !== null) return await installedReader(settings, credentials, repo);
  if (settings.GITHUB_TOKEN === undefined)
    throw new MnemeError(
      "bad_config",
      "backfill needs a credential, also for what is public: set GITHUB_TOKEN, or the app's APP_ID and PRIVATE_KEY",
    );
  return { client: createTokenClient(settings.GITHUB_TOKEN, settings.GITHUB_API_URL), installation: "0" };
}

/** As the installation that the repository belongs to: what is remembered is what the server there recalls. */
async function installedReader(
  settings: Settings,
  { appId, privateKey }: { appId: number; privateKey: string },
  repo: string,
): Promise<{ client: Client; installation: string }> {
  const ClientClass = createClientClass();
  const common = { baseUrl: settings.GITHUB_API_URL, log: QUIET };
  try {
    const app = new ClientClass({ ...common, auth: { appId, privateKey } });
    const { data } = await app.rest.apps.getRepoInstallation(splitRepo(repo));
    const client = new ClientClass({ ...common, auth: { appId, privateKey, installationId: data.id } });
    return { client, installation: String(data.id) };
  } catch (error) {
    throw toForgeError(error, `tell the installation of the app at ${repo}`);
  }
}

function ignore(): void {
  return undefined;
}
