import type { Probot } from "probot";
import { isIgnored, queueOf, readTrigger, type TriggerOptions } from "./github/triggers.js";
import type { JobQueue } from "./jobs/queue.js";
import { errorFields, type Log } from "./log.js";

export interface AppOptions {
  queue: Pick<JobQueue, "enqueue">;
  log: Log;
  /** Null until GitHub has told what the app is called: events are refused until then, and GitHub keeps them. */
  identity: () => Pick<TriggerOptions, "slug" | "appId"> | null;
  mode: TriggerOptions["mode"];
}

/** Answered to GitHub as 503, so that the delivery counts as failed there and is asked for again. */
class NotAccepted extends Error {
  readonly status = 503;
}

/** The Probot app: looks whether an event asks for anything, makes it a job, and is done. */
export function createApp(options: AppOptions): (app: Probot) => void {
  const { queue, log, mode } = options;
  return (app) => {
    app.on(["issues", "issue_comment"], async ({ id, name, payload }) => {
      const identity = options.identity();
      if (identity === null) throw new NotAccepted("the server is starting");
      const outcome = readTrigger({ id, name, payload }, { ...identity, mode });
      if (isIgnored(outcome)) {
        log.debug({ delivery: id, event: name, reason: outcome.reason }, "event ignored");
        return;
      }
      try {
        const job = { kind: "trigger", queue: queueOf(outcome), key: id, payload: outcome };
        log.info({ delivery: id, queue: job.queue, result: await queue.enqueue(job) }, "event accepted");
      } catch (error) {
        log.error({ delivery: id, ...errorFields(error) }, "event could not be kept");
        throw new NotAccepted("the event could not be kept");
      }
    });
  };
}
