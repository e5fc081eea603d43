import { parseLog } from "../../src/failures/parse-log.js";
import { DEFAULT_LIMITS } from "../../src/sandbox/sandbox.js";
import type { SetupDependencies } from "../../src/setup/engine.js";
import { NO_MEMORY } from "../../src/setup/memory/setup-memory.js";
import { ScriptedSandbox } from "./scripted-sandbox.js";

/** A set-up that remembers, verifies and refuses nothing, but for what is said. */
export function makeSetupDependencies(changes: Partial<SetupDependencies> = {}): SetupDependencies {
  return {
    sandbox: new ScriptedSandbox(),
    spec: { run_id: "r", image: null, network: "none", limits: DEFAULT_LIMITS },
    memory: NO_MEMORY,
    propose: null,
    keepProof: () => Promise.resolve(),
    onEvent: () => undefined,
    verify: false,
    python_indexes: [],
    checkCommand: () => Promise.resolve({ allowed: true, rule: null, reason: null }),
    parseLog: (text, { command, exitCode }) => parseLog(text, { command, exitCode }),
    redact: (text) => text,
    ...changes,
  };
}
