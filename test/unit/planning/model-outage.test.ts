import { expect, test } from "@jest/globals";
import { LlmPlanner } from "../../../src/planning/llm/llm-planner.js";
import type { ModelSettings } from "../../../src/planning/llm/model-settings.js";
import { MetaPlanner } from "../../../src/planning/meta-planner.js";
import { resolve } from "../../../src/resolve.js";
import type { RunRecord } from "../../../src/run-record.js";
import {
  clientOf,
  fails,
  ModelServer,
  says,
  saysPlan,
  stallsMidBody,
  type Responder,
} from "../../support/model-server.js";
import { observation, scriptRun, triggerOn } from "../../support/scripted-run.js";
import { simpleThread } from "../../support/simple-chain.js";

const plan = {
  action: "conclude",
  parameters: { summary: "It is the locale.", cause: null },
  reasoning: "The report names it.",
  cites: [],
  confidence: 0.9,
};

function plannerOver(server: ModelServer, changes: Partial<ModelSettings> = {}): MetaPlanner {
  const model = new LlmPlanner({
    client: clientOf(server, changes),
    redact: (text) => text,
    checkCommand: () => Promise.resolve({ allowed: true, rule: null, reason: null }),
    webSearch: false,
  });
  return new MetaPlanner(model);
}

async function runWith(script: readonly Responder[], tokens = 60_000): Promise<RunRecord> {
  await using server = await ModelServer.open(script);
  const thread = simpleThread();
  const asked = { thread, plans: [], observations: [observation("done", { source: "none" })], canRun: false };
  const { deps } = await scriptRun(asked);
  const record = await resolve(
    triggerOn(thread),
    {
      ...deps,
      planner: plannerOver(server, { decision_timeout_ms: 1_500 }),
      limits: { ...deps.limits, tokens },
    },
    { signal: new AbortController().signal, lastTry: false },
  );
  expect({ unused: server.unused, unexpected: server.unexpected }).toEqual({ unused: 0, unexpected: [] });
  return record;
}

test.each<[string, Responder[], number, string]>([
  ["is away", [fails(401, "bad key")], 60_000, "The language model did not answer"],
  [
    "is busy for long",
    [fails(429, "slow", { "retry-after": "120" })],
    60_000,
    "The language model did not answer",
  ],
  ["does not come to an end", [stallsMidBody()], 60_000, "The language model did not answer"],
  ["refuses", [says(null, { refusal: "no" })], 60_000, "The language model gave no usable plan"],
  ["says nothing twice", [says(""), says("")], 60_000, "The language model gave no usable plan"],
  ["may spend no more", [], 100, "What the language model may spend is spent"],
])("where the model %s, the playbook goes on and the reply says so", async (_, script, tokens, told) => {
  const record = await runWith(script, tokens);
  expect(record.degraded).toEqual([`${told}, so the playbooks went on without it.`]);
  expect(record.final?.action).toBe("ask_reporter");
  expect(record.steps[0]?.planner).toBe("playbook/other");
  expect(record.reply?.markdown).toContain(told);
  expect(record.reply?.markdown).toContain("I need");
});

test("each call is in the record with its tokens and its cost, the wasted one too", async () => {
  const record = await runWith([says("no idea"), saysPlan(plan)]);
  expect(record.degraded).toEqual([]);
  const call = { model: "scripted", prompt_tokens: 1_000, completion_tokens: 100, usd: 0.002 };
  expect(record.steps[0]?.calls).toMatchObject([call, call]);
  expect(record.spent).toMatchObject({ tokens: 2_200, usd: 0.004 });
});

test("a run that is being stopped is no outage of the model: it is worked again later", async () => {
  await using server = await ModelServer.open([stallsMidBody()]);
  const thread = simpleThread();
  const { deps, published } = await scriptRun({ thread, plans: [], observations: [], canRun: false });
  const stop = new AbortController();
  setTimeout(() => stop.abort(new Error("stopping")), 100);
  const options = { signal: stop.signal, lastTry: true };
  await expect(
    resolve(
      triggerOn(thread),
      { ...deps, planner: plannerOver(server), limits: { ...deps.limits, tokens: 60_000 } },
      options,
    ),
  ).rejects.toThrow("stopping");
  expect(published.at(-1)).toContain("I am looking into this");
});
