import { join } from "node:path";
import { mkdir, writeFile } from "node:fs/promises";
import { openActor } from "./acting/open-actor.js";
import { composeActing } from "./compose-acting.js";
import { composeMemory, type OpenedMemory, type StorePlace } from "./compose-memory.js";
import { composeClient, composeLogParser } from "./compose-model.js";
import { composeEnvironmentSetUp } from "./compose-setup.js";
import { buildChain } from "./chain/build-chain.js";
import { policyDefaults } from "./config/repository/policy-defaults.js";
import { redact } from "./memory/redaction.js";
import { checkCommand } from "./sandbox/policy/check-command.js";
import type { Settings } from "./config/settings.js";
import { cloneHostsOf } from "./config/web-url.js";
import { abstract } from "./memory/abstraction.js";
import { LlmPlanner } from "./planning/llm/llm-planner.js";
import { MetaPlanner } from "./planning/meta-planner.js";
import { PlaybookPlanner } from "./planning/playbook/playbook-planner.js";
import type { ModelPlanner } from "./planning/planner.js";
import { createRecall } from "./recall/create-recall.js";
import type { Recall } from "./recall/recall.js";
import type { ReplayParts } from "./replay/replay.js";
import { DEFAULT_DOCKER_OPTIONS, DockerSandbox } from "./sandbox/docker/docker-sandbox.js";
import type { PullProgress } from "./sandbox/docker/pull-image.js";
import { NoSandbox } from "./sandbox/none/no-sandbox.js";
import type { Proof } from "./sandbox/proof.js";
import { DEFAULT_LIMITS, type Sandbox } from "./sandbox/sandbox.js";

export interface ComposeOptions {
  store: StorePlace;
  /** Default: as the settings say. */
  sandbox?: Settings["MNEME_SANDBOX"];
  /** How far an image is that has to be fetched first. */
  onPull?: (progress: PullProgress) => void;
}

/** All parts of a run but the forge and the publisher, over one memory. */
export interface Workbench extends AsyncDisposable, Pick<OpenedMemory, "log" | "index" | "indexer"> {
  recall: Recall;
  sandbox: Sandbox;
  parts: ReplayParts;
}

/** Settings → adapters. Disposing closes what was opened. */
export async function composeWorkbench(settings: Settings, options: ComposeOptions): Promise<Workbench> {
  const memory = await composeMemory(settings, options.store);
  const { log, index, indexer, embedder } = memory;
  const recall = createRecall({ index, log, embedder, now: Date.now, abstract });
  const sandbox = await composeSandbox(settings, options.sandbox ?? settings.MNEME_SANDBOX, options.onPull);
  const parts = partsOf(settings, { log, indexer, recall, sandbox }, proofKeeper(settings, options.store));
  return {
    log,
    index,
    indexer,
    recall,
    sandbox,
    parts,
    [Symbol.asyncDispose]: async () => await memory[Symbol.asyncDispose](),
  };
}

type Opened = Pick<Workbench, "log" | "indexer" | "recall" | "sandbox">;

function partsOf(
  settings: Settings,
  opened: Opened,
  keepProof: (proof: Proof) => Promise<void>,
): ReplayParts {
  const { log, indexer, recall, sandbox } = opened;
  const spec = {
    image: settings.MNEME_SANDBOX_IMAGE,
    network: settings.MNEME_SANDBOX_NETWORK,
    limits: DEFAULT_LIMITS,
  };
  const acting = composeActing({
    sandbox,
    spec,
    parseLog: composeLogParser(settings),
    recall,
    setUp: sandbox.kind === "docker" ? composeEnvironmentSetUp(opened, settings) : null,
    keepProof,
    web:
      settings.MNEME_SEARCH_URL === undefined
        ? null
        : { url: settings.MNEME_SEARCH_URL, hosts: settings.MNEME_SEARCH_HOSTS },
    cloneHosts: cloneHostsOf(settings.GITHUB_API_URL),
  });
  return {
    buildChain: (thread, scope, origin) => buildChain(thread, { scope, origin: origin ?? undefined }),
    log,
    catchUp: async () => {
      await indexer.catchUp();
    },
    recall,
    planner: new MetaPlanner(composeModel(settings), new PlaybookPlanner(), checkCommand),
    openActor: async (context) => await openActor(acting, context),
    limits: policyDefaults(settings).budget.run,
    share: settings.MNEME_SHARE,
  };
}

/** Proofs are files beside the store: `mneme verify` replays one. */
function proofKeeper(settings: Settings, store: StorePlace): (proof: Proof) => Promise<void> {
  return async (proof) => {
    if (store === "memory") return;
    const folder = join(settings.MNEME_DATA, "proofs");
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, `${proof.id}.json`), `${JSON.stringify(proof, null, 2)}\n`);
  };
}

/** A planner by the model that the settings name; null where they name none. */
function composeModel(settings: Settings): ModelPlanner | null {
  const client = composeClient(settings);
  if (client === null) return null;
  const webSearch = settings.MNEME_SEARCH_URL !== undefined;
  return new LlmPlanner({ client, redact: (text) => redact(text).text, checkCommand, webSearch });
}

/** The sandbox that the settings ask for; "auto" takes Docker where it can be used. */
export async function composeSandbox(
  settings: Settings,
  kind: Settings["MNEME_SANDBOX"],
  onPull: (progress: PullProgress) => void = () => undefined,
): Promise<Sandbox> {
  if (kind === "none") return new NoSandbox();
  const docker = new DockerSandbox({
    ...DEFAULT_DOCKER_OPTIONS,
    image: settings.MNEME_SANDBOX_IMAGE,
    runtime: settings.MNEME_SANDBOX_RUNTIME ?? null,
    ca_bundle: settings.MNEME_SANDBOX_CA_BUNDLE ?? null,
    allow_hosts: settings.MNEME_SANDBOX_ALLOW_HOSTS,
    onPull,
  });
  if (kind === "docker") return docker;
  return (await docker.unavailableBecause()) === null ? docker : new NoSandbox();
}
