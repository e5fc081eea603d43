import { expect, test } from "@jest/globals";
import type { Situation } from "../../../../src/planning/planner.js";
import type { Plan } from "../../../../src/planning/plan.js";
import { PlaybookPlanner } from "../../../../src/planning/playbook/playbook-planner.js";
import type { Recalled } from "../../../../src/recall/recalled.js";
import {
  makeChain,
  makeRecall,
  makeRecalled,
  makeSituation,
  makeThreadEpisode,
} from "../../../support/situations.js";

const chain = makeChain({ title: "Live updates never arrive", thread: "octo/app#9" });
const fix = makeThreadEpisode({
  scope: chain.scope,
  thread: "octo/app#3",
  kind: "resolution",
  status: "resolved",
  summary: "The proxy drops the Upgrade header: pass it on",
});

async function planFor(recalled: Recalled[], changes: Partial<Situation> = {}): Promise<Plan> {
  const situation = makeSituation({ chain, recall: makeRecall(recalled), ...changes });
  return (await new PlaybookPlanner().plan(situation)).plan;
}

function near(changes: Partial<Recalled> = {}): Recalled {
  return makeRecalled(fix, {
    score: 0.3,
    reasons: [{ signal: "lexical", score: 0.3, text: "shares words" }],
    ...changes,
  });
}

test("where an earlier issue of the project ended is told before questions are asked", async () => {
  const plan = await planFor([near()]);
  expect(plan).toMatchObject({ action: "conclude", cites: ["M1"] });
  expect(JSON.stringify(plan.parameters)).toContain("Upgrade header");
});

test("words in common with another project's issue are not worth telling", async () => {
  const episode = { ...fix, scope: { ...fix.scope, repository: "octo/elsewhere" } };
  expect(await planFor([near({ episode, resolution: episode })])).toMatchObject({
    action: "ask_reporter",
    cites: [],
  });
});

test("what recall would not show by itself is told after the questions, as what may be the same", async () => {
  const hint = near({ score: 0.16 });
  expect((await planFor([hint])).action).toBe("ask_reporter");
  const asked = makeThreadEpisode({
    kind: "question",
    action: { action: "ask_reporter", parameters: {} },
    provenance: { ...makeThreadEpisode().provenance, author_role: "bot" },
  });
  const plan = await planFor([hint], { chain: { ...chain, episodes: [...chain.episodes, asked] } });
  expect(plan.action === "conclude" ? plan.parameters.summary : "").toContain("may be the same matter");
});

test("thanks alone are no way out", async () => {
  const episode = { ...fix, summary: "That fixed it for me, thank you." };
  const plan = await planFor([near({ episode, resolution: episode })]);
  expect(JSON.stringify(plan.parameters)).not.toContain("fixed it for me");
});

test("a second way that is hardly less alike is named in the same reply", async () => {
  const other = { ...fix, id: "0192d3a4-0000-7000-8000-0000000000bb", summary: "Raise proxy_read_timeout" };
  const ways = [near({ score: 0.5 }), near({ label: "M2", score: 0.45, episode: other, resolution: other })];
  const plan = await planFor(ways);
  expect(plan).toMatchObject({ action: "conclude", cites: ["M1", "M2"] });
  expect(JSON.stringify(plan.parameters)).toContain("If that does not help, M2");
});

test("before it is said that nothing is known, memory is searched with what was shown since", async () => {
  const shown = makeThreadEpisode({
    kind: "attempt",
    provenance: { ...makeThreadEpisode().provenance, author_role: "reporter", comment_id: "77" },
    outcome: { success: true, excerpt: "$ app --doctor\nws closed code=1006 after 60.0s idle" },
  });
  const asked = makeThreadEpisode({ kind: "question", action: { action: "ask_reporter", parameters: {} } });
  const plan = await planFor([], { chain: { ...chain, episodes: [asked, shown] } });
  expect(plan).toMatchObject({
    action: "search_memory",
    parameters: { query: "Live updates never arrive\nws closed code=1006 after 60.0s idle" },
  });
});
