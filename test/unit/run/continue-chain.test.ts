import { expect, test } from "@jest/globals";
import { resolve } from "../../../src/resolve.js";
import type { Situation } from "../../../src/planning/planner.js";
import type { Plan } from "../../../src/planning/plan.js";
import { buildChain } from "../../../src/chain/build-chain.js";
import type { Thread } from "../../../src/thread/thread.js";
import { observation, scriptRun, triggerOn, type ScriptedRun } from "../../support/scripted-run.js";
import { exampleThread } from "../../support/examples.js";

const PROPOSAL: Plan = {
  action: "propose_fix",
  parameters: { summary: "Clear the cache.", commands: ["rm -rf ~/.cache/kiln"], cause: "A stale cache." },
  reasoning: "The log names it.",
  cites: [],
  confidence: 0.6,
};
const ENDED: Plan = {
  action: "conclude",
  parameters: { summary: "Nothing more is known.", cause: null },
  reasoning: "done",
  cites: [],
  confidence: 0.5,
};

/** A first run that proposes, the reporter's word on it, and what the planner of the next run then knows. */
async function secondSituation(said: string, isPosted = true): Promise<Situation> {
  const thread: Thread = { ...exampleThread(), comments: [] };
  const first = await scriptRun({ thread, plans: [PROPOSAL], observations: [observation("proposed")] });
  await resolve(triggerOn(thread, "one"), withRealChain(first), NOW);
  const answer = { author: thread.author, author_role: "reporter" as const, body: said };
  const reply = { author: "app[bot]", author_role: "bot" as const, body: first.published.at(-1) ?? "" };
  const later: Thread = {
    ...thread,
    comments: [...(isPosted ? [reply] : []), answer].map((comment, index) => ({
      ...comment,
      id: String(index + 1),
      created_at: `2026-02-0${index + 1}T00:00:00Z`,
      edited_at: null,
      url: "",
      minimized: false,
    })),
  };
  const seen: Situation[] = [];
  const second = await scriptRun(
    { thread: later, plans: [ENDED], observations: [observation("concluded")] },
    first.deps.log,
  );
  const { planner } = second.deps;
  second.deps.planner = {
    plan: async (situation) => {
      seen.push(situation);
      return await planner.plan(situation);
    },
  };
  await resolve(triggerOn(later, "two"), withRealChain(second), NOW);
  const [situation] = seen;
  if (situation === undefined) throw new Error("the planner was not asked");
  return situation;
}

const NOW = { signal: new AbortController().signal, lastTry: true };

function withRealChain({ deps }: ScriptedRun): ScriptedRun["deps"] {
  return { ...deps, buildChain: (thread, scope) => buildChain(thread, { scope }) };
}

test("an earlier proposal that did not help stands in the chain as refuted", async () => {
  const { chain } = await secondSituation("Thanks, but that did not help.");
  const proposal = chain.episodes.find(({ summary }) => summary === "Clear the cache.");
  expect(proposal).toMatchObject({ status: "refuted", outcome: { success: false } });
  expect(proposal?.tags).toContain("answered");
});

test("one that helped is resolved, and the thread's own resolution names it with its commands", async () => {
  const { chain } = await secondSituation("That fixed it, thank you!");
  const own = chain.episodes.find(
    ({ summary, kind }) => summary === "Clear the cache." && kind === "diagnosis",
  );
  expect(own?.status).toBe("resolved");
  expect(chain.episodes.find(({ tags }) => tags.includes("adopted"))).toMatchObject({
    kind: "resolution",
    summary: "Clear the cache.",
    action: { command: "rm -rf ~/.cache/kiln" },
    provenance: { source: "reporter" },
  });
});

test("what was never posted was never tried: words about something else do not refute it", async () => {
  const { chain } = await secondSituation("That did not help.", false);
  expect(chain.episodes.find(({ summary }) => summary === "Clear the cache.")?.status).toBe("open");
});
