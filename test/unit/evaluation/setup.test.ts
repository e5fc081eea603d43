import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { evaluateSetup, type SetupBench } from "../../../src/evaluation/setup.js";
import { fits, readSetupCorpus } from "../../../src/evaluation/setup-corpus.js";
import { Arm, figuresOf } from "../../../src/evaluation/setup-figures.js";
import { plotSetup } from "../../../src/evaluation/setup-plot.js";
import { SetupRuns } from "../../../src/evaluation/setup-runs.js";
import { NO_MEMORY, type SetupMemory } from "../../../src/setup/memory/setup-memory.js";
import type { RanCommand, SetupReport } from "../../../src/setup/setup.js";

const folder = mkdtempSync(join(tmpdir(), "mneme-eval-setup-"));

beforeAll(() => {
  for (const [path, pit] of [
    ["learn/env--npm--a", "env"],
    ["test/env--npm--b", "env"],
    ["test/lock--npm--c", "lock"],
  ] as const) {
    mkdirSync(join(folder, path, "repo"), { recursive: true });
    writeFileSync(join(folder, path, "pit.json"), JSON.stringify({ pit, ecosystem: "npm", goal: "test" }));
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the corpus", () => {
  test("both halves, with the pit, the goal and the folder of the repository", () => {
    expect(readSetupCorpus(folder, null).map(({ half, name, pit, goal }) => [half, name, pit, goal])).toEqual(
      [
        ["learn", "env--npm--a", "env", "test"],
        ["test", "env--npm--b", "env", "test"],
        ["test", "lock--npm--c", "lock", "test"],
      ],
    );
    expect(readSetupCorpus(folder, "test/env*").map(({ name }) => name)).toEqual(["env--npm--b"]);
  });

  test("a folder that is none, a pattern that fits nothing, a pit.json that is broken", () => {
    expect(() => readSetupCorpus(join(folder, "learn"), null)).toThrow(
      "Give the folder of a set-up benchmark",
    );
    expect(() => readSetupCorpus(folder, "nothing*")).toThrow("none of the 3 cases");
    const broken = mkdtempSync(join(tmpdir(), "mneme-eval-broken-"));
    mkdirSync(join(broken, "learn", "x", "repo"), { recursive: true });
    writeFileSync(join(broken, "learn", "x", "pit.json"), "{}");
    expect(() => readSetupCorpus(broken, null)).toThrow("pit.json");
    rmSync(broken, { recursive: true });
  });

  test("a pattern's parts do not overlap", () => {
    expect(fits("test/a--pip--b", "*--pip--*")).toBe(true);
    expect(fits("learn/a--pip--b", "test/*")).toBe(false);
    expect(fits("test/ab", "ab*b")).toBe(false);
    expect(fits("test/a", "a")).toBe(true);
  });
});

function reportOf(commands: Pick<RanCommand, "ok">[], ok = true): SetupReport {
  return {
    ok,
    first_attempt: ok && commands.every((command) => command.ok),
    commands: commands.map((command) => ({
      command: "x && y",
      parts: ["x", "y"],
      failure: "it failed",
      ...command,
    })),
    failures: [],
    reused: ok ? 1 : 0,
    lookups: 2,
    duration_ms: 2_000,
    ended: ok ? "goal" : "no_way_left",
  } as unknown as SetupReport;
}

/** A bench whose veteran knows one pit, and that writes down what was asked of it. */
function scriptedBench(): { bench: SetupBench; asked: string[]; learnt: string[] } {
  const asked: string[] = [];
  const learnt: string[] = [];
  const bench: SetupBench = {
    noMemory: NO_MEMORY,
    memoryFor: (name): SetupMemory => ({
      ...NO_MEMORY,
      learn: () => Promise.resolve(void learnt.push(name)),
    }),
    async setUp({ name, pit }, { memory, verify }) {
      asked.push(`${name} ${memory === NO_MEMORY ? "novice" : "memory"} ${verify ? "verified" : "plain"}`);
      await memory.learn({} as never, {} as never);
      if (memory === NO_MEMORY || name.endsWith("a"))
        return reportOf([{ ok: false }, { ok: true }, { ok: true }]);
      return pit === "env" ? reportOf([{ ok: true }, { ok: true }]) : reportOf([{ ok: false }], false);
    },
    progress: () => undefined,
    onRun: () => undefined,
    clock: () => 0,
  };
  return { bench, asked, learnt };
}

describe("the arms", () => {
  test("memory comes from the learn half only, and what was interrupted goes on", async () => {
    const work = join(folder, "work");
    const cases = readSetupCorpus(folder, null);
    const { bench, asked, learnt } = scriptedBench();
    const runs = SetupRuns.open(work, false);
    await evaluateSetup(cases, runs, bench, { jobs: 1, arms: Arm.options });
    expect(asked).toEqual([
      "env--npm--a memory verified",
      "env--npm--b novice plain",
      "env--npm--b memory plain",
      "lock--npm--c novice plain",
      "lock--npm--c memory plain",
    ]);
    expect(learnt).toEqual(["env--npm--a"]);

    appendFileSync(join(work, "runs.jsonl"), '{"arm":"nov');
    const again = SetupRuns.open(work, true);
    expect(again.all()).toEqual(runs.all());
    const second = scriptedBench();
    await evaluateSetup(cases, again, second.bench, { jobs: 2, arms: Arm.options });
    expect(second.asked).toEqual([]);
    expect(SetupRuns.open(work, false).all()).toEqual([]);
  });

  test("figures per arm and per pit kind", async () => {
    const runs = SetupRuns.open(join(folder, "figures"), false);
    await evaluateSetup(readSetupCorpus(folder, null), runs, scriptedBench().bench, {
      jobs: 1,
      arms: Arm.options,
    });
    const figures = figuresOf(runs.all());
    expect(figures.novice).toEqual({
      n: 2,
      first_attempt_success: 0,
      success: 1,
      steps: 3,
      commands: 6,
      lookups: 2,
      seconds: 2,
      reuse_rate: 0.333,
    });
    expect(figures.veteran).toEqual({
      n: 2,
      first_attempt_success: 0.5,
      success: 0.5,
      steps: 1.5,
      commands: 3,
      lookups: 2,
      seconds: 2,
      reuse_rate: 0.5,
    });
    expect(figures).toMatchObject({ first_attempt_gain: 50, steps_ratio: 0.5, commands_ratio: 0.5 });
    expect(Object.keys(figures.by_pit)).toEqual(["env", "lock"]);
    expect(figures.by_pit["lock"]?.veteran.success).toBe(0);
    const svg = plotSetup(figures);
    expect(svg).toContain("env (1)");
    expect(svg.match(/<rect/g)).toHaveLength(1 + 2 + 3 * 2);
  });
});
