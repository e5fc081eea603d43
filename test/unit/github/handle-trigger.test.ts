import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { MnemeError } from "../../../src/errors.js";
import { COMMANDS, renderHelp } from "../../../src/github/commands/command-table.js";
import { runMarker } from "../../../src/reply/marker.js";
import type { Comment } from "../../../src/thread/thread.js";
import { TriggerCommand } from "../../../src/thread/trigger.js";
import { exampleEpisode, exampleMemory, exampleRun } from "../../support/example-run.js";
import { exampleThread, exampleTrigger } from "../../support/examples.js";
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
  /** What is said in the thread, in this order, a minute apart or in the same second. */
  const SAID = [
    { by: "ada", command: "diagnose" },
    { by: "tom", command: "stop" },
    { by: "ada", command: "diagnose" },
    { by: "eve", command: "resume" },
    { by: "ada", command: "diagnose" },
    { by: "tom", command: "resume" },
    { by: "ada", command: "diagnose" },
  ] as const;

  function commentsOf(minutesApart: number): Comment[] {
    return SAID.map(({ by, command }, n) => ({
      id: String(n + 1),
      author: by,
      author_role: by === "ada" ? "reporter" : "other",
      body: `/mneme ${command}`,
      created_at: new Date(Date.UTC(2026, 0, 2, 4, n * minutesApart)).toISOString(),
      edited_at: null,
      url: "https://github.com/octo/site/issues/7",
      minimized: false,
    }));
  }

  async function answered(order: readonly number[], minutesApart: number): Promise<unknown> {
    const own = await TriggerBench.open();
    const comments = commentsOf(minutesApart);
    own.forge.add(exampleThread({ comments }));
    for (const n of order) {
      const { by, command } = SAID[n] ?? SAID[0];
      const at = comments[n]?.created_at ?? "";
      await own.work({
        by,
        command,
        comment_id: String(n + 1),
        id: String(n + 1),
        at,
        is_reporter: by === "ada",
      });
    }
    const worked = own.resolved.map(({ trigger }) => trigger.id).sort();
    const posted = own.posted.map((body) => body.split(".")[0]).sort();
    await own.memory.close();
    return { worked, posted };
  }

  test("silences the thread until somebody who may resumes it", async () => {
    expect(await answered([...SAID.keys()], 1)).toEqual({
      worked: ["1", "7"],
      posted: [
        "I am silent on this issue from now on",
        "I speak on this issue again when I am asked",
        expect.stringContaining("`/mneme resume` is for the reporter, and people with the role"),
      ],
    });
  });

  test("does so whatever order its commands are heard of in", async () => {
    const calm = await answered([...SAID.keys()], 1);
    const orders = fc.shuffledSubarray([...SAID.keys()], { minLength: SAID.length });
    await fc.assert(
      fc.asyncProperty(orders, fc.constantFrom(0, 1), async (order, minutesApart) => {
        expect(await answered(order, minutesApart)).toEqual(calm);
      }),
      { numRuns: 25 },
    );
  });

  test("a command that was written into an older comment later is none", async () => {
    const [first, ...others] = commentsOf(1);
    if (first === undefined) throw new Error("a comment");
    const edited = { ...first, author: "tom", body: "/mneme stop", edited_at: "2026-01-02T05:00:00.000Z" };
    bench.forge.add(exampleThread({ comments: [edited, ...others.slice(2, 3)] }));
    await bench.work({ comment_id: "3", at: "2026-01-02T04:02:00.000Z" });
    expect(bench.resolved).toHaveLength(1);
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

  test("a command whose process died before it answered is not done once more when its job is worked again", async () => {
    const { scope } = exampleTrigger();
    const episode = exampleEpisode({ scope, thread: "octo/site#3" });
    await bench.memory.append([episode]);
    const run = exampleRun({ scope, thread: "octo/site#7" });
    run.recall.recalled = [exampleMemory({ episode, resolution: null })];
    await bench.memory.saveRun(scope, run.run_id, run);
    const answer: Comment = {
      ...{ id: "80", author: "mneme[bot]", author_role: "bot", url: "", edited_at: null, minimized: false },
      body: `An answer.\n${runMarker(run.run_id)}`,
      created_at: "2026-01-02T04:00:00.000Z",
    };
    bench.forge.add({ ...exampleThread(), comments: [answer] });
    const ask = { by: "grace", is_reporter: false, arguments: "M1" };
    const isGold = async (): Promise<boolean> =>
      (await bench.memory.get({ scope, share: "repository" }, [episode.id])).some(
        ({ gold }) => gold !== undefined,
      );
    const give = { ...ask, command: "gold" as const, id: "give" };
    await bench.work(give);
    await bench.work(give);
    expect(await isGold()).toBe(true);
    const take = { ...ask, command: "gold" as const, id: "take" };
    await bench.work(take);
    await bench.work(take);
    expect(await isGold()).toBe(false);
    const forget = { ...ask, command: "forget" as const, id: "forget" };
    await bench.work(forget);
    await bench.work(forget);
    expect(bench.posted.map((body) => body.split("\n")[0])).toEqual([
      "M1 is gold: I trust it from now on.",
      "M1 is no longer gold.",
      "M1 is erased.",
    ]);
  });

  test("another repository's memory is left to that, and linked so that its issue hears nothing of it", async () => {
    const { provenance } = exampleEpisode();
    const url = "https://github.com/octo/other/issues/3";
    const elsewhere = exampleEpisode({
      scope: { installation: "5", repository: "43", visibility: "public" },
      provenance: { ...provenance, url },
    });
    const scope = exampleTrigger().scope;
    const run = exampleRun({ scope, thread: "octo/site#7" });
    run.recall = { ...run.recall, recalled: [exampleMemory({ label: "M1", episode: elsewhere })] };
    await bench.memory.append([elsewhere]);
    await bench.memory.saveRun(scope, run.run_id, run);
    const answer: Comment = {
      ...{ id: "90", author: "mneme[bot]", author_role: "bot", body: runMarker(run.run_id) },
      ...{ created_at: "2026-01-03T00:00:00Z", edited_at: null, url: "u", minimized: false },
    };
    bench.forge.add({ ...exampleThread(), comments: [answer] });
    const ask = { by: "grace", is_reporter: false, arguments: "M1" };
    await bench.work({ ...ask, command: "forget", id: "forget" });
    await bench.work({ ...ask, command: "why", id: "why" });
    expect(bench.posted[0]).toContain("M1 is another repository's memory: change it there");
    expect(bench.posted.join()).toContain("https://redirect.github.com/octo/other/issues/3");
    expect(bench.posted.join()).not.toContain(url);
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

test("a thread is read once for a trigger, whatever is looked for in it", async () => {
  const read = bench.forge.readThread.bind(bench.forge);
  let reads = 0;
  bench.forge.readThread = (address) => {
    reads += 1;
    return read(address);
  };
  bench.resolve = async (_trigger, { forge }) => {
    const thread = await forge.readThread({ installation: "7", repo: "octo/site", number: 7 });
    expect(thread.title).toBe(exampleThread().title);
    return undefined;
  };
  await bench.work({ kind: "comment" });
  expect(reads).toBe(1);
});

describe("failure", () => {
  test("one that passes is left to another try; on the last the thread is told, and the job keeps the error", async () => {
    bench.resolve = () => Promise.reject(new MnemeError("unavailable", "down", { retryable: true }));
    await expect(bench.work({}, 1)).rejects.toThrow("down");
    expect(bench.posted).toEqual([]);
    await expect(bench.work({}, 3)).rejects.toThrow("down");
    expect(bench.posted).toMatchObject([expect.stringContaining("Sorry")]);
  });

  test.each(["not_found", "not_permitted"] as const)(
    "a thread that cannot be reached (%s) is not worked on, and leaves nothing",
    async (code) => {
      bench.forge.readThread = () => Promise.reject(new MnemeError(code, "out of reach"));
      await expect(bench.work({ id: "t" })).rejects.toThrow("out of reach");
      expect(bench.resolved).toEqual([]);
      expect(bench.posted).toEqual([]);
      expect(await bench.memory.runs({ scope: null })).toEqual([]);
    },
  );

  test("a job that seems to end processes is told of in the thread and not tried, until an operator retries it", async () => {
    await expect(bench.work({ id: "t" }, 1, { is_suspect: true, cut_offs: 6 })).rejects.toThrow(
      "job 1 was at work when its process ended, 6 times",
    );
    expect(bench.resolved).toEqual([]);
    expect(bench.posted).toMatchObject([expect.stringContaining("Sorry")]);
    await bench.work({ id: "t" });
    expect(bench.resolved).toHaveLength(1);
    expect(bench.posted).toHaveLength(1);
  });

  test("so is a thread that cannot be read, before it is known whether mneme was told to be silent there", async () => {
    const down = () => Promise.reject(new MnemeError("unavailable", "down", { retryable: true }));
    const read = bench.forge.readThread.bind(bench.forge);
    const failOnce = () => {
      bench.forge.readThread = () => {
        bench.forge.readThread = read;
        return down();
      };
    };
    bench.resolve = down;
    failOnce();
    await expect(bench.work({ kind: "comment" }, 1)).rejects.toThrow("down");
    expect(bench.posted).toEqual([]);
    failOnce();
    await expect(bench.work({ kind: "comment" }, 3)).rejects.toThrow("down");
    expect(bench.posted).toMatchObject([expect.stringContaining("Sorry")]);
  });
});

test("help and dispatch read one table, which is total", () => {
  expect(COMMANDS.map(({ command }) => command).sort()).toEqual([...TriggerCommand.options].sort());
  for (const { usage } of COMMANDS)
    expect(renderHelp({ ask: "triage", teach: "write", reporters: true })).toContain(`/mneme ${usage}`);
});
