import type { Overlap } from "./analysis/overlap.js";
import type { ReadScope, Scope } from "../scope.js";

/** What is searched: abstracted and redacted text only, never the exact values of the log of record. */
export interface IndexEntry {
  /** The episode's id (UUID). */
  id: string;
  scope: Scope;
  thread: string;
  kind: string;
  status: string;
  source: string;
  title: string;
  text: string;
  fingerprints: string[];
  error_types: string[];
  ecosystems: string[];
  /** Normalised entities, "package:requests". */
  entities: string[];
  os_family: string | null;
  confidence: number;
  gold: boolean;
  /** Milliseconds since the epoch. */
  created_at: number;
  vector: Float32Array | null;
}

/**
 * Every field is optional and they are joined by "and"; a list matches any of its values, an empty list matches
 * nothing (but `not_statuses: []` everything). `min_confidence` is inclusive; `created_before` and
 * `created_after` are not. An entry without an `os_family` matches no list of families.
 */
export interface IndexFilter {
  not_thread?: string;
  kinds?: string[];
  statuses?: string[];
  not_statuses?: string[];
  sources?: string[];
  error_types?: string[];
  ecosystems?: string[];
  os_families?: string[];
  gold?: boolean;
  min_confidence?: number;
  created_before?: number;
  created_after?: number;
}

export interface IndexQuery {
  reader: ReadScope;
  filter: IndexFilter;
  title: string;
  text: string;
  fingerprints: string[];
  entities: string[];
  vector: Float32Array | null;
  /** Candidates per list. */
  limit: number;
}

/**
 * One candidate with its rank (1-based) and score in each list that holds it. `lexical.score` is in [0, 1]: the
 * share of the query's weight that the entry covers; `dense.score` is the cosine.
 */
export interface IndexHit {
  id: string;
  /** Of the entry: milliseconds since the epoch. */
  created_at: number;
  fingerprint: boolean;
  lexical: { rank: number; score: number } | null;
  dense: { rank: number; score: number } | null;
  /** Of the vectors, wherever both query and entry have one, also outside the dense list. */
  cosine: number | null;
  /** How query and entry share their words; null where the index cannot tell. */
  overlap: Overlap | null;
}

/** Port: the recall index. It can always be rebuilt from the log of record. Throws MnemeError("unavailable", retryable). */
export interface RecallIndex {
  readonly name: string;
  /** Idempotent by id; replaces the whole entry. */
  upsert(entries: readonly IndexEntry[]): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
  search(query: IndexQuery): Promise<IndexHit[]>;
  count(reader: ReadScope, filter: IndexFilter): Promise<number>;
  /** Position in the log of record up to which this index is current. */
  cursor(): Promise<number>;
  setCursor(cursor: number): Promise<void>;
  close(): Promise<void>;
}

/** A new index beside the one in use, which goes on serving until the switch. One of the two ends it. */
export interface IndexBuilding {
  index: RecallIndex;
  /** What was built is the index from now on, in one step; what was in use is dropped. */
  switchOver(): Promise<void>;
  /** What was in use stays, what was built is dropped. */
  abandon(): Promise<void>;
}
