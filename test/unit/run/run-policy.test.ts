import { expect, test } from "@jest/globals";
import { resolve } from "../../../src/resolve.js";
import type { RunPolicy } from "../../../src/run/deps.js";
import { RunRecord } from "../../../src/run-record.js";
import { exampleMemory } from "../../support/example-run.js";
import { conclude, observation, runCommand, scriptRun, triggerOn } from "../../support/scripted-run.js";
import { simpleThread } from "../../support/simple-chain.js";

const thread = simpleThread();
const options = { signal: new AbortController().signal, lastTry: false };
const NOTHING = { steps: 0, wall_ms: 0, tokens: 0, usd: 0 };

async function play(policy: Partial<RunPolicy>, steps = 1): Promise<RunRecord> {
  const run = await scriptRun({
    thread,
    plans: steps === 0 ? [] : [conclude("libfoo is missing")],
    observations: steps === 0 ? [] : [observation("concluded", { source: "none" })],
    recall: {
      moment: "thread",
      recalled: [exampleMemory()],
      conflicts: [],
      abstained: null,
      degraded: null,
      considered: 1,
    },
  });
  const record = await resolve(triggerOn(thread), { ...run.deps, ...policy }, options);
  run.assertScriptUsed();
  return RunRecord.parse(record);
}

test("a control run recalls nothing, says so in its record, and counts nobody as shown", async () => {
  const run = await play({ withoutMemory: true });
  expect(run.control).toBe(true);
  expect(run.recall).toMatchObject({ recalled: [], abstained: expect.stringContaining("without memory") });
  expect(run.reply?.markdown).not.toContain("**M1**");
});

test("another run recalls, and is no control", async () => {
  const run = await play({});
  expect(run.control).toBeUndefined();
  expect(run.recall.recalled).toHaveLength(1);
});

test.each([
  ["run", "this run's budget is spent"],
  ["thread", "what all answers in this issue may spend is spent"],
  ["day", "what this repository may spend in a day is spent; tomorrow (UTC) I go on"],
] as const)(
  "a spent budget of the %s ends in a text that says so, without a step",
  async (limitedBy, text) => {
    const run = await play({ limits: NOTHING, limitedBy }, 0);
    expect(run).toMatchObject({ ended: "limit", limited_by: limitedBy, steps: [] });
    expect(run.reply?.markdown).toContain(text);
    expect(run.reply?.markdown).toContain("I did nothing for this one.");
  },
);

test("a record of a run in shadow mode holds the answer, and that nothing was posted", async () => {
  const run = await scriptRun({
    thread,
    plans: [runCommand("ldd app"), conclude("libfoo is missing")],
    observations: [observation("exit 0"), observation("concluded", { source: "none" })],
  });
  const nowhere = (): Promise<{ comment_id: null; url: null }> =>
    Promise.resolve({ comment_id: null, url: null });
  const replies = { progress: nowhere, final: nowhere };
  const record = await resolve(triggerOn(thread), { ...run.deps, replies }, options);
  expect(RunRecord.parse(record).reply).toMatchObject({
    comment_id: null,
    url: null,
    markdown: expect.stringContaining("libfoo is missing"),
  });
});
