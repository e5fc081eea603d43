import { isMnemeError } from "../errors.js";
import type { Job } from "../jobs/queue.js";
import type { Log } from "../log.js";
import type { Forge } from "./forge.js";
import { AboutThread } from "./present-name.js";

type Handler = (job: Job, signal: AbortSignal) => Promise<void>;

/**
 * Ends a job whose thread was deleted, moved or went out of reach meanwhile: nobody is left to be answered, and nothing
 * to be tried again; its own event says what that means for memory.
 */
export function endWhatIsGone(
  handler: Handler,
  { forge, log }: { forge: Pick<Forge, "readThread">; log: Pick<Log, "info"> },
): Handler {
  return async (job, signal) => {
    try {
      await handler(job, signal);
    } catch (error) {
      const reason = isMnemeError(error, "not_found") ? await whyGone(job, forge) : null;
      if (reason === null) throw error;
      log.info({ job: job.id, queue: job.queue, reason }, "thread is gone");
    }
  };
}

/** What says that the thread is gone; null where it is there. */
async function whyGone({ payload }: Job, forge: Pick<Forge, "readThread">): Promise<string | null> {
  const about = AboutThread.safeParse(payload).data;
  if (about === undefined) return null;
  try {
    await forge.readThread({ ...about, installation: about.scope.installation });
    return null;
  } catch (failure) {
    return isMnemeError(failure, "not_found") ? failure.message : null;
  }
}
