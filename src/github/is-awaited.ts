import type { RunHistory } from "../memory/log/episode-log.js";
import { RunRecord } from "../run-record.js";
import { threadKey } from "../thread/thread.js";
import type { Trigger } from "../thread/trigger.js";

/**
 * Whether the newest run of the thread asked something that this comment may answer: the chain then goes on without a
 * new mention. A question to the reporter is answered by the reporter, one to a maintainer by somebody else.
 */
export async function isAwaited(trigger: Trigger, memory: Pick<RunHistory, "runs">): Promise<boolean> {
  const [newest] = await memory.runs({ scope: trigger.scope, thread: threadKey(trigger), limit: 1 });
  const run = RunRecord.safeParse(newest).data;
  if (run?.ended !== "asked" || run.finished_at === null) return false;
  if (trigger.at < run.started_at) return false;
  return trigger.is_reporter || run.final?.action === "ask_maintainer";
}
