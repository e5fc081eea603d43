import { expect, test } from "@jest/globals";
import { offerFor } from "../../../../src/planning/llm/offer.js";
import { ACTION_NAMES, type Plan } from "../../../../src/planning/plan.js";
import type { Situation } from "../../../../src/planning/planner.js";
import {
  BUDGET,
  makeChain,
  makeFailure,
  makeObservation,
  makeRecall,
  makeRecalled,
  makeSituation,
  makeStep,
  makeThreadEpisode,
} from "../../../support/situations.js";

const fix = makeThreadEpisode({
  kind: "resolution",
  status: "resolved",
  action: { action: "tried", parameters: {}, command: "pip install pyyaml" },
});
const verified = { ...fix, provenance: { ...fix.provenance, source: "sandbox_verified" as const } };
const blank = { ...verified, action: { action: "tried", parameters: {}, command: "pip install <name>" } };
const recall = makeRecall([
  makeRecalled(verified),
  makeRecalled(fix, { label: "M2" }),
  makeRecalled(blank, { label: "M3" }),
]);
const chain = makeChain({ failures: [makeFailure()] });

function offer(changes: Partial<Situation> = {}): ReturnType<typeof offerFor> {
  return offerFor(makeSituation({ can_run: true, recall, chain, ...changes }), true);
}

function step(action: "clone_repository" | "search_memory" | "setup_environment", ok: boolean) {
  const parameters = {
    clone_repository: { url: "https://github.com/octo/ingest", ref: null },
    search_memory: { query: "yaml" },
    setup_environment: { goal: "build" },
  }[action];
  const plan = { action, parameters, reasoning: "r", cites: [], confidence: 0.5 } as Plan;
  return makeStep(1, plan, makeObservation({ ok }));
}

test("at the start everything that a sandbox and a search can do", () => {
  expect(offer().actions).toEqual(ACTION_NAMES);
  expect(offer().labels).toEqual(["M1", "M2", "M3"]);
});

test("only whole commands of somebody with authority are tried, once, and on a failure", () => {
  expect(offer().verifiable).toEqual(["M1"]);
  expect(offer({ chain: makeChain() }).actions).not.toContain("verify_memory");
  const verify: Plan = {
    action: "verify_memory",
    parameters: { memory: "M1" },
    reasoning: "M1",
    cites: ["M1"],
    confidence: 0.5,
  };
  expect(offer({ steps: [makeStep(1, verify, makeObservation())] }).verifiable).toEqual([]);
});

test("without a sandbox nothing is run; with one step left a run ends", () => {
  expect(offer({ can_run: false }).actions).toEqual([
    "search_memory",
    "search_web",
    "ask_reporter",
    "ask_maintainer",
    "propose_fix",
    "conclude",
    "decline",
  ]);
  expect(offer({ budget: { ...BUDGET, steps_left: 1 } }).actions).toEqual([
    "ask_reporter",
    "ask_maintainer",
    "propose_fix",
    "conclude",
    "decline",
  ]);
});

test("what was done, or brought nothing, is not offered again", () => {
  expect(offer({ steps: [step("clone_repository", true)] }).actions).not.toContain("clone_repository");
  expect(offer({ steps: [step("clone_repository", false)] }).actions).toContain("clone_repository");
  expect(offer({ steps: [step("search_memory", false)] }).actions).not.toContain("search_memory");
  expect(offer({ steps: [step("search_memory", true)] }).actions).toContain("search_memory");
  expect(offer({ steps: [step("setup_environment", false)] }).goals).toEqual(["install", "test"]);
});
