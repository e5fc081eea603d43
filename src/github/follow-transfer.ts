import type { Chain } from "../chain/chain.js";
import { isMnemeError } from "../errors.js";
import { learnFromThread, type LearningLog } from "../learning/learn-from-thread.js";
import { noteOrigin, originOf } from "../learning/origins.js";
import type { Log } from "../log.js";
import type { Attribution, Batches, Bookmarks, ThreadPlace } from "../memory/log/episode-log.js";
import type { Scope } from "../memory/scope.js";
import { type Thread, threadKey } from "../thread/thread.js";
import type { Forge } from "./forge.js";
import type { Notice } from "./notices.js";

export interface FollowTransferDeps {
  forge: Pick<Forge, "readThread">;
  memory: LearningLog & Batches & Pick<Bookmarks, "bookmark">;
  buildChain: (thread: Thread, scope: Scope, origin?: ThreadPlace | null) => Chain;
  log: Pick<Log, "info">;
  /** ISO time. */
  now: () => string;
}

/**
 * Memory goes with an issue that is transferred: episodes with their gold, counts and corrections, and the runs. Where
 * mneme may not read it at its new place, or more people may there than before, it is forgotten.
 */
export async function followTransfer(
  notice: Extract<Notice, { kind: "moved" }>,
  deps: FollowTransferDeps,
): Promise<void> {
  const { scope, to, by, why } = notice;
  const attribution = { by, at: deps.now(), why };
  const isWidened = scope.visibility === "private" && to.scope.visibility === "public";
  const thread = isWidened ? null : await readThere(notice, deps);
  if (thread === null) {
    const erased = await deps.memory.erase(scope, { thread: threadKey(notice) }, attribution);
    deps.log.info({ scope, why, erased }, "thread went out of reach");
    return;
  }
  const moved = await move(notice, attribution, deps);
  const chain = deps.buildChain(thread, to.scope, await originOf(deps.memory, to));
  await learnFromThread(thread, chain, deps.memory, { at: deps.now(), why });
  deps.log.info({ scope, to, moved }, "thread was transferred");
}

/** Null where it is out of reach. */
async function readThere(
  { to }: Extract<Notice, { kind: "moved" }>,
  { forge }: FollowTransferDeps,
): Promise<Thread | null> {
  try {
    return await forge.readThread({ installation: to.scope.installation, repo: to.repo, number: to.number });
  } catch (error) {
    if (isMnemeError(error, "not_found") || isMnemeError(error, "not_permitted")) return null;
    throw error;
  }
}

async function move(
  notice: Extract<Notice, { kind: "moved" }>,
  attribution: Attribution,
  { memory }: FollowTransferDeps,
): Promise<number> {
  const { scope, to } = notice;
  return await memory.together(async (log) => {
    const isNoted = (await originOf(log, to)) !== null;
    // Where the new place was heard of first, its texts were read as of another thread.
    const twins = isNoted ? [] : (await log.chain(to.scope, threadKey(to))).filter(isRead);
    for (const { id } of twins) await log.erase(to.scope, { episode: id }, attribution);
    await noteOrigin(log, notice, to);
    return await log.moveThread(
      { scope, thread: threadKey(notice) },
      { scope: to.scope, thread: threadKey(to) },
    );
  });
}

/** From a text of the thread, not from a run or a command. */
function isRead({ provenance, tags }: Awaited<ReturnType<LearningLog["chain"]>>[number]): boolean {
  return (
    ["reporter", "maintainer", "participant"].includes(provenance.source) && !tags.includes("remembered")
  );
}
