import type { Probot } from "probot";
import { queueOfNotice, readNotices } from "./github/notices.js";
import { isIgnored, queueOf, readTrigger, type TriggerOptions } from "./github/triggers.js";
import type { JobQueue } from "./jobs/queue.js";
import { errorFields, type Log } from "./log.js";

/** What the app subscribes to: `app.yml` names the same. */
export const SUBSCRIBED_EVENTS = ["issues", "issue_comment", "repository"] as const;

/** GitHub sends these to every app. */
export const UNASKED_EVENTS = ["installation", "installation_repositories"] as const;

export interface AppOptions {
  queue: Pick<JobQueue, "enqueue">;
  log: Log;
  /** Null until GitHub has told what the app is called: events are refused until then, and GitHub keeps them. */
  identity: () => TriggerOptions | null;
}

/** Answered to GitHub as 503, so that the delivery counts as failed there and is asked for again. */
class NotAccepted extends Error {
  readonly status = 503;
}

/** The Probot app: looks whether an event asks for anything, makes it a job, and is done. */
export function createApp(options: AppOptions): (app: Probot) => void {
  const { queue, log } = options;
  return (app) => {
    app.on([...SUBSCRIBED_EVENTS, ...UNASKED_EVENTS], async ({ id, name, payload }) => {
      const identity = options.identity();
      if (identity === null) throw new NotAccepted("the server is starting");
      const outcome = readTrigger({ id, name, payload }, identity);
      const jobs = isIgnored(outcome)
        ? readNotices({ id, name, payload }, identity).map((notice, n) => ({
            kind: "notice",
            queue: queueOfNotice(notice),
            key: n === 0 ? id : `${id}/${n}`,
            payload: notice,
          }))
        : [{ kind: "trigger", queue: queueOf(outcome), key: id, payload: outcome }];
      if (jobs.length === 0) log.debug({ delivery: id, event: name, outcome }, "event ignored");
      try {
        for (const job of jobs) {
          const result = await queue.enqueue(job);
          // Once the answer is out: GitHub waits for it, nobody waits for the log.
          setImmediate(() => log.info({ delivery: id, queue: job.queue, result }, "event accepted"));
        }
      } catch (error) {
        log.error({ delivery: id, ...errorFields(error) }, "event could not be kept");
        throw new NotAccepted("the event could not be kept");
      }
    });
  };
}
