import { buildSimpleChain } from "./simple-chain.js";
import { openEpisodeLog } from "../../src/memory/log/sql/open-episode-log.js";
import { MnemeError } from "../../src/errors.js";
import type { Observation } from "../../src/planning/observation.js";
import type { Plan } from "../../src/planning/plan.js";
import { nothingRecalled, type RecallResult } from "../../src/recall/recalled.js";
import type { RunDeps } from "../../src/run/deps.js";
import { reporterTrigger } from "../../src/thread/reporter-trigger.js";
import type { Thread } from "../../src/thread/thread.js";
import type { Trigger } from "../../src/thread/trigger.js";

export interface ScriptedRun {
  deps: RunDeps;
  /** What was published, in order; the last one is the final text. */
  published: string[];
  acted: Plan[];
  /** Throws where a planned answer or observation was not used. */
  assertScriptUsed(): void;
}

export interface Script {
  thread: Thread;
  plans: (Plan | Error)[];
  observations: (Observation | Error)[];
  recall?: RecallResult;
  canRun?: boolean;
}

/** A run over the real log of record; planner and actor answer from a script, and fail on a call beyond it. */
export async function scriptRun(script: Script, log?: RunDeps["log"]): Promise<ScriptedRun> {
  const plans = [...script.plans];
  const observations = [...script.observations];
  const published: string[] = [];
  const acted: Plan[] = [];
  let now = Date.parse("2026-01-10T00:00:00Z");
  const deps: RunDeps = {
    forge: { readThread: () => Promise.resolve(script.thread) },
    buildChain: buildSimpleChain,
    log: log ?? (await openEpisodeLog(":memory:")),
    catchUp: () => Promise.resolve(),
    recall: { recall: () => Promise.resolve(script.recall ?? nothingRecalled("thread", "memory is empty")) },
    planner: {
      plan() {
        const plan = next(plans, "planner");
        return Promise.resolve({ plan, planner: "scripted", route_reason: "the script says so", usage: [] });
      },
    },
    openActor: () =>
      Promise.resolve({
        canRun: script.canRun ?? true,
        proof: null,
        act(plan: Plan) {
          acted.push(plan);
          return Promise.resolve(next(observations, "actor"));
        },
        [Symbol.asyncDispose]: () => Promise.resolve(),
      }),
    replies: {
      progress(_trigger, _runId, markdown) {
        published.push(markdown);
        return Promise.resolve({ comment_id: "77", url: "https://github.com/o/r/issues/1#issuecomment-77" });
      },
      final(_trigger, _runId, markdown) {
        published.push(markdown);
        return Promise.resolve({ comment_id: "77", url: "https://github.com/o/r/issues/1#issuecomment-77" });
      },
    },
    limits: { steps: 8, wall_ms: 60_000, tokens: 1000, usd: 1 },
    share: "repository",
    clock: () => new Date((now += 10)),
  };
  return {
    deps,
    published,
    acted,
    assertScriptUsed() {
      if (plans.length + observations.length > 0) {
        throw new Error(`unused script: ${plans.length} plans, ${observations.length} observations`);
      }
    },
  };
}

function next<T>(script: (T | Error)[], who: string): T {
  const item = script.shift();
  if (item === undefined) throw new MnemeError("internal", `${who}: called beyond its script`);
  if (item instanceof Error) throw item;
  return item;
}

export function observation(summary: string, over: Partial<Observation> = {}): Observation {
  return {
    ok: true,
    exit_code: 0,
    output: "",
    summary,
    failure: null,
    source: "sandbox",
    duration_ms: 5,
    ...over,
  };
}

export function runCommand(command: string, cites: string[] = []): Plan {
  return {
    action: "run_command",
    parameters: { command, cwd: null, purpose: "look" },
    reasoning: `look at ${command}`,
    cites,
    confidence: 0.6,
  };
}

export function conclude(summary: string): Plan {
  return {
    action: "conclude",
    parameters: { summary, cause: null },
    reasoning: "done",
    cites: [],
    confidence: 0.9,
  };
}

export function triggerOn(thread: Thread, id = "delivery-1"): Trigger {
  return reporterTrigger(thread, {
    kind: "opened",
    id,
    scope: { installation: "0", repository: thread.repo, visibility: "public" },
    permission: "read",
    at: "2026-01-10T00:00:00Z",
  });
}
