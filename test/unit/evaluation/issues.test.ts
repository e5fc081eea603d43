import { describe, expect, test } from "@jest/globals";
import { readFamily, type Scenario } from "../../../src/evaluation/issues/scenario.js";
import { evaluateIssues } from "../../../src/evaluation/issues/issues.js";
import { judgeProposal, ScriptedReporter } from "../../../src/evaluation/issues/reporter.js";
import type { IssueParts } from "../../../src/evaluation/issues/issue-bench.js";
import { MetaPlanner } from "../../../src/planning/meta-planner.js";
import type { Plan } from "../../../src/planning/plan.js";

const FAMILY = {
  family: "start-up",
  faults: {
    lock: {
      cause: "A lock file of an older version is left behind.",
      accept: ["rm .*kiln\\.lock"],
      fix: { says: "A lock of 1.x is left behind. Delete it.", commands: ["rm {dir}/kiln.lock"] },
      prints: [{ asks: "kiln doctor|ls -la", output: "kiln.lock  1.9.2", telling: true }],
    },
  },
  members: [
    member("ubuntu", "/var/lib/kiln", "Ubuntu 22.04"),
    member("macos", "/usr/local/var/kiln", "macOS 14"),
  ],
};

function member(id: string, dir: string, os: string): object {
  return {
    id,
    fault: "lock",
    repo: "clay/kiln",
    title: `kiln does not start on ${os}`,
    body: `\`\`\`\n$ kiln up\npanic: store ${dir} was opened by a newer kiln\n\`\`\`\n${os}, kiln 2.0.1`,
    slots: { dir },
    knows: { os },
  };
}

const parts: IssueParts = {
  planner: new MetaPlanner(null),
  limits: { steps: 8, wall_ms: 60_000, tokens: 0, usd: 0 },
};

function firstOf(scenarios: readonly Scenario[]): Scenario {
  const [first] = scenarios;
  if (first === undefined) throw new Error("no scenario");
  return first;
}

test("memory of the other member gives the right fix at once; without it a person takes over", async () => {
  const { figures, played } = await evaluateIssues(readFamily(FAMILY, "f.yaml"), parts);
  expect(figures.with).toMatchObject({ n: 2, rounds: 1, first_proposal_success: 1, unanswered: 0 });
  expect(figures.without).toMatchObject({ n: 2, first_proposal_success: 0, unanswered: 2, wordless: 0 });
  expect(figures.rounds_ratio).toBeLessThan(0.6);
  expect(played.with[0]?.story.join("\n")).toContain("rm /usr/local/var/kiln/kiln.lock");
});

test("the same scenarios give the same figures", async () => {
  const scenarios = readFamily(FAMILY, "f.yaml");
  const [first, second] = [await evaluateIssues(scenarios, parts), await evaluateIssues(scenarios, parts)];
  expect(second).toEqual(first);
});

test("a file that is no family is refused with every mistake in it", () => {
  expect(() => readFamily({ family: "X y", faults: {}, members: [] }, "bad.yaml")).toThrow(
    /bad\.yaml: family: .*; members: /,
  );
  expect(() =>
    readFamily({ ...FAMILY, members: [{ ...member("a", "/a", "b"), fault: "none" }] }, "bad.yaml"),
  ).toThrow("a names the fault none, which is not there");
});

describe("the reporter", () => {
  const scenario = firstOf(readFamily(FAMILY, "f.yaml"));
  const ask = (text: string, command: string | null, about: string[]) => ({ text, command, about });

  test("answers what is asked, from the truth, and says so when asked again", () => {
    const reporter = new ScriptedReporter(scenario);
    expect(reporter.toldEnough).toBe(false);
    const first = reporter.answer([ask("What is there?", "ls -la", []), ask("Which system?", null, ["os"])]);
    expect(first.body).toContain("$ ls -la\nkiln.lock  1.9.2");
    expect(first.body).toContain("Ubuntu 22.04");
    expect(first.repeated).toEqual([]);
    expect(reporter.toldEnough).toBe(true);
    expect(reporter.answer([ask("Your system?", null, ["os_family"])]).repeated).toEqual(["Your system?"]);
  });

  test.each<[string, string, string[], string]>([
    ["right", "Delete the lock.", ["rm -f /var/lib/kiln/kiln.lock"], "right"],
    ["later", "Reboot. If that does not help, M2 ended with: `rm /x/kiln.lock`", [], "later"],
    ["wrong", "Reinstall kiln.", ["brew reinstall kiln"], "wrong"],
  ])("takes a proposal as %s", (_, summary, commands, verdict) => {
    const plan: Plan = {
      action: "propose_fix",
      parameters: { summary, commands, cause: "" },
      reasoning: "",
      cites: [],
      confidence: 0.5,
    };
    expect(judgeProposal(plan, scenario)).toBe(verdict);
  });
});
