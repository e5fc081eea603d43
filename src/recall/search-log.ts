import { inverseDocumentFrequency } from "../memory/index/analysis/bm25f.js";
import { tokenize } from "../memory/index/analysis/tokenize.js";
import type { IndexHit } from "../memory/index/recall-index.js";
import type { EpisodeLog } from "../memory/log/episode-log.js";
import { toIndexEntry } from "./index-entry.js";
import type { RecallQuery } from "./recall.js";
import { type Abstract, searchTextOf } from "./search-text.js";

/** Newest episodes looked at where the index is down: a bounded, plain search. */
const EPISODES = 2000;

/** The way round a lost index: the newest readable episodes of the log of record, by shared words. */
export async function searchLog(
  log: Pick<EpisodeLog, "list">,
  query: RecallQuery,
  abstract: Abstract,
  limit: number,
): Promise<IndexHit[]> {
  const episodes = await log.list(query.reader, {
    limit: EPISODES,
    ...(query.before === null ? {} : { before: query.before }),
  });
  const candidates = episodes
    .filter(
      ({ thread, status }) => thread !== query.thread && status !== "superseded" && status !== "refuted",
    )
    .map((episode) => toIndexEntry(episode, abstract))
    .map((entry) => ({ entry, terms: new Set(tokenize(`${entry.title}\n${entry.text}`)) }));
  const search = searchTextOf(query, abstract);
  const weights = termWeights(
    new Set(tokenize(`${search.title}\n${search.text}`)),
    candidates.map(({ terms }) => terms),
  );
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  return candidates
    .map(({ entry, terms }) => {
      const covered = [...weights].reduce((sum, [term, weight]) => sum + (terms.has(term) ? weight : 0), 0);
      const fingerprint = entry.fingerprints.some((value) => query.fingerprints.includes(value));
      return { id: entry.id, fingerprint, share: total === 0 ? 0 : covered / total };
    })
    .filter(({ fingerprint, share }) => fingerprint || share > 0)
    .sort((a, b) => Number(b.fingerprint) - Number(a.fingerprint) || b.share - a.share)
    .slice(0, limit)
    .map(({ id, fingerprint, share }, index) => ({
      id,
      fingerprint,
      lexical: { rank: index + 1, score: share },
      dense: null,
    }));
}

function termWeights(
  asked: ReadonlySet<string>,
  documents: readonly ReadonlySet<string>[],
): Map<string, number> {
  return new Map(
    [...asked].map((term) => {
      const frequency = documents.filter((terms) => terms.has(term)).length;
      return [term, inverseDocumentFrequency(documents.length, frequency)];
    }),
  );
}
