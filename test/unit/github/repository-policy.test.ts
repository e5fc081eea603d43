import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { RunRecord } from "../../../src/run-record.js";
import type { Trigger } from "../../../src/thread/trigger.js";
import { exampleRun } from "../../support/example-run.js";
import { exampleThread, exampleTrigger } from "../../support/examples.js";
import { TriggerBench } from "../../support/trigger-bench.js";

let bench: TriggerBench;

beforeEach(async () => {
  bench = await TriggerBench.open();
});

afterEach(() => bench.memory.close());

describe("what the repository says", () => {
  const opened = { kind: "opened" as const, unasked: true as const, comment_id: null };

  test.each<[string, Partial<Trigger>, number]>([
    ["", opened, 0],
    ["mode: auto", opened, 1],
    ["mode: shadow", opened, 1],
    ["mode: label", opened, 0],
    ["mode: auto\nroles: { reporters: false }", opened, 0],
    ["mode: auto\nenabled: false", opened, 0],
    ["enabled: false", {}, 0],
    ["", { kind: "label", label: "mneme", by: "tom", is_reporter: false }, 0],
    ["mode: label", { kind: "label", label: "Mneme", by: "tom", is_reporter: false }, 1],
    ["mode: label", { kind: "label", label: "bug", by: "tom", is_reporter: false }, 0],
    ["labels: { ask: help }", { kind: "label", label: "help", by: "tom", is_reporter: false }, 1],
    ["labels: { ask: help }", { kind: "label", label: "help", by: "eve", is_reporter: true }, 0],
    [
      "labels: { ask: help }\nroles: { ask: write }",
      { kind: "label", label: "help", by: "tom", is_reporter: false },
      0,
    ],
    ["roles: { ask: read }", { by: "eve", is_reporter: false }, 1],
    ["", { kind: "continuation" }, 0],
  ])("%j with %j works on %j", async (text, change, runs) => {
    bench.config = text;
    await bench.work(change);
    expect(bench.resolved).toHaveLength(runs);
    expect(bench.posted).toEqual([]);
  });

  test("shadow: the run's reply goes nowhere, commands act without an answer, nobody is refused aloud", async () => {
    bench.config = "mode: shadow";
    await bench.work({});
    expect(await bench.resolved[0]?.options.replies.final(exampleTrigger(), "x", "text")).toEqual({
      comment_id: null,
      url: null,
    });
    await bench.work({ by: "eve", is_reporter: false });
    await bench.work({ command: "stop", id: "stop" });
    await bench.work({ id: "again", comment_id: "78" });
    expect(bench.resolved).toHaveLength(1);
    expect(bench.posted).toEqual([]);
  });

  test("in label mode who asks by a comment is told what starts the work, once; commands are answered", async () => {
    bench.config = "mode: label\nlabels: { ask: needs-mneme }";
    await bench.work({ id: "1" });
    await bench.work({ id: "2" });
    await bench.work({ command: "help" });
    expect(bench.posted).toHaveLength(2);
    expect(bench.posted[0]).toContain("issues with the label `needs-mneme`");
    expect(bench.resolved).toEqual([]);
  });

  test("the label that silences wins over everything, and may be named", async () => {
    bench.forge.add({ ...exampleThread(), labels: ["Mneme-Off"] });
    await bench.work({});
    await bench.work({ by: "eve", is_reporter: false });
    expect([bench.resolved, bench.posted]).toEqual([[], []]);
    bench.config = "labels: { off: quiet }";
    await bench.work({});
    expect(bench.resolved).toHaveLength(1);
  });

  test("mistakes are told once, with line and remedy, and cost only their own key", async () => {
    bench.config = 'mode: loud\nroles:\n  ask: read\n  "@all #1": x\n';
    await bench.work({ by: "eve", is_reporter: false, id: "1" });
    await bench.work({ by: "eve", is_reporter: false, id: "2" });
    expect(bench.resolved).toHaveLength(2);
    expect(bench.posted).toHaveLength(1);
    expect(bench.posted[0]).toContain("`.github/mneme.yml` has 2 mistakes; all else in it counts.");
    expect(bench.posted[0]).toContain(
      "- line 1: `mode`: the value is not what belongs here; write one of `mention`, `shadow`, `auto`, `label`",
    );
    expect(bench.posted[0]).toContain("- line 4: `roles.@all #1`: there is no such setting");
    bench.config += "# corrected?\n";
    await bench.work({ by: "eve", is_reporter: false, id: "3" });
    expect(bench.posted).toHaveLength(2);
  });

  test("budgets, sharing, sandbox and control reach the run", async () => {
    bench.config =
      "budget: { run: { steps: 3, usd: 9 } }\nsandbox: { everybody: true }\nmemory: { control_fraction: 1 }";
    await bench.work({});
    expect(bench.resolved[0]?.options.policy).toEqual({
      limits: { steps: 3, wall_ms: 60_000, tokens: 1000, usd: 0.5 },
      limitedBy: "run",
      share: "repository",
      runForEverybody: true,
      withoutMemory: true,
    });
  });
});

describe("what was spent before", () => {
  const spent = (thread: string, at: string, steps: number) =>
    bench.memory.saveRun(exampleTrigger().scope, `${thread} ${at}`, {
      ...exampleRun(),
      thread,
      started_at: at,
      spent: { steps, wall_ms: 1000, tokens: 10, usd: 0.01 },
    });

  test("in the thread and in the day is taken off, and the scarcest is named", async () => {
    await spent("octo/site#7", "2026-01-01T00:00:00.000Z", 15);
    await spent("octo/site#8", "2026-01-03T00:00:00.000Z", 70);
    await bench.work({ id: "1" });
    expect(bench.resolved[0]?.options.policy).toMatchObject({ limits: { steps: 5 }, limitedBy: "thread" });
    await spent("octo/site#9", "2026-01-03T01:00:00.000Z", 40);
    await bench.work({ id: "2" });
    expect(bench.resolved[1]?.options.policy).toMatchObject({ limits: { steps: 0 }, limitedBy: "day" });
    await bench.work({ command: "budget", id: "3" });
    expect(bench.posted[0]).toContain(
      "| this issue | 20 steps, 600.0 s, 5000 tokens, $2.0000 | 5 steps, 599.0 s",
    );
    expect(bench.posted[0]).toContain(
      "| this repository today (UTC) | 100 steps, 6000.0 s, 50000 tokens, $20.0000 | 0 steps",
    );
  });
});

describe("a comment without a mention", () => {
  const asking = (ended: RunRecord["ended"], action: "ask_reporter" | "ask_maintainer") => {
    const run = { ...exampleRun(), ended, thread: "octo/site#7", started_at: "2026-01-02T00:00:00.000Z" };
    const parameters =
      action === "ask_reporter"
        ? { questions: [{ text: "Which?", command: null, about: [] }] }
        : { question: "Which?" };
    const final = { action, parameters, reasoning: "", cites: [], confidence: 0.5 };
    return bench.memory.saveRun(exampleTrigger().scope, run.run_id, {
      ...run,
      final,
      finished_at: run.started_at,
    });
  };

  test("goes on with the run that asked, where it is the one who was asked", async () => {
    await asking("asked", "ask_reporter");
    await bench.work({ kind: "continuation", id: "1" });
    await bench.work({ kind: "continuation", id: "2", by: "grace", is_reporter: false });
    expect(bench.resolved.map(({ trigger }) => trigger.by)).toEqual(["ada"]);
    await asking("asked", "ask_maintainer");
    await bench.work({ kind: "continuation", id: "3", by: "grace", is_reporter: false });
    await bench.work({ kind: "continuation", id: "4", by: "eve", is_reporter: false });
    expect(bench.resolved.map(({ trigger }) => trigger.by)).toEqual(["ada", "grace"]);
    expect(bench.posted).toEqual([]);
  });

  test("is talk between people where nothing is open", async () => {
    await asking("proposed", "ask_reporter");
    await bench.work({ kind: "continuation" });
    expect(bench.resolved).toEqual([]);
  });
});

test("an answer folds the older ones of its thread; the first has none to fold", async () => {
  const save = (id: string) =>
    bench.memory.saveRun(exampleTrigger().scope, id, { ...exampleRun(), thread: "octo/site#7" });
  bench.resolve = async (trigger) => {
    await save(trigger.id);
    return { reply: { markdown: "", comment_id: trigger.id, url: null } };
  };
  await bench.work({ id: "100" });
  await bench.work({ id: "200" });
  expect(bench.forge.folded).toEqual(["200"]);
});
