import type { Chain } from "../chain/chain.js";
import { isMnemeError } from "../errors.js";
import { finishedRuns } from "../learning/finished-runs.js";
import { learnFromThread, type LearningLog } from "../learning/learn-from-thread.js";
import { matchComments } from "../learning/match-comments.js";
import { noteOrigin, originOf, type ThreadOrigin } from "../learning/origins.js";
import type { Log } from "../log.js";
import type { Episode } from "../memory/episode.js";
import type { Attribution, Batches, Bookmarks, MovedNames } from "../memory/log/episode-log.js";
import type { Scope } from "../memory/scope.js";
import { runMarker } from "../reply/marker.js";
import type { RunRecord } from "../run-record.js";
import { type Thread, threadKey } from "../thread/thread.js";
import type { Forge } from "./forge.js";
import type { Notice } from "./notices.js";
import { inPresentScope } from "./present-scope.js";
import type { ReactionSource } from "./reactions/reaction-source.js";
import { syncReactions } from "./reactions/sync-reactions.js";

export interface FollowTransferDeps {
  forge: Pick<Forge, "readThread" | "findOwnComment" | "permissionOf"> & ReactionSource;
  memory: LearningLog & Batches & Pick<Bookmarks, "bookmark">;
  buildChain: (thread: Thread, scope: Scope, origin?: ThreadOrigin | null) => Chain;
  log: Pick<Log, "info">;
  now: () => Date;
}

type Moved = Extract<Notice, { kind: "moved" }>;

/**
 * Memory goes with an issue that is transferred: episodes with their gold, counts and corrections, and the runs. Where
 * mneme may not read it at its new place, or more people may there than before, it is forgotten. An issue of which nothing
 * was known begins anew at its new place.
 */
export async function followTransfer(notice: Moved, deps: FollowTransferDeps): Promise<void> {
  const { scope, by, why } = notice;
  const stored = await deps.memory.chain(scope, threadKey(notice));
  const runs = await finishedRuns(deps.memory, scope, threadKey(notice));
  if (stored.length === 0 && runs.length === 0) return;
  const attribution = { by, at: deps.now().toISOString(), why };
  const thread = await readThere(notice, deps);
  const to = thread === null ? null : { ...notice.to, scope: inPresentScope(notice.to.scope, thread) };
  const wasPrivate = [scope, ...stored.map((episode) => episode.scope)].some(isPrivate);
  if (thread === null || to === null || (wasPrivate && !isPrivate(to.scope))) {
    const erased = await deps.memory.erase(scope, { thread: threadKey(notice) }, attribution);
    deps.log.info({ scope, why, erased }, "thread went out of reach");
    return;
  }
  const names = await namesThere(thread, { to, stored, runs }, deps);
  const moved = await move({ ...notice, to }, names, { attribution, memory: deps.memory });
  const chain = deps.buildChain(thread, to.scope, await originOf(deps.memory, to));
  await learnFromThread(thread, chain, deps.memory, attribution);
  const now = (): string => attribution.at;
  await syncReactions(to.scope, chain.thread, { ...deps, source: deps.forge, now });
  deps.log.info({ scope, to, moved, comments: names.comments.size }, "thread was transferred");
}

function isPrivate({ visibility }: Scope): boolean {
  return visibility === "private";
}

/** Null where it is out of reach. */
async function readThere({ to }: Moved, { forge }: FollowTransferDeps): Promise<Thread | null> {
  try {
    return await forge.readThread({ installation: to.scope.installation, repo: to.repo, number: to.number });
  } catch (error) {
    if (isMnemeError(error, "not_found") || isMnemeError(error, "not_permitted")) return null;
    throw error;
  }
}

/** What comments and replies are called now: people's by what they wrote and when, ours by their marker. */
async function namesThere(
  thread: Thread,
  { to, stored, runs }: { to: Moved["to"]; stored: readonly Episode[]; runs: readonly RunRecord[] },
  { forge }: FollowTransferDeps,
): Promise<MovedNames> {
  const comments = new Map<string, string>();
  const texts = new Map<string, string>();
  const matched = matchComments(stored, runs, thread.comments);
  for (const [id, comment] of matched) comments.set(id, comment.id);
  for (const { provenance } of stored) {
    const comment = matched.get(provenance.comment_id ?? "");
    if (provenance.comment_id === null) texts.set(provenance.url, thread.source_url);
    else if (comment !== undefined) texts.set(provenance.url, comment.url);
  }
  const address = { installation: to.scope.installation, repo: to.repo, number: to.number };
  for (const { run_id, reply } of runs) {
    if (typeof reply?.comment_id !== "string") continue;
    const posted = await forge.findOwnComment(address, runMarker(run_id));
    if (posted === null) continue;
    comments.set(reply.comment_id, posted.id);
    if (reply.url !== null) texts.set(reply.url, posted.url);
    if (reply.node_id !== undefined && posted.node_id !== undefined) texts.set(reply.node_id, posted.node_id);
  }
  return { comments, texts };
}

async function move(
  notice: Moved,
  names: MovedNames,
  { attribution, memory }: { attribution: Attribution; memory: FollowTransferDeps["memory"] },
): Promise<number> {
  const { scope, to } = notice;
  return await memory.together(async (log) => {
    const isNoted = (await originOf(log, to)) !== null;
    // Where the new place was heard of first, its texts were read as of another thread.
    const twins = isNoted ? [] : (await log.chain(to.scope, threadKey(to))).filter(isRead);
    await log.erase(to.scope, { misread: twins.map(({ id }) => id) }, attribution);
    await noteOrigin(log, { from: notice, to }, names.comments);
    return await log.moveThread(
      { scope, thread: threadKey(notice) },
      { scope: to.scope, thread: threadKey(to) },
      names,
    );
  });
}

/** From a text of the thread, not from a run or a command. */
function isRead({ provenance, tags }: Episode): boolean {
  return (
    ["reporter", "maintainer", "participant"].includes(provenance.source) && !tags.includes("remembered")
  );
}
