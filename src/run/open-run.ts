import type { EpisodeLog } from "../memory/log/episode-log.js";
import { nothingRecalled } from "../recall/recalled.js";
import { RUN_RECORD_VERSION, RunRecord } from "../run-record.js";
import type { Trigger } from "../thread/trigger.js";
import { runIdOf } from "./run-id.js";

/** The record of an earlier try of this trigger, or a fresh one. */
export async function openRun(trigger: Trigger, log: EpisodeLog, now: Date): Promise<RunRecord> {
  const saved = RunRecord.safeParse(await log.run(trigger.scope, runIdOf(trigger)));
  return saved.success ? saved.data : freshRun(trigger, now);
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
