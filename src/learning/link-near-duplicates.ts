import { fingerprintOf, isNearDuplicate } from "../memory/consolidation.js";
import type { Episode } from "../memory/episode.js";
import type { IndexedEpisode } from "../memory/index/catch-up.js";
import type { RecallIndex } from "../memory/index/recall-index.js";
import type { EpisodeLog, FactHistory } from "../memory/log/episode-log.js";
import type { ReadScope } from "../memory/scope.js";
import { changesToward, MNEME, type WantedFact } from "../memory/wanted-facts.js";

type Log = Pick<EpisodeLog, "get" | "changeFacts"> & FactHistory;

/** Neighbours that are looked at: an issue that was reported more often than that is linked to these. */
const NEIGHBOURS = 8;

/**
 * Reports that say the same as one of another thread of the repository are linked to it, the later to the earlier.
 * Failures are left out: they are known again by their fingerprints (`consolidate-cases`). What a person took back is
 * not linked again.
 */
export async function linkNearDuplicates(
  indexed: readonly IndexedEpisode[],
  index: Pick<RecallIndex, "search">,
  log: Log,
): Promise<void> {
  for (const { episode, vector } of indexed) {
    if (!isComparable(episode)) continue;
    const reader: ReadScope = { scope: episode.scope, share: "repository" };
    const pairs = await nearDuplicates(episode, vector, reader, index, log);
    if (pairs.length === 0) continue;
    const wanted = pairs.map(linkToEarlier);
    const history = await log.facts(
      reader,
      wanted.map(({ fact }) => fact.episode),
    );
    const undoing = { by: MNEME, at: episode.created_at, why: "says the same" };
    const missing = changesToward(wanted, history, undoing).filter((change) => "add" in change);
    if (missing.length > 0) await log.changeFacts(episode.scope, missing);
  }
}

function isComparable(episode: Episode): boolean {
  return episode.kind === "report" && episode.status !== "superseded" && fingerprintOf(episode) === null;
}

async function nearDuplicates(
  episode: Episode,
  vector: Float32Array,
  reader: ReadScope,
  index: Pick<RecallIndex, "search">,
  log: Log,
): Promise<[Episode, Episode][]> {
  const hits = await index.search({
    reader,
    filter: { not_thread: episode.thread, kinds: ["report"], not_statuses: ["superseded"] },
    title: "",
    text: "",
    fingerprints: [],
    entities: [],
    vector,
    limit: NEIGHBOURS,
  });
  const cosines = new Map(hits.map(({ id, cosine }) => [id, cosine]));
  const others = await log.get(reader, [...cosines.keys()]);
  return others
    .filter((other) => isComparable(other) && isNearDuplicate(episode, other, cosines.get(other.id) ?? null))
    .map((other) => [episode, other]);
}

function linkToEarlier([one, other]: [Episode, Episode]): WantedFact {
  const [earlier, later] = isEarlier(one, other) ? [one, other] : [other, one];
  return {
    fact: { kind: "link", episode: later.id, link: { type: "confirms", to: earlier.id } },
    attribution: { by: MNEME, at: later.created_at, why: "says the same" },
  };
}

function isEarlier(one: Episode, other: Episode): boolean {
  const [a, b] = [Date.parse(one.created_at), Date.parse(other.created_at)];
  return a < b || (a === b && one.id < other.id);
}
