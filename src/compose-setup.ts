import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { composeLogParser } from "./compose-model.js";
import type { EnvironmentSetUp } from "./acting/actor.js";
import type { Workbench } from "./compose.js";
import type { Settings } from "./config/settings.js";
import { redact } from "./memory/redaction.js";
import type { Proof } from "./sandbox/proof.js";
import { checkCommand } from "./sandbox/policy/check-command.js";
import { type Meter, UNMETERED } from "./planning/usage.js";
import type { ReadScope } from "./memory/scope.js";
import { DEFAULT_LIMITS, type SandboxLimits } from "./sandbox/sandbox.js";
import type { SetupDependencies } from "./setup/engine.js";
import type { SetupMemory } from "./setup/memory/setup-memory.js";
import { EngineSetUp } from "./setup/environment-set-up.js";
import { openSetupMemory } from "./setup/open-setup-memory.js";
import type { SetupEvent } from "./setup/setup.js";

export interface SetupOptions {
  /** Name of the project, for labels and for its thread in memory. */
  project: string;
  memory: SetupMemory;
  limits: SandboxLimits;
  verify: boolean;
  /** Options for pip that name further indexes. */
  python_indexes: readonly string[];
  onEvent: (event: SetupEvent) => void;
  /** Who pays for what a model reads. Default nobody. */
  meter?: Meter;
}

/** The parts of a set-up that runs on its own, outside of any issue. */
export function composeSetup(
  bench: Pick<Workbench, "sandbox">,
  settings: Settings,
  options: SetupOptions,
): SetupDependencies {
  const { project, limits, meter = UNMETERED, ...rest } = options;
  const parseLog = composeLogParser(settings);
  return {
    ...rest,
    sandbox: bench.sandbox,
    spec: { run_id: `setup-${project}`, image: settings.MNEME_SANDBOX_IMAGE, network: "registries", limits },
    propose: null,
    keepProof: async (proof) => await keepProof(settings.MNEME_DATA, proof),
    checkCommand,
    parseLog: (text, read) => parseLog(text, read, meter),
    redact: (text) => redact(text).text,
  };
}

/** What is remembered of set-ups, as one project asks it. */
export function composeSetupMemory(bench: MemoryBench, project: string, reader?: ReadScope): SetupMemory {
  const parts = {
    log: bench.log,
    recall: bench.recall,
    redact: (text: string) => redact(text).text,
    catchUp: async () => {
      await bench.indexer.catchUp();
    },
  };
  return openSetupMemory(parts, project, reader);
}

type MemoryBench = Pick<Workbench, "log" | "recall" | "indexer">;

/** The engine as an action of an issue's run: in the run's sandbox, over the memory that its repository may read. */
export function composeEnvironmentSetUp(
  bench: MemoryBench & Pick<Workbench, "sandbox">,
  settings: Settings,
): EnvironmentSetUp {
  return new EngineSetUp(({ reader, run_id, meter }) => {
    const { repository } = reader.scope;
    const options = {
      project: repository,
      memory: composeSetupMemory(bench, repository, reader),
      limits: DEFAULT_LIMITS,
      verify: true,
      meter,
      python_indexes: [],
      onEvent: () => undefined,
    };
    const composed = composeSetup(bench, settings, options);
    return { ...composed, spec: { ...composed.spec, run_id } };
  });
}

async function keepProof(folder: string, proof: Proof): Promise<void> {
  await mkdir(join(folder, "proofs"), { recursive: true });
  await writeFile(join(folder, "proofs", `${proof.id}.json`), JSON.stringify(proof, null, 2));
}
