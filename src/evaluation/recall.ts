import { v5 } from "uuid";
import type { Embedder } from "../embedding/embedder.js";
import { emptyEnvironment } from "../environment/environment.js";
import { EPISODE_SCHEMA_VERSION, type Episode, noCounters } from "../memory/episode.js";
import { embeddingText } from "../memory/index/embedding-text.js";
import type { RecallIndex } from "../memory/index/recall-index.js";
import type { EpisodeLog } from "../memory/log/episode-log.js";
import type { Scope } from "../memory/scope.js";
import { createRecall } from "../recall/create-recall.js";
import { toIndexEntry } from "../recall/index-entry.js";
import { queryFromWords } from "../recall/query-from-chain.js";
import type { Recall, RecallQuery } from "../recall/recall.js";
import type { Abstract } from "../recall/search-text.js";
import type { Tracker, TrackerDocument, TrackerQuery } from "./recall-data.js";

const SCOPE: Scope = { installation: "0", repository: "tracker", visibility: "public" };
const NAMESPACE = "b3c7c1f2-6c55-4a55-9a35-5a7b0b0c8b11";
const BATCH = 500;

/** How deep figures look. */
export const DEPTH = 10;

export interface Bench {
  index: RecallIndex;
  embedder: Embedder | null;
  abstract: Abstract;
  /** Milliseconds, for measuring. */
  clock: () => number;
  progress: (text: string) => void;
}

export interface Ranking {
  /** Document ids and scores, best first. */
  found: { id: string; score: number }[];
  ms: number;
}

export interface RecallRun {
  rankings: Ranking[];
  /** The same queries with their duplicates taken out of the memory; only where it was asked for. */
  bereft: Ranking[];
  indexSeconds: number;
}

/**
 * Plays a tracker in order of time against the product's own index and recall: a query sees only what was written
 * before it, and nothing about duplicates is known to the index.
 */
export async function playTracker(tracker: Tracker, bench: Bench, withBereft: boolean): Promise<RecallRun> {
  const memory = new TrackerMemory(bench);
  const run: RecallRun = { rankings: [], bereft: [], indexSeconds: 0 };
  let next = 0;
  for (const query of tracker.queries) {
    const earlier = tracker.documents
      .slice(next)
      .findIndex(({ created }) => created >= query.document.created);
    const end = earlier === -1 ? tracker.documents.length : next + earlier;
    const started = bench.clock();
    await memory.add(tracker.documents.slice(next, end));
    run.indexSeconds += (bench.clock() - started) / 1000;
    next = end;
    run.rankings.push(await memory.ask(query));
    if (withBereft) run.bereft.push(await memory.askWithout(query));
    bench.progress(`${run.rankings.length} of ${tracker.queries.length} queries, ${next} documents`);
  }
  return run;
}

class TrackerMemory {
  private readonly episodes = new Map<string, Episode>();
  private readonly documents = new Map<string, TrackerDocument>();
  private readonly recall: Recall;
  private readonly bench: Bench;

  constructor(bench: Bench) {
    this.bench = bench;
    const log: Pick<EpisodeLog, "get" | "list" | "chain" | "experiences"> = {
      get: async (_reader, ids) => await Promise.resolve(ids.flatMap((id) => this.episodes.get(id) ?? [])),
      list: async () => await Promise.resolve([]),
      chain: async () => await Promise.resolve([]),
      experiences: async () => await Promise.resolve([]),
    };
    const { index, embedder, abstract } = bench;
    this.recall = createRecall({ index, log, embedder, abstract, now: () => 0, threshold: 0 });
  }

  async add(documents: readonly TrackerDocument[]): Promise<void> {
    for (let start = 0; start < documents.length; start += BATCH) {
      const batch = documents.slice(start, start + BATCH);
      for (const document of batch) this.documents.set(document.id, document);
      const entries = batch.map((document) => {
        const episode = toEpisode(document);
        this.episodes.set(episode.id, episode);
        return toIndexEntry(episode, this.bench.abstract);
      });
      const vectors = await this.bench.embedder?.embed(entries.map(embeddingText), "passage");
      await this.bench.index.upsert(
        entries.map((entry, place) => ({ ...entry, vector: vectors?.[place] ?? null })),
      );
    }
  }

  async ask({ document }: TrackerQuery): Promise<Ranking> {
    const started = this.bench.clock();
    const { recalled } = await this.recall.recall(toQuery(document));
    const ms = this.bench.clock() - started;
    return { found: recalled.map(({ episode, score }) => ({ id: episode.thread, score })), ms };
  }

  async askWithout(query: TrackerQuery): Promise<Ranking> {
    const hidden = [...query.targets].flatMap((id) => this.documents.get(id) ?? []);
    await this.bench.index.remove(hidden.map(({ id }) => episodeId(id)));
    const ranking = await this.ask(query);
    await this.add(hidden);
    return ranking;
  }
}

function episodeId(document: string): string {
  return v5(document, NAMESPACE);
}

/** One report, as a maintainer's backfill would have it. */
function toEpisode({ id, title, body, created }: TrackerDocument): Episode {
  return {
    id: episodeId(id),
    scope: SCOPE,
    thread: id,
    seq: 0,
    kind: "report",
    summary: `${title}\n${body}`,
    symptoms: [],
    environment: emptyEnvironment(),
    entities: [],
    tags: [],
    status: "open",
    links: [],
    confidence: 0.55,
    provenance: {
      source: "reporter",
      url: "",
      comment_id: null,
      author_role: "reporter",
      quoted_text_hash: "",
    },
    counters: noCounters(),
    created_at: new Date(created).toISOString(),
    schema_version: EPISODE_SCHEMA_VERSION,
  };
}

function toQuery({ id, title, body, created }: TrackerDocument): RecallQuery {
  return queryFromWords({
    reader: { scope: SCOPE, share: "repository" },
    thread: id,
    title,
    text: body,
    before: new Date(created).toISOString(),
    limit: DEPTH,
  });
}
