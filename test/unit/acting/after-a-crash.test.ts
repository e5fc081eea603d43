import { expect, test } from "@jest/globals";
import { openActor } from "../../../src/acting/open-actor.js";
import type { Plan } from "../../../src/planning/plan.js";
import { makeActContext, makeActDeps } from "../../support/acting.js";
import { runCommand } from "../../support/scripted-run.js";
import { ScriptedSandbox } from "../../support/scripted-sandbox.js";
import { makeObservation, makeStep } from "../../support/situations.js";

const { signal } = new AbortController();
const clone: Plan = {
  action: "clone_repository",
  parameters: { url: "https://github.com/octo/ingest", ref: null },
  reasoning: "first",
  cites: [],
  confidence: 0.5,
};
const end: Plan = {
  action: "conclude",
  parameters: { summary: "done", cause: null },
  reasoning: "done",
  cites: [],
  confidence: 0.5,
};
const earlier = [
  makeStep(1, clone, makeObservation()),
  makeStep(2, runCommand("make"), makeObservation()),
  makeStep(3, runCommand("./ingest"), makeObservation({ ok: false, exit_code: 139 })),
];

test("what had passed in the sandbox that is gone is done again before the next step, once", async () => {
  const sandbox = new ScriptedSandbox([
    { command: "clone" },
    { command: "make" },
    { command: "valgrind ./ingest" },
    { command: "ls" },
  ]);
  await using actor = await openActor(makeActDeps({ sandbox }), makeActContext({ earlier }));
  expect((await actor.act(runCommand("valgrind ./ingest"), signal)).ok).toBe(true);
  await actor.act(runCommand("ls"), signal);
  expect(sandbox.unused).toBe(0);
  expect(sandbox.opened).toHaveLength(1);
});

test("words need no sandbox, so nothing is done again for them", async () => {
  const sandbox = new ScriptedSandbox();
  await using actor = await openActor(makeActDeps({ sandbox }), makeActContext({ earlier }));
  expect((await actor.act(end, signal)).ok).toBe(true);
  expect(sandbox.opened).toHaveLength(0);
});
