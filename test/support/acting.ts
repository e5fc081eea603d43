import type { ActContext, ActDeps } from "../../src/acting/actor.js";
import { UNMETERED } from "../../src/planning/usage.js";
import { nothingRecalled } from "../../src/recall/recalled.js";
import { DEFAULT_LIMITS } from "../../src/sandbox/sandbox.js";
import { ScriptedSandbox } from "./scripted-sandbox.js";
import { makeChain, makeRecall, makeTrigger, SCOPE } from "./situations.js";

export function makeActDeps(changes: Partial<ActDeps> = {}): ActDeps {
  return {
    sandbox: new ScriptedSandbox(),
    spec: { image: null, network: "none", limits: DEFAULT_LIMITS },
    checkCommand: () => Promise.resolve({ allowed: true, rule: null, reason: null }),
    redact: (text) => text.replaceAll("hunter2", "[redacted]"),
    parseLog: () => ({ failures: [], partial: null }),
    recall: { recall: () => Promise.resolve(nothingRecalled("reactive", "memory is empty")) },
    setUp: null,
    verifier: null,
    web: null,
    cloneHosts: ["github.com"],
    ...changes,
  };
}

export function makeActContext(changes: Partial<ActContext> = {}): ActContext {
  return {
    run_id: "run-1",
    trigger: makeTrigger(),
    chain: makeChain(),
    reader: { scope: SCOPE, share: "repository" },
    recall: () => makeRecall([]),
    meter: UNMETERED,
    ...changes,
  };
}
