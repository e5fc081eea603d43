import { renderProgress } from "../reply/render-progress.js";
import { renderReply } from "../reply/render-reply.js";
import type { RunRecord } from "../run-record.js";
import type { RunDeps } from "./deps.js";

export async function publishProgress(run: RunRecord, deps: RunDeps, done: number): Promise<void> {
  await deps.replies.progress(run.trigger, run.run_id, renderProgress(run.run_id, done));
}

/** Writes the answer, then closes the record: a crash between the two finds the comment again by its marker. */
export async function publishFinal(run: RunRecord, deps: RunDeps): Promise<RunRecord> {
  const markdown = renderReply(run);
  await deps.log.saveRun(run.scope, run.run_id, run);
  const posted = await deps.replies.final(run.trigger, run.run_id, markdown);
  run.reply = { markdown, ...posted };
  run.finished_at = deps.clock().toISOString();
  await deps.log.saveRun(run.scope, run.run_id, run);
  return run;
}
