import type { Chain } from "../chain/chain.js";
import type { Episode } from "../memory/episode.js";
import type { EpisodeLog } from "../memory/log/episode-log.js";
import { ANSWERED_TAG, isStepTag, runTag } from "../planning/step-tags.js";
import { readRunMarker } from "../reply/marker.js";
import type { RunRecord } from "../run-record.js";
import type { Thread } from "../thread/thread.js";

/**
 * The chain as it goes on: what earlier runs on this thread did, saw and proposed stands in it too, and a proposal
 * that did not help is refuted. Only what was posted in the thread can have been tried by anybody.
 */
export async function continueChain(
  chain: Chain,
  thread: Thread,
  run: RunRecord,
  log: Pick<EpisodeLog, "chain">,
): Promise<Chain> {
  const known = new Set([...chain.episodes, ...run.episodes].map(({ id }) => id));
  const earlier = (await log.chain(run.scope, chain.thread)).filter(
    ({ id, tags }) => !known.has(id) && tags.some(isStepTag),
  );
  if (earlier.length === 0) return chain;
  const posted = new Set(thread.comments.map(({ body }) => runTag(readRunMarker(body) ?? "")));
  const judged = earlier.map((episode) =>
    episode.kind === "diagnosis" && episode.tags.some((tag) => posted.has(tag))
      ? judge(episode, chain.episodes)
      : episode,
  );
  return { ...chain, episodes: [...chain.episodes, ...judged].toSorted(byTime) };
}

/** What the reporter said after it, and before anything else was proposed, is about it. */
function judge(proposal: Episode, episodes: readonly Episode[]): Episode {
  const since = episodes.filter(
    ({ created_at, provenance }) =>
      provenance.author_role === "reporter" &&
      provenance.comment_id !== null &&
      Date.parse(created_at) > Date.parse(proposal.created_at),
  );
  if (since.length === 0) return proposal;
  const verdict = since.find(({ tags }) => tags.includes("fixed") || tags.includes("still_broken"));
  if (verdict?.tags.includes("fixed") === true) return { ...proposal, status: "resolved" };
  const tags = [...proposal.tags, ANSWERED_TAG];
  if (verdict === undefined) return { ...proposal, tags };
  const excerpt = verdict.summary;
  return { ...proposal, tags, status: "refuted", outcome: { success: false, excerpt } };
}

function byTime(a: Episode, b: Episode): number {
  return Date.parse(a.created_at) - Date.parse(b.created_at);
}
