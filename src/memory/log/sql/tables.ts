/**
 * The tables of the log of record, the same on SQLite and Postgres. JSON is kept as text: it is read whole, and text
 * gives back exactly what was written. `change` numbers every write in the order of commit.
 */
export interface Tables {
  log_meta: MetaTable;
  episodes: EpisodeTable;
  facts: FactTable;
  erasures: ErasureTable;
  experiences: ExperienceTable;
  runs: RunTable;
  bookmarks: BookmarkTable;
}

export interface ScopeColumns {
  installation: string;
  repository: string;
  visibility: "public" | "private";
}

export interface MetaTable {
  name: string;
  value: number;
}

export interface EpisodeTable extends ScopeColumns {
  id: string;
  thread: string;
  seq: number;
  kind: string;
  source: string;
  comment_id: string | null;
  fingerprint: string | null;
  /** Lower case, for the list filter; a correction changes it. */
  search_text: string;
  created_ms: number;
  /** As first written: never updated. */
  body: string;
  /** A view over the facts, kept for filtering; as is `gold` (0 or 1). */
  status: string;
  gold: number;
  /** The last write that touched the episode or its facts. */
  change: number;
}

export interface FactTable extends ScopeColumns {
  change: number;
  id: string;
  episode_id: string;
  kind: string;
  /** Equal for facts that would say the same thing twice. */
  same_key: string;
  undoes: string | null;
  body: string;
  author: string;
  at: string;
  why: string;
}

export interface ErasureTable extends ScopeColumns {
  episode_id: string;
  change: number;
  /** 1 where a person had it forgotten: rebuilding its chain does not bring it back. */
  forgotten: number;
  target: string;
  author: string;
  at: string;
  why: string;
}

export interface ExperienceTable extends ScopeColumns {
  id: string;
  signature: string;
  body: string;
}

/** The figures are null for documents that are no runs. */
export interface RunTable extends ScopeColumns {
  id: string;
  thread: string | null;
  started_ms: number | null;
  steps: number | null;
  wall_ms: number | null;
  tokens: number | null;
  usd: number | null;
  body: string;
  /** Of the posted reply; null before there is one. */
  reply_node: string | null;
  reply_posted: number | null;
  /** When its reactions are read next; null: never. */
  reply_due: number | null;
}

export interface BookmarkTable extends ScopeColumns {
  name: string;
  body: string;
}
