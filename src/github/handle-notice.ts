import type { Chain } from "../chain/chain.js";
import { MnemeError } from "../errors.js";
import type { Job } from "../jobs/queue.js";
import { learnFromThread, type LearningLog } from "../learning/learn-from-thread.js";
import { originOf } from "../learning/origins.js";
import type { Log } from "../log.js";
import type { Batches, Bookmarks, ThreadPlace, Relocation } from "../memory/log/episode-log.js";
import type { Scope } from "../memory/scope.js";
import type { Thread } from "../thread/thread.js";
import type { createArrivalHandler } from "./backfill/backfill-on-arrival.js";
import { followTransfer } from "./follow-transfer.js";
import type { Forge } from "./forge.js";
import { Notice } from "./notices.js";
import { NAME_BOOKMARK } from "./present-name.js";
import type { ReactionSource } from "./reactions/reaction-source.js";
import { syncReactions } from "./reactions/sync-reactions.js";
import type { Suspensions } from "./suspension.js";

export interface NoticeHandlerDeps {
  forge: Pick<Forge, "readThread" | "permissionOf"> & ReactionSource;
  memory: LearningLog & Relocation & Batches & Bookmarks;
  buildChain: (thread: Thread, scope: Scope, origin?: ThreadPlace | null) => Chain;
  /** Brings the recall index up to the log. */
  catchUp: () => Promise<void>;
  suspensions: Pick<Suspensions, "set" | "refuseSuspended">;
  /** What happened in a repository before; null where the operator wants none of it. */
  onArrival: ReturnType<typeof createArrivalHandler> | null;
  log: Log;
  /** ISO time. */
  now: () => string;
}

/** What a worker does with a notice: memory follows the thread, whatever order its events come in. */
export function createNoticeHandler(
  deps: NoticeHandlerDeps,
): (job: Job, signal: AbortSignal) => Promise<void> {
  return async (job, signal) => {
    const notice = Notice.safeParse(job.payload);
    if (!notice.success)
      throw new MnemeError("internal", `job ${job.id} holds no notice: it was written by another version`);
    await heed(notice.data, { job, signal }, deps);
    await deps.catchUp();
  };
}

async function heed(
  notice: Notice,
  { job, signal }: { job: Job; signal: AbortSignal },
  deps: NoticeHandlerDeps,
): Promise<void> {
  switch (notice.kind) {
    case "sync": {
      await deps.suspensions.refuseSuspended(job);
      await sync(notice, deps);
      return;
    }
    case "erase": {
      await erase(notice, deps);
      return;
    }
    case "moved": {
      await deps.suspensions.refuseSuspended(job);
      await followTransfer(notice, deps);
      return;
    }
    case "suspension": {
      const { suspended, by, scope, changed_at } = notice;
      const when = changed_at === undefined ? { at: deps.now() } : { at: deps.now(), changed_at };
      const retried = await deps.suspensions.set(scope.installation, { suspended, by, ...when });
      deps.log.info({ scope, suspended, by, retried }, "installation suspended or back");
      return;
    }
    case "arrived":
      deps.log.info({ ...notice }, "repository arrived");
      await deps.onArrival?.(notice, job, signal);
      return;
    case "renamed": {
      const renamed = await deps.memory.renameThreads(notice.scope, notice.from, notice.to);
      if (renamed > 0) await deps.memory.saveBookmark(notice.scope, NAME_BOOKMARK, notice.to);
      deps.log.info({ ...notice, renamed }, "repository renamed");
    }
  }
}

async function erase(notice: Extract<Notice, { kind: "erase" }>, deps: NoticeHandlerDeps): Promise<void> {
  const { scope, what, by, why } = notice;
  const erased = await deps.memory.erase(scope, what, { by, at: deps.now(), why });
  deps.log.info({ scope, why, erased }, "memory erased");
}

/** The thread as it is now decides: the event only said that it is worth a look. */
async function sync(notice: Extract<Notice, { kind: "sync" }>, deps: NoticeHandlerDeps): Promise<void> {
  const { scope, repo, number, why } = notice;
  const known = await deps.memory.chain(scope, `${repo}#${number}`);
  if (known.length === 0 && !notice.learn) return;
  const thread = await deps.forge.readThread({ installation: scope.installation, repo, number });
  const chain = deps.buildChain(thread, scope, await originOf(deps.memory, notice));
  await learnFromThread(thread, chain, deps.memory, { at: deps.now(), why });
  await syncReactions(scope, chain.thread, { ...deps, source: deps.forge });
  deps.log.info({ scope, number, why, episodes: chain.episodes.length }, "thread remembered");
}
