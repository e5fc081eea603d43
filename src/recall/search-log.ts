import { inverseDocumentFrequency, weightInText } from "../memory/index/analysis/bm25f.js";
import { measureOverlap, ownWeight } from "../memory/index/analysis/overlap.js";
import { analyse, type TermVector } from "../memory/index/analysis/term-vector.js";
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
    .map((entry) => ({ entry, vector: analyse(entry) }));
  const rarityOf = rarityIn(candidates.map(({ vector }) => vector));
  const asked = analyse(searchTextOf(query, abstract));
  const weights = Float64Array.from(
    asked.terms,
    (term, index) => rarityOf(term) * weightInText(asked.title[index] ?? 0, asked.text[index] ?? 0),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const average = averageLengths(candidates.map(({ vector }) => vector));
  const rarity = Float64Array.from(asked.terms, rarityOf);
  return candidates
    .map(({ entry, vector }) => {
      const held = new Set(vector.terms);
      const shared = weights.reduce(
        (sum, weight, index) => sum + (held.has(asked.terms[index] ?? -1) ? weight : 0),
        0,
      );
      const fingerprint = entry.fingerprints.some((value) => query.fingerprints.includes(value));
      const overlap = measureOverlap(asked, rarity, vector, ownWeight(vector, rarityOf), average);
      return {
        id: entry.id,
        created_at: entry.created_at,
        fingerprint,
        share: total > 0 ? shared / total : 0,
        overlap,
      };
    })
    .filter(({ fingerprint, share }) => fingerprint || share > 0)
    .sort((a, b) => Number(b.fingerprint) - Number(a.fingerprint) || b.share - a.share)
    .slice(0, limit)
    .map(({ share, ...hit }, index) => ({
      ...hit,
      lexical: { rank: index + 1, score: share },
      dense: null,
      cosine: null,
    }));
}

function rarityIn(vectors: readonly TermVector[]): (term: number) => number {
  const frequencies = new Map<number, number>();
  for (const { terms } of vectors) {
    for (const term of terms) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  }
  return (term) => inverseDocumentFrequency(vectors.length, frequencies.get(term) ?? 0);
}

function averageLengths(vectors: readonly TermVector[]): { titleLength: number; textLength: number } {
  const total = { titleLength: 0, textLength: 0 };
  for (const { titleLength, textLength } of vectors) {
    total.titleLength += titleLength;
    total.textLength += textLength;
  }
  const count = Math.max(1, vectors.length);
  return { titleLength: total.titleLength / count, textLength: total.textLength / count };
}
