import type { Embedder } from "../embedding/embedder.js";
import { compareEnvironments } from "../environment/compatibility.js";
import { firstOwnFrame } from "../failures/own-frame.js";
import { messageOf } from "../errors.js";
import { bestResolution } from "../memory/best-resolution.js";
import { spokesmanOf, type Episode } from "../memory/episode.js";
import { embeddingText } from "../memory/index/embedding-text.js";
import type { IndexHit, RecallIndex } from "../memory/index/recall-index.js";
import type { EpisodeLog } from "../memory/log/episode-log.js";
import { mayRead } from "../memory/scope.js";

import { findConflicts } from "./conflicts.js";
import type { CompareEnvironments } from "./environment-match.js";
import { experienceOf, experienceReason, type FaultExperiences, readExperiences } from "./experience-of.js";
import { explain } from "./explain.js";
import { rankCandidates } from "./relevance.js";
import { reScore, type Scored } from "./re-score.js";
import type { Recall, RecallQuery } from "./recall.js";
import { nothingRecalled, type Recalled, type RecallResult } from "./recalled.js";
import { searchLog } from "./search-log.js";
import { type Abstract, searchTextOf } from "./search-text.js";
import { WEIGHTS } from "./weights.js";

export interface RecallDependencies {
  index: RecallIndex;
  log: Pick<EpisodeLog, "get" | "list" | "chain" | "experiences">;
  /** null: lexical and fingerprint recall alone. */
  embedder: Embedder | null;
  /** Milliseconds since the epoch. */
  now: () => number;
  abstract: Abstract;
  /** Default: the environment room's own rules. */
  compareEnvironments?: CompareEnvironments;
  /** Best score below which nothing is shown, in (0, 1). */
  threshold?: number;
}

/** Recall over an index and the log of record. A lost index or embedder degrades it, and the result says so. */
export function createRecall(dependencies: RecallDependencies): Recall {
  return { recall: async (query) => await recall(dependencies, query) };
}

interface Candidates {
  hits: IndexHit[];
  degraded: string | null;
}

async function recall(dependencies: RecallDependencies, query: RecallQuery): Promise<RecallResult> {
  const { hits, degraded } = await findCandidates(dependencies, query);
  const scored = await scoreCandidates(dependencies, query, hits);
  const threshold = query.least ?? dependencies.threshold ?? WEIGHTS.threshold;
  const best = worthShowing(bestOfEachThread(scored), threshold).slice(0, query.limit);
  if (best.length === 0) {
    return {
      ...nothingRecalled(query.moment, whyNothing(scored, threshold)),
      degraded,
      considered: hits.length,
    };
  }
  const experiences = readExperiences(dependencies.log, query.reader);
  const recalled = await Promise.all(
    best.map(async (entry, index) => await present(dependencies, query, entry, index, experiences)),
  );
  return {
    moment: query.moment,
    recalled,
    conflicts: findConflicts(recalled),
    abstained: null,
    degraded,
    considered: hits.length,
  };
}

async function findCandidates(dependencies: RecallDependencies, query: RecallQuery): Promise<Candidates> {
  const search = searchTextOf(query, dependencies.abstract);
  const { vector, degraded } = await embedQuery(dependencies.embedder, embeddingText(search));
  try {
    const hits = await dependencies.index.search({
      reader: query.reader,
      filter: {
        not_thread: query.thread,
        not_statuses: ["superseded", "refuted"],
        ...(query.before === null ? {} : { created_before: Date.parse(query.before) }),
      },
      ...search,
      fingerprints: query.fingerprints,
      vector,
      limit: WEIGHTS.candidates,
    });
    return { hits, degraded };
  } catch (error) {
    return await searchWithoutIndex(dependencies, query, messageOf(error));
  }
}

async function searchWithoutIndex(
  { log, abstract }: RecallDependencies,
  query: RecallQuery,
  reason: string,
): Promise<Candidates> {
  try {
    const hits = await searchLog(log, query, abstract, WEIGHTS.candidates);
    return { hits, degraded: `index down, searched the log of record by words (${reason})` };
  } catch (error) {
    return { hits: [], degraded: `index and log of record down (${reason}; ${messageOf(error)})` };
  }
}

async function embedQuery(
  embedder: Embedder | null,
  text: string,
): Promise<{ vector: Float32Array | null; degraded: string | null }> {
  if (embedder === null) return { vector: null, degraded: null };
  try {
    const [vector] = await embedder.embed([text], "query");
    return { vector: vector ?? null, degraded: null };
  } catch (error) {
    return { vector: null, degraded: `embedding model down, searched by words alone (${messageOf(error)})` };
  }
}

async function scoreCandidates(
  { log, now, compareEnvironments: compare = compareEnvironments }: RecallDependencies,
  query: RecallQuery,
  hits: readonly IndexHit[],
): Promise<Scored[]> {
  if (hits.length === 0) return [];
  const at = query.before === null ? now() : Date.parse(query.before);
  const ranked = rankCandidates(hits, at).slice(0, Math.max(WEIGHTS.inspected, 2 * query.limit));
  const ids = ranked.map(({ id }) => id);
  const episodes = new Map((await log.get(query.reader, ids)).map((episode) => [episode.id, episode]));
  return ranked
    .flatMap((hit) => {
      const episode = episodes.get(hit.id);
      return episode === undefined ? [] : [reScore(episode, hit, query, at, compare)];
    })
    .sort((a, b) => b.score - a.score);
}

function bestOfEachThread(scored: readonly Scored[]): Scored[] {
  const seen = new Set<string>();
  return scored.filter(({ episode }) => {
    const key = `${episode.scope.repository} ${episode.thread}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function worthShowing(scored: readonly Scored[], threshold: number): Scored[] {
  if ((scored[0]?.score ?? 0) < threshold) return [];
  return scored.filter(({ score }) => score >= threshold * WEIGHTS.companions);
}

function whyNothing(scored: readonly Scored[], threshold: number): string {
  const [best] = scored;
  if (best === undefined) return "nothing in memory shares anything with this";
  return `the closest memory (${best.episode.thread}) scores ${(Math.floor(best.score * 100) / 100).toFixed(2)}, below ${threshold.toFixed(2)}`;
}

async function present(
  { log }: RecallDependencies,
  query: RecallQuery,
  scored: Scored,
  index: number,
  experiences: FaultExperiences,
): Promise<Recalled> {
  const { episode, environment } = scored;
  // A repository that changed hands between private and public holds both: the episode may be read, its chain in part.
  const chain = (await log.chain(episode.scope, episode.thread)).filter(({ scope }) =>
    mayRead(query.reader, scope),
  );
  const before = query.before === null ? Infinity : Date.parse(query.before);
  const standing = chain.filter(
    ({ kind, status, created_at }) =>
      // One that is open is in doubt: its issue was reopened.
      kind === "resolution" &&
      (status === "resolved" || status === "located") &&
      Date.parse(created_at) < before,
  );
  const title = chain.find(({ kind }) => kind === "report")?.summary.split("\n", 1)[0];
  const resolution = bestResolution(standing);
  // An experience does not say what was known before a time that is past.
  const experience = query.before === null ? await experienceOf(episode, resolution, experiences) : null;
  return {
    label: `M${index + 1}`,
    episode,
    ...(title === undefined ? {} : { title }),
    score: scored.score,
    places: placesIn(chain),
    reasons: [
      ...explain(scored, spokesmanOf({ episode, resolution })),
      ...(experience === null ? [] : [experienceReason(experience)]),
    ],
    environment_match: environment.match,
    differences: environment.differences,
    warning_only: environment.match === "mismatch",
    resolution,
    ...(experience === null ? {} : { experience }),
  };
}

const MOST_PLACES = 6;

function placesIn(chain: readonly Episode[]): string[] {
  const places = chain.flatMap(({ outcome }) => firstOwnFrame(outcome?.excerpt ?? "") ?? []);
  return [...new Set(places)].slice(0, MOST_PLACES);
}
