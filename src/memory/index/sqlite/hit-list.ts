import type { FieldAverages } from "../analysis/bm25f.js";
import { measureOverlap } from "../analysis/overlap.js";
import { decodeTerms } from "../analysis/stored-terms.js";
import type { IndexHit } from "../recall-index.js";
import type { SqlCondition } from "./filter-sql.js";
import type { Statements } from "./statements.js";
import { cosineOf, floatsOf } from "./vectors.js";
import type { WeightedQuery } from "./weighted-query.js";

type Signals = Pick<IndexHit, "fingerprint" | "lexical" | "dense">;

interface StoredHit {
  id: string;
  created_at: number;
  terms: Buffer;
  weight: number;
  vector: Buffer | null;
}

/** The candidates of all lists by document, and what they are in words. Each entry is read once. */
export class HitList {
  private readonly hits = new Map<number, { signals: Signals; stored: StoredHit }>();
  private readonly read: (doc: number) => StoredHit | undefined;
  private readonly vector: Float32Array | null;

  constructor(statements: Statements, filter: SqlCondition, vector: Float32Array | null) {
    const column = vector === null ? "NULL AS vector" : "vector";
    const statement = statements.of<unknown[], StoredHit>(
      `SELECT id, created_at, terms, weight, ${column} FROM entries WHERE doc = ? AND ${filter.sql}`,
    );
    this.read = (doc) => statement.get(doc, ...filter.values);
    this.vector = vector;
  }

  /** Null for an entry that does not pass the filter. */
  of(doc: number): Signals | null {
    const known = this.hits.get(doc);
    if (known !== undefined) return known.signals;
    const stored = this.read(doc);
    if (stored === undefined) return null;
    const signals: Signals = { fingerprint: false, lexical: null, dense: null };
    this.hits.set(doc, { signals, stored });
    return signals;
  }

  describe({ vector, rarity }: WeightedQuery, average: FieldAverages): IndexHit[] {
    return Array.from(this.hits.values(), ({ signals, stored }) => ({
      id: stored.id,
      created_at: stored.created_at,
      ...signals,
      cosine: this.cosineWith(stored.vector),
      overlap: measureOverlap(vector, rarity, decodeTerms(stored.terms), stored.weight, average),
    }));
  }

  private cosineWith(vector: Buffer | null): number | null {
    if (this.vector === null || vector === null) return null;
    return cosineOf(this.vector, floatsOf(vector)) ?? 0;
  }
}
