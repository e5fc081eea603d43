import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { MnemeError } from "../../../src/errors.js";
import { COMMANDS, renderHelp } from "../../../src/github/commands/command-table.js";
import { TriggerCommand } from "../../../src/thread/trigger.js";
import { exampleTrigger } from "../../support/examples.js";
import { TriggerBench } from "../../support/trigger-bench.js";

let bench: TriggerBench;

beforeEach(async () => {
  bench = await TriggerBench.open();
});

afterEach(() => bench.memory.close());

test("a run gets the role that GitHub tells, not the one that the job holds", async () => {
  await bench.work({ by: "grace", is_reporter: false, permission: "admin" });
  expect(bench.resolved).toMatchObject([{ trigger: { by: "grace", permission: "write" } }]);
});

describe("rights", () => {
  test.each<[string, TriggerCommand, boolean, boolean]>([
    ["ada", "diagnose", true, true],
    ["eve", "diagnose", false, false],
    ["tom", "diagnose", false, true],
    ["gone", "diagnose", false, false],
    ["gone", "diagnose", true, true],
    ["eve", "stop", false, false],
    ["ada", "stop", true, true],
    ["ada", "remember", true, false],
    ["tom", "gold", false, false],
    ["grace", "remember", false, true],
  ])("%s with %s (reporter: %j) is allowed: %j", async (by, command, is_reporter, allowed) => {
    await bench.work({ by, command, is_reporter, arguments: "a thing" });
    expect(bench.posted.some((body) => body.includes("so I did nothing"))).toBe(!allowed);
  });

  test("a refusal is said once to a person", async () => {
    await bench.work({ by: "eve", is_reporter: false, id: "1" });
    await bench.work({ by: "eve", is_reporter: false, id: "2" });
    expect(bench.posted).toHaveLength(1);
    expect(bench.resolved).toEqual([]);
  });
});

describe("the off switch", () => {
  test("silences the thread until it is resumed", async () => {
    await bench.work({ command: "stop", by: "tom", is_reporter: false });
    await bench.work({ id: "asks" });
    expect(bench.resolved).toEqual([]);
    await bench.work({ command: "resume", by: "tom", is_reporter: false });
    await bench.work({ id: "asks again" });
    expect(bench.resolved).toHaveLength(1);
    expect(bench.posted.map((body) => body.split(".")[0])).toEqual([
      "I am silent on this issue from now on",
      "I speak on this issue again when I am asked",
    ]);
  });
});

describe("memory commands", () => {
  test("what a maintainer asks to remember is an episode, without its secrets, once", async () => {
    const change = {
      command: "remember" as const,
      by: "grace",
      is_reporter: false,
      arguments: "use hunter2",
      id: "same",
    };
    await bench.work(change);
    await bench.work(change);
    const reader = { scope: exampleTrigger().scope, share: "repository" as const };
    expect(await bench.memory.list(reader, {})).toMatchObject([
      { kind: "note", summary: "use {secret}", provenance: { source: "maintainer", comment_id: "77" } },
    ]);
  });

  test("a label that no answer showed is told", async () => {
    await bench.work({ command: "why", arguments: "M9" });
    expect(bench.posted[0]).toContain("Name one of the memories of my last answer here: it showed none.");
  });

  test("budget says that nothing was spent where nothing was done", async () => {
    await bench.work({ command: "budget" });
    expect(bench.posted[0]).toContain("I have not worked on this issue yet.");
  });
});

describe("failure", () => {
  test("one that passes is left to another try; on the last the thread is told, and the job keeps the error", async () => {
    bench.resolve = () => Promise.reject(new MnemeError("unavailable", "down", { retryable: true }));
    await expect(bench.work({}, 1)).rejects.toThrow("down");
    expect(bench.posted).toEqual([]);
    await expect(bench.work({}, 3)).rejects.toThrow("down");
    expect(bench.posted).toMatchObject([expect.stringContaining("Sorry")]);
  });
});

test("help and dispatch read one table, which is total", () => {
  expect(COMMANDS.map(({ command }) => command).sort()).toEqual([...TriggerCommand.options].sort());
  for (const { usage } of COMMANDS)
    expect(renderHelp({ ask: "triage", teach: "write", reporters: true })).toContain(`/mneme ${usage}`);
});
