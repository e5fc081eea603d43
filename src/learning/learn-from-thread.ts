import type { Chain } from "../chain/chain.js";
import { closingOf, reopeningOf } from "../chain/closing.js";
import { MnemeError } from "../errors.js";
import type { Episode } from "../memory/episode.js";
import type {
  AppendedFact,
  EpisodeLog,
  FactChange,
  FactHistory,
  RunHistory,
} from "../memory/log/episode-log.js";
import { commentsGone } from "../memory/reconciliation.js";
import type { ReadScope, Scope } from "../memory/scope.js";
import { changesToward, MNEME } from "../memory/wanted-facts.js";
import type { RunRecord } from "../run-record.js";
import type { Thread } from "../thread/thread.js";
import { groupBy } from "../util/group-by.js";
import { consolidateCases } from "./consolidate-cases.js";
import { finishedRunsOf } from "./finished-runs.js";
import { isOutcomeOf, outcomesOf, usedMemories } from "./outcomes-of-runs.js";
import { wantedStandings } from "./wanted-standings.js";
import { isThreadFact, wantedThreadFacts } from "./wanted-thread-facts.js";

export type LearningLog = EpisodeLog & FactHistory & RunHistory;

/** When it is learnt (ISO time), and what made us look: "issues.closed", "backfill". */
export interface Occasion {
  at: string;
  why: string;
}

/** What one text of a chain left to be learnt from. */
export type ReadChain = Pick<Chain, "scope" | "thread" | "episodes">;

/** A thread, and the episodes that it holds. */
export interface ReadThread {
  thread: Thread;
  chain: ReadChain;
}

/**
 * Memory follows the thread as it is now, whatever happened to it before and in whatever order we heard of it: its
 * episodes are there, with the standing that its text and its end give them; what was read from deleted comments is
 * erased; memories that were used here are credited with what came of them, or no longer, where the issue was
 * reopened; and its failures join those of other threads. Done again, it changes nothing.
 */
export async function learnFromThread(
  thread: Thread,
  chain: ReadChain,
  log: LearningLog,
  occasion: Occasion,
): Promise<void> {
  await learnFromThreads([{ thread, chain }], log, chain.scope, occasion);
}

/** The same from many threads of one repository, in a few reads and writes however many there are. */
export async function learnFromThreads(
  read: readonly ReadThread[],
  log: LearningLog,
  scope: Scope,
  occasion: Occasion,
): Promise<void> {
  read.forEach(refuseWhatTurnedPrivate);
  const episodes = read.flatMap(({ chain }) => chain.episodes);
  if (episodes.length > 0) await log.append(episodes);
  const keys = read.map(({ chain }) => chain.thread);
  const known = await withoutGone(read, await readChains(log, scope, keys), log, occasion);
  const runs = await finishedRunsOf(log, scope, keys);
  const reader: ReadScope = { scope, share: "organization" };
  const used = await log.get(reader, usedMemories([...runs.values()].flat()));
  const ids = [...[...known.values()].flat(), ...used].map(({ id }) => id);
  const history = groupBy(await log.facts(reader, ids), ({ fact }) => fact.episode);
  const learnt = read.map((one) => {
    const ran = runs.get(one.chain.thread) ?? [];
    const cited = new Set(usedMemories(ran));
    return learnOne(one, {
      stored: known.get(one.chain.thread) ?? [],
      runs: ran,
      used: used.filter(({ id }) => cited.has(id)),
      history,
      occasion,
    });
  });
  await log.changeFacts(
    scope,
    learnt.flatMap(({ changes }) => changes),
  );
  await consolidateCases(
    learnt.flatMap((one) => one.episodes),
    log,
    scope,
    occasion,
  );
}

interface Known {
  /** The thread's episodes in the log. */
  stored: readonly Episode[];
  runs: readonly RunRecord[];
  /** The memories that those runs cited. */
  used: readonly Episode[];
  history: ReadonlyMap<string, AppendedFact[]>;
  occasion: Occasion;
}

/** The thread's episodes as they should stand, and what makes them so. */
function learnOne(
  { thread, chain }: ReadThread,
  { stored, runs, used, history, occasion }: Known,
): { episodes: Episode[]; changes: FactChange[] } {
  const factsOf = (episodes: readonly Episode[]): AppendedFact[] =>
    [...new Set(episodes.map(({ id }) => id))].flatMap((id) => history.get(id) ?? []);
  const own = factsOf(stored);
  const undoing = { by: MNEME, ...occasion };
  const closing = closingOf(thread);
  const standings = wantedStandings(stored, { chain, closing, history: own, occasion });
  const threadFacts = wantedThreadFacts(standings.episodes, {
    thread: chain.thread,
    closing,
    reopening: reopeningOf(thread),
    occasion,
  });
  const outcomes = outcomesOf(runs, used, { thread, chain, closing });
  const all = factsOf([...stored, ...used]);
  return {
    episodes: standings.episodes,
    changes: [
      ...standings.changes,
      ...changesToward(threadFacts, own.filter(isThreadFact(chain.thread)), undoing),
      ...changesToward(outcomes, all.filter(isOutcomeOf(chain.thread, runs)), undoing),
    ],
  };
}

/** The stored chains by thread, each in the order of its thread. */
async function readChains(
  log: LearningLog,
  scope: Scope,
  threads: readonly string[],
): Promise<Map<string, Episode[]>> {
  const found = await log.list(
    { scope, share: "repository" },
    { own: true, threads, oldest_first: true, limit: Number.MAX_SAFE_INTEGER },
  );
  const chains = new Map<string, Episode[]>(threads.map((thread) => [thread, []]));
  for (const episode of found) chains.get(episode.thread)?.push(episode);
  for (const chain of chains.values()) chain.sort((a, b) => a.seq - b.seq || (a.id < b.id ? -1 : 1));
  return chains;
}

/** The chains, after what was read from comments that are gone was erased. */
async function withoutGone(
  read: readonly ReadThread[],
  chains: ReadonlyMap<string, Episode[]>,
  log: LearningLog,
  occasion: Occasion,
): Promise<Map<string, Episode[]>> {
  const left = new Map<string, Episode[]>();
  for (const { thread, chain } of read) {
    const { scope, thread: key } = chain;
    const stored = chains.get(key) ?? [];
    const gone = commentsGone(stored, new Set(thread.comments.map(({ id }) => id)));
    for (const comment_id of gone)
      await log.erase(
        scope,
        { thread: key, comment_id },
        { by: MNEME, at: occasion.at, why: `${occasion.why}: the comment is gone` },
      );
    const isLeft = ({ provenance }: Episode): boolean =>
      provenance.comment_id === null || !gone.includes(provenance.comment_id);
    left.set(key, stored.filter(isLeft));
  }
  return left;
}

/** What was asked while the repository was public must not be remembered as public any more. */
function refuseWhatTurnedPrivate({ thread: { is_private }, chain: { scope, thread } }: ReadThread): void {
  if (is_private !== true || scope.visibility === "private") return;
  throw new MnemeError(
    "conflict",
    `the repository of ${thread} became private meanwhile, so nothing of it is remembered as public: ask again`,
  );
}
