import { expect, test } from "@jest/globals";
import { openEpisodeLog } from "../../../src/memory/log/sql/open-episode-log.js";
import type { Episode } from "../../../src/memory/episode.js";
import type { Planner } from "../../../src/planning/planner.js";
import { resolve } from "../../../src/resolve.js";
import type { RunDeps } from "../../../src/run/deps.js";
import { runIdOf } from "../../../src/run/run-id.js";
import { RunRecord } from "../../../src/run-record.js";
import { conclude, observation, runCommand, scriptRun, triggerOn } from "../../support/scripted-run.js";
import { simpleThread } from "../../support/simple-chain.js";

const thread = simpleThread();
const trigger = triggerOn(thread);
const PLANS = [runCommand("a"), runCommand("b"), conclude("libfoo is missing")];
const options = { signal: new AbortController().signal, lastTry: false };

/** Plans by what the record holds, as the real planners do. */
const planner: Planner = {
  plan({ steps }) {
    const plan = PLANS[steps.length] ?? conclude("too far");
    return Promise.resolve({ plan, planner: "scripted", route_reason: "next in line", usage: [] });
  },
};

class Killed extends Error {}

const WRITES: ReadonlySet<string | symbol> = new Set(["append", "changeFacts", "saveRun"]);

/**
 * The same log, until the process is killed before its n-th write, in a transaction or alone: nothing is written from
 * then on, and what the transaction held is lost.
 */
function killedBefore(write: number, log: RunDeps["log"]): RunDeps["log"] {
  let done = 0;
  const dying = <T extends object>(alive: T): T =>
    new Proxy(alive, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        return (...given: unknown[]): unknown => {
          if (WRITES.has(name) && (done += 1) >= write) throw new Killed("killed");
          return Reflect.apply(value, target, given);
        };
      },
    });
  return new Proxy(dying(log), {
    get(target, name) {
      if (name !== "together") return Reflect.get(target, name) as unknown;
      const together: RunDeps["log"]["together"] = async (work) =>
        await log.together(async (joined) => await work(dying(joined)));
      return together;
    },
  });
}

async function play(log: RunDeps["log"]): Promise<{ record: RunRecord | null; acted: string[] }> {
  const { deps, acted } = await scriptRun(
    { thread, plans: [], observations: PLANS.map((_, n) => observation(`saw ${n}`)) },
    log,
  );
  const done = (): string[] => acted.map((plan) => plan.reasoning);
  try {
    return { record: await resolve(trigger, { ...deps, planner }, options), acted: done() };
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
    return { record: null, acted: done() };
  }
}

const inShort = ({ id, kind, summary }: Episode): unknown => ({
  id,
  kind,
  summary: summary.replace(/ saw \d/, ""),
});

test("a run that is killed before any of its writes goes on at the next step, with the same episodes", async () => {
  const whole = await openEpisodeLog(":memory:");
  await play(whole);
  const wanted = (await whole.chain(trigger.scope, "o/r#1")).map(inShort);
  expect(wanted).toHaveLength(4);

  let kills = 0;
  for (let write = 1; ; write += 1) {
    const log = await openEpisodeLog(":memory:");
    const first = await play(killedBefore(write, log));
    if (first.record !== null) break;
    kills += 1;
    const saved = RunRecord.safeParse(await log.run(trigger.scope, runIdOf(trigger)));
    const stepsKept = saved.success ? saved.data.steps.length : 0;
    const second = await play(log);
    expect({ write, steps: second.record?.steps.map(({ n }) => n) }).toEqual({ write, steps: [1, 2, 3] });
    expect((await log.chain(trigger.scope, "o/r#1")).map(inShort)).toEqual(wanted);
    expect(second.acted).toEqual(PLANS.slice(stepsKept).map(({ reasoning }) => reasoning));
  }
  expect(kills).toBeGreaterThan(PLANS.length * 2);
});
