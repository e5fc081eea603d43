import type { Schemas } from "@qdrant/js-client-rest";
import { inverseDocumentFrequency } from "../analysis/bm25f.js";
import type { ReadScope } from "../../scope.js";
import { passing } from "./filter.js";

/** How rare the terms of a query are, by the server's own statistics. */
export interface Rarity {
  /** Readable entries. */
  documents: number;
  /** Inverse document frequency; of a term that no readable entry holds, that of none. */
  of: (term: number) => number;
  /** Readable entries that hold the term, about. */
  frequencyOf: (term: number) => number;
}

export interface RarityQuestions {
  count: (filter: Schemas["Filter"]) => Promise<number>;
  /** Scores of the best hit of each search, null where there is none. */
  bestScores: (searches: Schemas["QueryRequest"][]) => Promise<(number | null)[]>;
}

/** Searches of one request. */
const BATCH = 100;
/** Readers whose answers are kept. */
const MOST_READERS = 50;
/** Entries written since, as a share of all, from which on answers are asked for anew. */
const DRIFT = 0.01;
const LONGEST_KEPT_MS = 5 * 60 * 1000;

interface Kept {
  documents: number;
  at: number;
  written: number;
  rarity: Map<number, number>;
}

/**
 * The server multiplies by a term's rarity but does not tell it. Each point has the value 1 for each of its terms in the
 * sparse vector `terms`, so that the score of any hit for one term alone is its rarity.
 */
export class Rarities {
  private readonly kept = new Map<string, Kept>();
  private readonly ask: RarityQuestions;
  private readonly now: () => number;
  private written = 0;

  constructor(ask: RarityQuestions, now: () => number) {
    this.ask = ask;
    this.now = now;
  }

  /** So many entries were written: where that may change what is rare, it is asked again. */
  noteWritten(entries: number): void {
    this.written += entries;
  }

  async of(reader: ReadScope, terms: readonly number[], params: Schemas["SearchParams"]): Promise<Rarity> {
    const known = await this.keptFor(reader);
    const missing = terms.filter((term) => !known.rarity.has(term));
    for (let start = 0; start < missing.length; start += BATCH) {
      const batch = missing.slice(start, start + BATCH);
      const scores = await this.ask.bestScores(batch.map((term) => ({ ...searchFor(reader, term), params })));
      const ofNone = inverseDocumentFrequency(known.documents, 0);
      batch.forEach((term, place) => known.rarity.set(term, scores[place] ?? ofNone));
    }
    const rarityOf = (term: number) => known.rarity.get(term) ?? 0;
    return {
      documents: known.documents,
      of: rarityOf,
      // The server's ln(1 + (n - f + 0.5) / (f + 0.5)), solved for f.
      frequencyOf: (term) => Math.max(0, (known.documents + 1) / Math.exp(rarityOf(term)) - 0.5),
    };
  }

  private async keptFor(reader: ReadScope): Promise<Kept> {
    const key = JSON.stringify(reader);
    const kept = this.kept.get(key);
    if (kept !== undefined && this.stillHolds(kept)) return kept;
    const documents = await this.ask.count(passing(reader, {}));
    const fresh = { documents, at: this.now(), written: this.written, rarity: new Map<number, number>() };
    this.kept.delete(key);
    this.kept.set(key, fresh);
    for (const oldest of this.kept.keys()) if (this.kept.size > MOST_READERS) this.kept.delete(oldest);
    return fresh;
  }

  private stillHolds({ documents, at, written }: Kept): boolean {
    return this.now() - at < LONGEST_KEPT_MS && this.written - written <= documents * DRIFT;
  }
}

function searchFor(reader: ReadScope, term: number): Schemas["QueryRequest"] {
  return {
    query: { indices: [term], values: [1] },
    using: "terms",
    filter: passing(reader, {}),
    limit: 1,
    with_payload: false,
  };
}
