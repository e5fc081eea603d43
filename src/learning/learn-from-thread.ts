import type { Chain } from "../chain/chain.js";
import { MnemeError } from "../errors.js";
import type { Episode } from "../memory/episode.js";
import type { EpisodeLog, FactHistory, RunHistory } from "../memory/log/episode-log.js";
import { commentsGone } from "../memory/reconciliation.js";
import type { ReadScope } from "../memory/scope.js";
import { changesToward, MNEME } from "../memory/wanted-facts.js";
import type { Thread } from "../thread/thread.js";
import { consolidateCases } from "./consolidate-cases.js";
import { closingOf, reopeningOf } from "../chain/closing.js";
import { finishedRuns } from "./finished-runs.js";
import { isOutcomeOf, outcomesOf, usedMemories } from "./outcomes-of-runs.js";
import { wantedStandings } from "./wanted-standings.js";
import { isThreadFact, wantedThreadFacts } from "./wanted-thread-facts.js";

export type LearningLog = EpisodeLog & FactHistory & RunHistory;

/** When it is learnt (ISO time), and what made us look: "issues.closed", "backfill". */
export interface Occasion {
  at: string;
  why: string;
}

/**
 * Memory follows the thread as it is now, whatever happened to it before and in whatever order we heard of it: its
 * episodes are there, with the standing that its text and its end give them; what was read from deleted comments is
 * erased; memories that were used here are credited with what came of them, or no longer, where the issue was
 * reopened; and its failures join those of other threads. Done again, it changes nothing.
 */
export async function learnFromThread(
  thread: Thread,
  chain: Chain,
  log: LearningLog,
  occasion: Occasion,
): Promise<void> {
  const episodes = await learnFromOneThread(thread, chain, log, occasion);
  await consolidateCases(episodes, log, chain.scope, occasion);
}

/**
 * All of it but the last: gives the thread's episodes as they stand, so that those of many threads of one repository
 * join others at once (`consolidateCases`).
 */
export async function learnFromOneThread(
  thread: Thread,
  chain: Chain,
  log: LearningLog,
  occasion: Occasion,
): Promise<Episode[]> {
  const { scope } = chain;
  refuseWhatTurnedPrivate(thread, chain);
  if (chain.episodes.length > 0) await log.append(chain.episodes);
  const stored = await withoutGone(thread, chain, log, occasion);
  const reader: ReadScope = { scope, share: "organization" };
  const runs = await finishedRuns(log, scope, chain.thread);
  const used = await log.get(reader, usedMemories(runs));
  const history = await log.facts(
    reader,
    [...stored, ...used].map(({ id }) => id),
  );
  const undoing = { by: MNEME, ...occasion };
  const closing = closingOf(thread);
  const standings = wantedStandings(stored, { chain, closing, history, occasion });
  const threadFacts = wantedThreadFacts(standings.episodes, {
    thread: chain.thread,
    closing,
    reopening: reopeningOf(thread),
    occasion,
  });
  const outcomes = outcomesOf(runs, used, { thread, chain, closing });
  const own = new Set(stored.map(({ id }) => id));
  await log.changeFacts(scope, [
    ...standings.changes,
    ...changesToward(
      threadFacts,
      history.filter(({ fact }) => own.has(fact.episode)).filter(isThreadFact(chain.thread)),
      undoing,
    ),
    ...changesToward(outcomes, history.filter(isOutcomeOf(chain.thread, runs)), undoing),
  ]);
  return standings.episodes;
}

/** The thread's episodes in the log, after what was read from comments that are gone was erased. */
async function withoutGone(
  thread: Thread,
  { scope, thread: key }: Chain,
  log: LearningLog,
  occasion: Occasion,
): Promise<Episode[]> {
  const stored = await log.chain(scope, key);
  const gone = commentsGone(stored, new Set(thread.comments.map(({ id }) => id)));
  for (const comment_id of gone)
    await log.erase(
      scope,
      { thread: key, comment_id },
      { by: MNEME, at: occasion.at, why: `${occasion.why}: the comment is gone` },
    );
  return stored.filter(
    ({ provenance }) => provenance.comment_id === null || !gone.includes(provenance.comment_id),
  );
}

/** What was asked while the repository was public must not be remembered as public any more. */
function refuseWhatTurnedPrivate({ is_private }: Thread, { scope, thread }: Chain): void {
  if (is_private !== true || scope.visibility === "private") return;
  throw new MnemeError(
    "conflict",
    `the repository of ${thread} became private meanwhile, so nothing of it is remembered as public: ask again`,
  );
}
