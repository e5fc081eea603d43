import type { Embedder } from "../../embedding/embedder.js";
import { isMnemeError } from "../../errors.js";
import type { Episode } from "../episode.js";
import type { EpisodeLog } from "../log/episode-log.js";
import { embeddingText } from "./embedding-text.js";
import type { IndexEntry, RecallIndex } from "./recall-index.js";

/** Changes read from the log at a time: a thousand took 24 MB more after 1,000 issues, and were a tenth faster. */
const BATCH = 500;

export interface IndexerDependencies {
  index: RecallIndex;
  log: Pick<EpisodeLog, "changesSince">;
  embedder: Embedder | null;
  toEntry: (episode: Episode) => Omit<IndexEntry, "vector">;
  /** Told what was embedded, once it is in the index; where it fails, the batch is done again. Default: nobody. */
  onIndexed?: (indexed: readonly IndexedEpisode[]) => Promise<void>;
}

export interface IndexedEpisode {
  episode: Episode;
  vector: Float32Array;
}

export interface CatchUp {
  indexed: number;
  removed: number;
  /** Null when the index is current; else why it is not (it will be tried again on the next call). */
  behind: string | null;
}

/** Brings an index up to the log of record. The log is never held up by it: what fails is done on the next call. */
export class Indexer {
  private readonly dependencies: IndexerDependencies;
  private running: Promise<CatchUp> | null = null;

  constructor(dependencies: IndexerDependencies) {
    this.dependencies = dependencies;
  }

  /** Calls that overlap share one pass. Never throws for an index or embedder that is away. */
  async catchUp(): Promise<CatchUp> {
    this.running ??= this.work().finally(() => (this.running = null));
    return await this.running;
  }

  private async work(): Promise<CatchUp> {
    const done = { indexed: 0, removed: 0 };
    try {
      while (await this.step(done));
      return { ...done, behind: null };
    } catch (error) {
      if (isMnemeError(error)) return { ...done, behind: error.message };
      throw error;
    }
  }

  /** One batch; false when there was nothing left. The cursor moves only after the batch is in. */
  private async step(done: { indexed: number; removed: number }): Promise<boolean> {
    const { index, log } = this.dependencies;
    const from = await index.cursor();
    const { cursor, changed, erased } = await log.changesSince(from, BATCH);
    if (cursor === from) return false;
    if (changed.length > 0) await this.index(changed);
    if (erased.length > 0) await index.remove(erased);
    await index.setCursor(cursor);
    done.indexed += changed.length;
    done.removed += erased.length;
    return true;
  }

  private async index(changed: readonly Episode[]): Promise<void> {
    const entries = await this.entries(changed);
    await this.dependencies.index.upsert(entries);
    await this.dependencies.onIndexed?.(
      changed.flatMap((episode, position) => {
        const vector = entries[position]?.vector ?? null;
        return vector === null ? [] : [{ episode, vector }];
      }),
    );
  }

  private async entries(episodes: readonly Episode[]): Promise<IndexEntry[]> {
    const { embedder, toEntry } = this.dependencies;
    const entries = episodes.map(toEntry);
    if (embedder === null) return entries.map((entry) => ({ ...entry, vector: null }));
    const vectors = await embedder.embed(entries.map(embeddingText), "passage");
    return entries.map((entry, position) => ({ ...entry, vector: vectors[position] ?? null }));
  }
}
