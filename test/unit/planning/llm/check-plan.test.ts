import { expect, test } from "@jest/globals";
import { problemsOf } from "../../../../src/planning/llm/check-plan.js";
import { labelsIn } from "../../../../src/planning/llm/cited-labels.js";
import { ACTION_NAMES, type Plan } from "../../../../src/planning/plan.js";
import { makeRecall, makeRecalled, makeSituation, makeThreadEpisode } from "../../../support/situations.js";

const concluded = (summary: string, reasoning: string, cites: string[] = []): Plan => ({
  action: "conclude",
  parameters: { summary, cause: null },
  reasoning,
  cites,
  confidence: 0.7,
});
const memories = [
  makeRecalled(makeThreadEpisode({ summary: "C locale" })),
  makeRecalled(makeThreadEpisode({ summary: "UTF-8 locale" }), { label: "M2" }),
];

async function problems(plan: Plan, disagreeing = false): Promise<string[]> {
  const offer = { actions: ACTION_NAMES, labels: ["M1", "M2"], verifiable: [], goals: ["build"] } as const;
  const conflicts = disagreeing ? [{ labels: ["M1", "M2"], about: "the locale" }] : [];
  return await problemsOf(plan, makeSituation({ recall: makeRecall(memories, { conflicts }) }), {
    offer,
    checkCommand: () => Promise.resolve({ allowed: true, rule: null, reason: null }),
  });
}

test("a label that was not shown is found wherever people would read it", async () => {
  expect(await problems(concluded("As M7 shows.", "It is known."))).toEqual([
    "M7 was not shown: cite only M1, M2.",
  ]);
  expect(await problems(concluded("Set the locale.", "As in M1.", ["M1"]))).toEqual([]);
});

test("processors are no memories", async () => {
  expect(await problems(concluded("It fails on the Apple M3 only.", "The reporter has an M3 Pro."))).toEqual(
    [],
  );
  expect(labelsIn("M1 and M12 hold on an Apple M4/M5, and on every M6 Mac")).toEqual(["M1", "M12"]);
});

test("memories that disagree are argued also where one is followed without being cited", async () => {
  const [problem] = await problems(concluded("As M1 says: the C locale.", "It is known."), true);
  expect(problem).toContain("M1 and M2 disagree on the locale");
  expect(await problems(concluded("Set it.", "M1 is followed, as M2 was never confirmed."), true)).toEqual(
    [],
  );
  expect(await problems(concluded("Set it.", "The log says so."), true)).toEqual([]);
});

test("a plan says something, and what is to be copied is whole", async () => {
  expect(await problems(concluded(" ", "…"))).toEqual([
    '"reasoning" is empty: write one plain sentence there.',
    '"summary" is empty: write one plain sentence there.',
  ]);
  const fix = (command: string): Plan => ({
    action: "propose_fix",
    parameters: { summary: "Install it.", cause: "It is missing.", commands: [command] },
    reasoning: "The log names it.",
    cites: [],
    confidence: 0.7,
  });
  expect(await problems(fix("pip install <your-package>"))).toEqual([
    "A command is run or copied as it stands, and this one has <your-package> to be filled in: write it whole, or say it in the summary.",
  ]);
  expect(await problems(fix("pip install pyyaml"))).toEqual([]);
});
