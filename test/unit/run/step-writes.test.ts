import { describe, expect, test } from "@jest/globals";
import { MnemeError } from "../../../src/errors.js";
import { openEpisodeLog, type OpenedEpisodeLog } from "../../../src/memory/log/sql/open-episode-log.js";
import type { Plan } from "../../../src/planning/plan.js";
import { nothingRecalled } from "../../../src/recall/recalled.js";
import { resolve } from "../../../src/resolve.js";
import type { RunDeps } from "../../../src/run/deps.js";
import { runIdOf } from "../../../src/run/run-id.js";
import { RunRecord } from "../../../src/run-record.js";
import { exampleMemory } from "../../support/example-run.js";
import {
  conclude,
  observation,
  runCommand,
  scriptRun,
  triggerOn,
  type ScriptedRun,
} from "../../support/scripted-run.js";
import { simpleThread } from "../../support/simple-chain.js";

const thread = simpleThread();
const trigger = triggerOn(thread);
const options = { signal: new AbortController().signal, lastTry: false };
const WRITES = new Set([
  "append",
  "addFact",
  "undoFact",
  "changeFacts",
  "saveRun",
  "saveExperience",
  "together",
]);

/** The log, with the name of each write transaction noted as it is asked for. */
function noting(log: OpenedEpisodeLog, noted: string[]): OpenedEpisodeLog {
  return new Proxy(log, {
    get(target, name: keyof OpenedEpisodeLog) {
      if (WRITES.has(name)) noted.push(name);
      return target[name].bind(target);
    },
  });
}

/** The log, whose run records cannot be kept inside of a transaction. */
function losingRuns(log: OpenedEpisodeLog): OpenedEpisodeLog {
  const full = new MnemeError("conflict", "the store is locked", { retryable: true });
  return new Proxy(log, {
    get(target, name: keyof OpenedEpisodeLog) {
      if (name !== "together") return target[name].bind(target);
      const together: OpenedEpisodeLog["together"] = async (work) =>
        await target.together(async (joined) => {
          const saveRun = () => Promise.reject(full);
          return await work(
            new Proxy(joined, {
              get: (inner, key: keyof typeof joined) =>
                key === "saveRun" ? saveRun : inner[key].bind(inner),
            }),
          );
        });
      return together;
    },
  });
}

/** Two steps, the first of which cites a memory that is in the log. */
async function twoSteps(log: OpenedEpisodeLog, memoryLog = log): Promise<ScriptedRun> {
  const memory = exampleMemory();
  await memoryLog.append([memory.episode]);
  return await scriptRun(
    {
      thread,
      plans: [runCommand("ldd app", [memory.label]), conclude("libfoo is missing")],
      observations: [observation("libfoo.so => not found"), observation("concluded", { source: "none" })],
      recall: {
        moment: "thread",
        recalled: [memory],
        conflicts: [],
        abstained: null,
        degraded: null,
        considered: 1,
      },
    },
    log,
  );
}

test("a step is one write: its episode, the adoption of what it cites, and the run", async () => {
  const log = await openEpisodeLog(":memory:");
  const noted: string[] = [];
  const run = await twoSteps(noting(log, noted), log);
  const before: string[][] = [];
  const { planner } = run.deps;
  run.deps.planner = {
    plan: (situation, signal) => {
      before.push(noted.splice(0));
      return planner.plan(situation, signal);
    },
  };
  await resolve(trigger, run.deps, options);
  expect(before[1]).toEqual(["together"]);
  expect(noted).toEqual(["together", "saveRun"]);
  const [memory] = await log.get({ scope: trigger.scope, share: "repository" }, [exampleMemory().episode.id]);
  expect(memory?.counters).toMatchObject({ exposed: 1, adopted: 1 });
});

test("before the next step is planned, the one before is on record with its episode", async () => {
  const log = await openEpisodeLog(":memory:");
  const run = await twoSteps(log);
  const { planner } = run.deps;
  const seen: { steps: number; episodes: string[] }[] = [];
  run.deps.planner = {
    plan: async (situation, signal) => {
      const record = RunRecord.safeParse(await log.run(trigger.scope, runIdOf(trigger))).data;
      const chain = await log.chain(trigger.scope, "o/r#1");
      seen.push({ steps: record?.steps.length ?? 0, episodes: chain.map(({ kind }) => kind) });
      return await planner.plan(situation, signal);
    },
  };
  await resolve(trigger, run.deps, options);
  expect(seen).toEqual([
    { steps: 0, episodes: ["report"] },
    { steps: 1, episodes: ["report", "observation"] },
  ]);
});

test("a step whose record cannot be kept leaves no episode and no adoption, and is done again", async () => {
  const log = await openEpisodeLog(":memory:");
  const first = await twoSteps(losingRuns(log), log);
  await expect(resolve(trigger, first.deps, options)).rejects.toThrow("the store is locked");
  expect((await log.chain(trigger.scope, "o/r#1")).map(({ kind }) => kind)).toEqual(["report"]);
  expect(await log.run(trigger.scope, runIdOf(trigger))).toBeNull();
  const reader = { scope: trigger.scope, share: "repository" as const };
  const [memory] = await log.get(reader, [exampleMemory().episode.id]);
  expect(memory?.counters).toMatchObject({ adopted: 0 });

  const second = await twoSteps(log);
  const record = await resolve(trigger, second.deps, options);
  expect(record.steps.map(({ n }) => n)).toEqual([1, 2]);
});

test("an outage on the last try is on record before its text is posted", async () => {
  const log = await openEpisodeLog(":memory:");
  const away = new MnemeError("unavailable", "docker is away", { retryable: true });
  const run = await scriptRun({ thread, plans: [runCommand("a")], observations: [away] }, log);
  const posting = { ended: "" };
  const { replies } = run.deps;
  run.deps.replies = {
    ...replies,
    final: async (...reply) => {
      const record = RunRecord.parse(await log.run(trigger.scope, runIdOf(trigger)));
      posting.ended = record.ended ?? "";
      return await replies.final(...reply);
    },
  };
  await resolve(trigger, run.deps, { ...options, lastTry: true });
  expect(posting.ended).toBe("outage");
});

describe("a proposed fix", () => {
  const verify: Plan = {
    action: "verify_memory",
    parameters: { memory: "M1" },
    reasoning: "try what is remembered",
    cites: ["M1"],
    confidence: 0.8,
  };
  const propose: Plan = {
    action: "propose_fix",
    parameters: {
      summary: "Install the headers.",
      commands: ["apt-get install -y zlib1g-dev"],
      cause: "none",
    },
    reasoning: "it helped here",
    cites: ["M1"],
    confidence: 0.9,
  };
  const proof = {
    id: "proof-1",
    image: "sha256:0",
    commands: ["apt-get install -y zlib1g-dev"],
    exit_code_before: 2,
    exit_code_after: 0,
    log_hash: "0".repeat(64),
  };

  test.each([
    ["proved in a clean container by this run", proof, "held", ["M1"], "sandbox_verified", 0.95],
    ["that helped, without a proof", null, "held", ["M1"], "inference", 0.35],
    ["that was refuted", proof, "refuted", ["M1"], "inference", 0.35],
    ["that is another than the proved one", proof, "held", [], "inference", 0.35],
  ] as const)("%s is remembered so", async (_, proved, verdict, cites, source, confidence) => {
    const log = await openEpisodeLog(":memory:");
    const memory = exampleMemory();
    await log.append([memory.episode]);
    const script = {
      thread,
      plans: [verify, { ...propose, cites: [...cites] }],
      observations: [
        observation("verified", { ok: verdict === "held", verdict }),
        observation("proposed", { source: "none" }),
      ],
      recall: { ...nothingRecalled("thread", ""), recalled: [memory], abstained: null },
    };
    const { deps } = await scriptRun(script, log);
    const openActor: RunDeps["openActor"] = async (context) => {
      const actor = await deps.openActor(context);
      return { ...actor, proof: proved };
    };
    const record = await resolve(trigger, { ...deps, openActor }, options);
    expect(record.proof).toEqual(proved);
    const last = (await log.chain(trigger.scope, "o/r#1")).at(-1);
    expect(last).toMatchObject({ kind: "diagnosis", provenance: { source } });
    expect(last?.confidence).toBeCloseTo(confidence);
    await log.close();
  });
});
