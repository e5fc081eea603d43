import { describe, expect, test } from "@jest/globals";
import { MnemeError } from "../../../src/errors.js";
import { openEpisodeLog } from "../../../src/memory/log/sql/open-episode-log.js";
import { readRunMarker } from "../../../src/reply/marker.js";
import { resolve } from "../../../src/resolve.js";
import { runIdOf } from "../../../src/run/run-id.js";
import { RunRecord } from "../../../src/run-record.js";
import { conclude, observation, runCommand, scriptRun, triggerOn } from "../../support/scripted-run.js";
import { simpleThread } from "../../support/simple-chain.js";

const thread = simpleThread();
const trigger = triggerOn(thread);
const options = { signal: new AbortController().signal, lastTry: false };

describe("resolve", () => {
  test("plans, acts, remembers each step, and ends with one reply", async () => {
    const run = await scriptRun({
      thread,
      plans: [runCommand("ldd app"), conclude("libfoo is missing")],
      observations: [
        observation("exit 0: libfoo.so => not found"),
        observation("concluded", { source: "none" }),
      ],
    });
    const record = await resolve(trigger, run.deps, options);
    run.assertScriptUsed();
    expect(RunRecord.parse(record).ended).toBe("concluded");
    expect(record.steps.map((step) => step.plan.action)).toEqual(["run_command", "conclude"]);
    expect(record.reply?.markdown).toContain("libfoo is missing");
    expect(readRunMarker(run.published.at(-1) ?? "")).toBe(record.run_id);
    const chain = await run.deps.log.chain(trigger.scope, "o/r#1");
    expect(chain.map((episode) => episode.kind)).toEqual(["report", "observation", "diagnosis"]);
  });

  test("a finished trigger is not worked again", async () => {
    const log = await openEpisodeLog(":memory:");
    const first = await scriptRun({ thread, plans: [conclude("x")], observations: [observation("x")] }, log);
    await resolve(trigger, first.deps, options);
    const second = await scriptRun({ thread, plans: [], observations: [] }, log);
    const record = await resolve(trigger, second.deps, options);
    expect(record.reply?.markdown).toContain("x");
    expect(second.published).toEqual([]);
  });

  test("a run that was cut off goes on where it was", async () => {
    const log = await openEpisodeLog(":memory:");
    const away = new MnemeError("unavailable", "docker is away", { retryable: true });
    const first = await scriptRun(
      { thread, plans: [runCommand("a"), runCommand("b")], observations: [observation("a ran"), away] },
      log,
    );
    await expect(resolve(trigger, first.deps, options)).rejects.toBe(away);
    const second = await scriptRun(
      { thread, plans: [conclude("done")], observations: [observation("done")] },
      log,
    );
    const record = await resolve(trigger, second.deps, options);
    expect(record.steps.map((step) => step.n)).toEqual([1, 2]);
    expect(record.steps[0]?.observation.summary).toBe("a ran");
    expect(record.run_id).toBe(runIdOf(trigger));
  });

  test("on the last try an outage ends in an honest text", async () => {
    const away = new MnemeError("unavailable", "docker is away", { retryable: true });
    const run = await scriptRun({ thread, plans: [runCommand("a")], observations: [away] });
    const record = await resolve(trigger, run.deps, { ...options, lastTry: true });
    expect(record.ended).toBe("outage");
    expect(record.reply?.markdown).toContain("docker is away");
    expect(record.reply?.markdown).toContain("I could not finish");
  });

  test("the same state three times is no progress", async () => {
    const same = observation("exit 1: nothing", { ok: false, exit_code: 1 });
    const run = await scriptRun({
      thread,
      plans: [runCommand("a"), runCommand("a"), runCommand("a")],
      observations: [same, same, same],
    });
    const record = await resolve(trigger, run.deps, options);
    expect(record.ended).toBe("no_progress");
    expect(record.reply?.markdown).toContain("brought nothing new");
  });

  test("a spent budget ends the run with a text that says so", async () => {
    const run = await scriptRun({
      thread,
      plans: [runCommand("a"), runCommand("b")],
      observations: [observation("1"), observation("2")],
    });
    run.deps.limits = { ...run.deps.limits, steps: 2 };
    const record = await resolve(trigger, run.deps, options);
    expect(record.ended).toBe("limit");
    expect(record.spent.steps).toBe(2);
    expect(record.reply?.markdown).toContain("budget is spent");
  });

  test("an aborted run is neither ended nor answered: it is worked again later", async () => {
    const stop = new AbortController();
    const run = await scriptRun({ thread, plans: [new Error("aborted")], observations: [] });
    stop.abort();
    await expect(resolve(trigger, run.deps, { signal: stop.signal, lastTry: true })).rejects.toThrow(
      "aborted",
    );
    expect(run.published.at(-1)).toContain("I am looking into this");
  });
});
