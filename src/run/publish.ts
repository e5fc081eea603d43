import { redactValue } from "../memory/redaction/redact-value.js";
import { renderProgress } from "../reply/render-progress.js";
import { renderReply } from "../reply/render-reply.js";
import type { RunRecord } from "../run-record.js";
import type { RunDeps } from "./deps.js";

export async function publishProgress(run: RunRecord, deps: RunDeps, done: number): Promise<void> {
  await deps.replies.progress(run.trigger, run.run_id, renderProgress(run.run_id, done));
}

/**
 * Writes the answer of a run whose end is on record, then closes the record: a crash between the two finds the comment again by its marker. What people
 * wrote may hold a secret that they should not have shown: it is not shown again.
 */
export async function publishFinal(run: RunRecord, deps: RunDeps): Promise<RunRecord> {
  const told = redactValue(run);
  const markdown = renderReply(told);
  const posted = await deps.replies.final(run.trigger, run.run_id, markdown);
  const done = { ...told, reply: { markdown, ...posted }, finished_at: deps.clock().toISOString() };
  await deps.log.saveRun(run.scope, run.run_id, done);
  return done;
}
