import { nothingRecalled } from "../recall/recalled.js";
import { RUN_RECORD_VERSION, RunRecord } from "../run-record.js";
import type { Trigger } from "../thread/trigger.js";
import type { RunDeps } from "./deps.js";
import { runIdOf } from "./run-id.js";

/** The record of an earlier try of this trigger, or a fresh one. */
export async function openRun(trigger: Trigger, deps: RunDeps): Promise<RunRecord> {
  const saved = RunRecord.safeParse(await deps.log.run(trigger.scope, runIdOf(trigger)));
  const run = saved.success ? saved.data : freshRun(trigger, deps.clock());
  if (run.finished_at !== null) return run;
  run.limited_by = deps.limitedBy ?? "run";
  if (deps.withoutMemory === true) run.control = true;
  return run;
}

function freshRun(trigger: Trigger, now: Date): RunRecord {
  return {
    schema_version: RUN_RECORD_VERSION,
    run_id: runIdOf(trigger),
    trigger,
    scope: trigger.scope,
    thread: `${trigger.repo}#${trigger.number}`,
    url: "",
    title: "",
    started_at: now.toISOString(),
    finished_at: null,
    facts: [],
    open_questions: [],
    recall: nothingRecalled("thread", "memory was not asked"),
    steps: [],
    final: null,
    ended: null,
    proof: null,
    spent: { steps: 0, wall_ms: 0, tokens: 0, usd: 0 },
    degraded: [],
    episodes: [],
    reply: null,
  };
}
