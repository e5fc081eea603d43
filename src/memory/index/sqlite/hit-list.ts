import type { Database } from "better-sqlite3";
import type { FieldAverages } from "../analysis/bm25f.js";
import { measureOverlap } from "../analysis/overlap.js";
import type { IndexHit } from "../recall-index.js";
import { cosineOf, floatsOf } from "./dense-search.js";
import { decodeTerms } from "./stored-terms.js";
import type { WeightedQuery } from "./weighted-query.js";

type Signals = Pick<IndexHit, "fingerprint" | "lexical" | "dense">;

interface StoredHit {
  id: string;
  created_at: number;
  terms: Buffer;
  weight: number;
  vector: Buffer | null;
}

/** The candidates of all lists by document, and what they are in words. */
export class HitList {
  private readonly hits = new Map<number, Signals>();

  of(doc: number): Signals {
    let signals = this.hits.get(doc);
    if (signals === undefined) {
      signals = { fingerprint: false, lexical: null, dense: null };
      this.hits.set(doc, signals);
    }
    return signals;
  }

  describe(
    database: Database,
    { vector, rarity }: WeightedQuery,
    average: FieldAverages,
    dense: Float32Array | null,
  ): IndexHit[] {
    const read = database.prepare<[number], StoredHit>(
      "SELECT id, created_at, terms, weight, vector FROM entries WHERE doc = ?",
    );
    return [...this.hits].flatMap(([doc, signals]) => {
      const stored = read.get(doc);
      if (stored === undefined) return [];
      const { id, created_at, terms, weight } = stored;
      const overlap = measureOverlap(vector, rarity, decodeTerms(terms), weight, average);
      const cosine =
        dense === null || stored.vector === null ? null : cosineOf(dense, floatsOf(stored.vector));
      return [{ id, created_at, ...signals, cosine, overlap }];
    });
  }
}
