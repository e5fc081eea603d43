import type { Chain } from "../chain/chain.js";
import { MnemeError } from "../errors.js";
import type { Job } from "../jobs/queue.js";
import { learnFromThread, type LearningLog } from "../learning/learn-from-thread.js";
import { originOf, type ThreadOrigin } from "../learning/origins.js";
import type { Log } from "../log.js";
import type { Batches, Bookmarks, Relocation } from "../memory/log/episode-log.js";
import type { Scope } from "../memory/scope.js";
import type { Thread } from "../thread/thread.js";
import { followTransfer } from "./follow-transfer.js";
import type { Forge, PresentPlaces } from "./forge.js";
import { Notice } from "./notices.js";
import { inPresentScope } from "./present-scope.js";
import type { ReactionSource } from "./reactions/reaction-source.js";
import { syncReactions } from "./reactions/sync-reactions.js";
import { settleInstallation, type SettleInstallationDeps } from "./settle-installation.js";
import { settleRepository, type SettleRepositoryDeps } from "./settle-repository.js";
import type { Suspensions } from "./suspension.js";

export interface NoticeHandlerDeps extends SettleRepositoryDeps, SettleInstallationDeps {
  forge: Pick<Forge, "readThread" | "permissionOf" | "findOwnComment"> & ReactionSource & PresentPlaces;
  memory: LearningLog & Relocation & Batches & Bookmarks;
  buildChain: (thread: Thread, scope: Scope, origin?: ThreadOrigin | null) => Chain;
  /** Brings the recall index up to the log. */
  catchUp: () => Promise<void>;
  suspensions: Pick<Suspensions, "set" | "refuseSuspended">;
  log: Log;
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
    case "sync":
      await deps.suspensions.refuseSuspended(job);
      await sync(notice, deps);
      return;
    case "erase":
      await erase(notice, deps);
      return;
    case "moved":
      await deps.suspensions.refuseSuspended(job);
      await followTransfer(notice, deps);
      return;
    case "installation":
      await settleInstallation(notice, job, deps);
      return;
    case "repository":
      await settleRepository(notice, { job, signal }, deps);
  }
}

async function erase(notice: Extract<Notice, { kind: "erase" }>, deps: NoticeHandlerDeps): Promise<void> {
  const { scope, what, by, why } = notice;
  const erased = await deps.memory.erase(scope, what, { by, at: deps.now().toISOString(), why });
  deps.log.info({ scope, why, erased }, "memory erased");
}

/** The thread as it is now decides: the event only said that it is worth a look. */
async function sync(notice: Extract<Notice, { kind: "sync" }>, deps: NoticeHandlerDeps): Promise<void> {
  const { scope, repo, number, why } = notice;
  const known = await deps.memory.chain(scope, `${repo}#${number}`);
  if (known.length === 0 && !notice.learn) return;
  const thread = await deps.forge.readThread({ installation: scope.installation, repo, number });
  const place = inPresentScope(scope, thread);
  const chain = deps.buildChain(thread, place, await originOf(deps.memory, notice));
  const now = (): string => deps.now().toISOString();
  await learnFromThread(thread, chain, deps.memory, { at: now(), why });
  await syncReactions(place, chain.thread, { ...deps, source: deps.forge, now });
  deps.log.info({ scope, number, why, episodes: chain.episodes.length }, "thread remembered");
}
