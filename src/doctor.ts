import { access, constants, mkdir } from "node:fs/promises";
import { composeSandbox, composeWorkbench } from "./compose.js";
import type { Settings } from "./config/settings.js";
import { messageOf } from "./errors.js";

/** What one check found. "off": not configured, and mneme works without it. */
export interface Finding {
  name: string;
  state: "ok" | "off" | "broken";
  says: string;
  /** What to do, null where nothing is needed. */
  remedy: string | null;
}

const REACH_MS = 5000;

/** Checks every connection that the settings name; never throws. */
export async function examine(
  settings: Settings,
  onCheck: (name: string) => void = () => undefined,
): Promise<Finding[]> {
  const checks: [string, () => Promise<Finding>][] = [
    ["node", () => Promise.resolve(checkNode())],
    ["memory", async () => await checkMemory(settings)],
    ["sandbox", async () => await checkSandbox(settings)],
    [
      "model",
      async () =>
        await checkServer("model", settings.MNEME_LLM_BASE_URL, "playbooks plan", settings.MNEME_LLM_API_KEY),
    ],
    [
      "embeddings",
      async () =>
        await checkServer(
          "embeddings",
          settings.MNEME_EMBEDDING_BASE_URL,
          "recall is lexical and by signature",
          settings.MNEME_EMBEDDING_API_KEY,
        ),
    ],
    ["github", async () => await checkGitHub(settings)],
  ];
  const findings: Finding[] = [];
  for (const [name, check] of checks) {
    onCheck(name);
    findings.push(await check().catch((error: unknown) => broken(name, messageOf(error), null)));
  }
  return findings;
}

function checkNode(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const fits = major > 20 || (major === 20 && minor >= 18);
  return fits
    ? ok("node", process.version)
    : broken("node", `${process.version} is too old`, "install Node 20.18.1 or newer");
}

async function checkMemory(settings: Settings): Promise<Finding> {
  if (settings.DATABASE_URL === undefined) {
    await mkdir(settings.MNEME_DATA, { recursive: true });
    await access(settings.MNEME_DATA, constants.W_OK);
  }
  await using bench = await composeWorkbench(settings, { store: "settings", sandbox: "none" });
  const scope = { installation: "0", repository: "0", visibility: "public" } as const;
  await bench.log.stats({ scope, share: "repository" });
  const { behind } = await bench.indexer.catchUp();
  const log = settings.DATABASE_URL === undefined ? `SQLite in ${settings.MNEME_DATA}` : "Postgres";
  const { QDRANT_URL: qdrant, QDRANT_COLLECTION: collection } = settings;
  const index = qdrant === undefined ? "index in a file" : `index on Qdrant at ${qdrant} (${collection})`;
  return behind === null
    ? ok("memory", `${log}; ${index} is current`)
    : broken(
        "memory",
        `${log}; ${index} is behind: ${behind}`,
        "put that right; writes go on meanwhile, and the index catches up by itself",
      );
}

async function checkSandbox(settings: Settings): Promise<Finding> {
  if (settings.MNEME_SANDBOX === "none") return off("sandbox", "MNEME_SANDBOX=none: people run the commands");
  const sandbox = await composeSandbox(settings, "docker");
  const missing = await sandbox.unavailableBecause();
  if (missing === null) return ok("sandbox", `Docker, image ${settings.MNEME_SANDBOX_IMAGE}`);
  const finding = {
    name: "sandbox",
    says: "commands cannot be run here; people are asked to run them",
    remedy: missing,
  };
  return { ...finding, state: settings.MNEME_SANDBOX === "docker" ? "broken" : "off" };
}

async function checkServer(
  name: string,
  url: string | undefined,
  without: string,
  key: string | undefined,
): Promise<Finding> {
  if (url === undefined) return off(name, `none configured: ${without}`);
  const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const response = await reach(`${url.replace(/\/$/, "")}/models`, headers);
  if (typeof response === "string")
    return broken(name, `${url}: ${response}`, "start the server or correct its URL");
  if (response.status === 401 || response.status === 403)
    return broken(name, `${url} refuses the key`, "set the right key");
  return ok(name, `${url} answers`);
}

async function checkGitHub(settings: Settings): Promise<Finding> {
  const headers: Record<string, string> =
    settings.GITHUB_TOKEN === undefined ? {} : { authorization: `Bearer ${settings.GITHUB_TOKEN}` };
  const response = await reach(`${settings.GITHUB_API_URL}/rate_limit`, headers);
  if (typeof response === "string") {
    return {
      ...off("github", `${settings.GITHUB_API_URL}: ${response}`),
      remedy: "needed by serve, record and backfill only",
    };
  }
  if (response.status === 401)
    return broken("github", "the token is refused", "set GITHUB_TOKEN to a valid one, or unset it");
  return ok("github", `${settings.GITHUB_API_URL} answers`);
}

async function reach(url: string, headers: Record<string, string>): Promise<Response | string> {
  try {
    return await fetch(url, { headers, signal: AbortSignal.timeout(REACH_MS) });
  } catch (error) {
    return messageOf(error instanceof Error && error.cause !== undefined ? error.cause : error);
  }
}

function ok(name: string, says: string): Finding {
  return { name, state: "ok", says, remedy: null };
}

function off(name: string, says: string): Finding {
  return { name, state: "off", says, remedy: null };
}

function broken(name: string, says: string, remedy: string | null): Finding {
  return { name, state: "broken", says, remedy };
}
