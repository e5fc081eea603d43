import type { Job } from "../jobs/queue.js";
import { endWhatIsGone, type EndWhatIsGoneDeps } from "./end-what-is-gone.js";
import { createNoticeHandler, type NoticeHandlerDeps } from "./handle-notice.js";
import { createTriggerHandler, type TriggerHandlerDeps } from "./handle-trigger.js";
import { type PresentNameDeps, underPresentName } from "./present-name.js";

export type JobHandlerDeps = TriggerHandlerDeps & NoticeHandlerDeps & PresentNameDeps & EndWhatIsGoneDeps;

/** What a worker does with the job of an event. */
export function createJobHandler(deps: JobHandlerDeps): (job: Job, signal: AbortSignal) => Promise<void> {
  const onTrigger = endWhatIsGone(underPresentName(createTriggerHandler(deps), deps), deps);
  const onNotice = endWhatIsGone(underPresentName(createNoticeHandler(deps), deps), deps);
  return async (job, signal) => {
    await (job.kind === "notice" ? onNotice(job, signal) : onTrigger(job, signal));
  };
}
