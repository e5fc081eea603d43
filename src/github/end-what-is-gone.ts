import { isMnemeError } from "../errors.js";
import type { Job } from "../jobs/queue.js";
import type { Log } from "../log.js";
import type { Bookmarks } from "../memory/log/episode-log.js";
import type { Forge, PresentPlaces } from "./forge.js";
import { AboutThread } from "./present-name.js";

type Handler = (job: Job, signal: AbortSignal) => Promise<void>;

/** True where a repository was erased from memory because the app is there no more. */
export const GONE_BOOKMARK = "gone";

export interface EndWhatIsGoneDeps {
  forge: Pick<Forge, "readThread"> & Pick<PresentPlaces, "repositoryNow">;
  memory: Pick<Bookmarks, "bookmark">;
  log: Pick<Log, "info">;
}

/**
 * Ends a job whose thread was deleted, moved or went out of reach meanwhile: nobody is left to be answered, and nothing
 * to be tried again; its own event says what that means for memory.
 */
export function endWhatIsGone(handler: Handler, deps: EndWhatIsGoneDeps): Handler {
  return async (job, signal) => {
    const end = (reason: string): void =>
      deps.log.info({ job: job.id, queue: job.queue, reason }, "thread is gone");
    if (await wasGone(job, deps)) {
      end(NOT_INSTALLED);
      return;
    }
    try {
      await handler(job, signal);
    } catch (error) {
      const isAnswer = isMnemeError(error, "not_found") || isMnemeError(error, "not_permitted");
      const reason = isAnswer ? await whyGone(job, deps) : null;
      if (reason === null) throw error;
      end(reason);
    }
  };
}

const NOT_INSTALLED = "the app is not installed there any more";

/** What is public can be read without being installed: a late event must not bring back what was erased. */
async function wasGone({ payload }: Job, { memory, forge }: EndWhatIsGoneDeps): Promise<boolean> {
  const about = AboutThread.safeParse(payload).data;
  if (about === undefined || (await memory.bookmark(about.scope, GONE_BOOKMARK)) !== true) return false;
  return !(await isInstalled(about, forge));
}

/** What says that the thread is gone; null where it is there, or nobody says. */
async function whyGone({ payload }: Job, { forge }: EndWhatIsGoneDeps): Promise<string | null> {
  const about = AboutThread.safeParse(payload).data;
  if (about === undefined) return null;
  try {
    await forge.readThread({ ...about, installation: about.scope.installation });
  } catch (failure) {
    if (isMnemeError(failure, "not_found")) return failure.message;
  }
  try {
    return (await isInstalled(about, forge)) ? null : NOT_INSTALLED;
  } catch {
    return null;
  }
}

async function isInstalled(
  { scope, repo }: AboutThread,
  forge: Pick<PresentPlaces, "repositoryNow">,
): Promise<boolean> {
  const { installation, repository } = scope;
  return (await forge.repositoryNow({ installation, repo }, repository)) !== null;
}
