import type { EvidenceWeight } from "../confidence.js";
import type { Episode, EpisodeLink, EpisodeStatus, Gold } from "../episode.js";
import type { Experience } from "../experience.js";
import type { ReadScope, Scope } from "../scope.js";

/** Who appended a fact, when (ISO time), and why: everything can be told and undone. */
export interface Attribution {
  by: string;
  at: string;
  why: string;
}

export type EpisodeFact = { episode: string } & (
  | { kind: "status"; status: EpisodeStatus; resolved_by?: string }
  | { kind: "link"; link: EpisodeLink }
  | { kind: "gold"; gold: Gold | null }
  | { kind: "counter"; counter: "exposed" | "adopted" | "helped" | "failed"; run: string }
  | { kind: "evidence"; weight: EvidenceWeight; source: string }
  | { kind: "correction"; summary: string }
);

/** The taking back of a fact. It is a fact itself, so it can be taken back too. */
export interface UndoFact {
  episode: string;
  kind: "undo";
  undoes: string;
}

/** A fact as it stands in the log. */
export interface AppendedFact {
  id: string;
  /** Scope of the hand that wrote it, which need not be the episode's. */
  scope: Scope;
  fact: EpisodeFact | UndoFact;
  attribution: Attribution;
  /** False once it was undone. */
  live: boolean;
}

/** One change among several that belong together. */
export type FactChange =
  { add: EpisodeFact; attribution: Attribution } | { undo: string; attribution: Attribution };

export interface EpisodeFilter {
  /** The first characters of the id, as people write it. */
  id_prefix?: string;
  /** Only of the reader's own repository. */
  own?: boolean;
  thread?: string;
  /** Any of these threads. */
  threads?: readonly string[];
  kinds?: Episode["kind"][];
  statuses?: EpisodeStatus[];
  fingerprints?: string[];
  /** Words, all of which must stand in the summary, symptoms, command or entities; upper and lower case are one. */
  text?: string;
  gold?: boolean;
  /** Only episodes created before this ISO time. */
  before?: string;
  /** The order: by time, then by the place in the thread, then by id. Default: the same from its end, newest first. */
  oldest_first?: boolean;
  /** Default 100. */
  limit?: number;
  /** Default 0. */
  offset?: number;
}

/**
 * Port: the log of record. Episodes are immutable; facts are appended. Every call is atomic: it is done whole or
 * not at all. What it gives back has the facts folded in (`fold-facts.ts`). Everything is redacted before it is
 * written. Throws MnemeError("storage") for a damaged, newer, read-only or full store, ("conflict", retryable) for
 * one that is locked, ("unavailable", retryable) for a server that is away.
 */
export interface EpisodeLog {
  /**
   * Idempotent by episode id. An erased source stays erased only until it is appended again; but an episode that a
   * person had forgotten (`erase` by episode) stays forgotten and counts as known.
   */
  append(episodes: readonly Episode[]): Promise<{ added: number; known: number }>;
  /**
   * Idempotent: the same fact by the same hand for the same run or source counts once. Gives the fact's id.
   * Counters, evidence and links may be written to any episode of the installation; status, gold and corrections
   * only within the episode's own repository. Throws ("not_found" | "not_permitted").
   */
  addFact(scope: Scope, fact: EpisodeFact, attribution: Attribution): Promise<string>;
  /** False where there is no such live fact of this scope. */
  undoFact(scope: Scope, factId: string, attribution: Attribution): Promise<boolean>;
  /**
   * All of them or none: first what is taken back (an unknown or dead fact is passed over), then what is added, each
   * as by `undoFact` and `addFact`.
   */
  changeFacts(scope: Scope, changes: readonly FactChange[]): Promise<void>;
  /** In the order of `ids`; those that are unknown or out of sight are left out. */
  get(reader: ReadScope, ids: readonly string[]): Promise<Episode[]>;
  /** All episodes of one thread in order of `seq`. */
  chain(scope: Scope, thread: string): Promise<Episode[]>;
  /** Newest first, or as the filter says. */
  list(reader: ReadScope, filter: EpisodeFilter): Promise<Episode[]>;
  /**
   * What was written or erased after `cursor` (0 at first), oldest first, for an index that catches up. It is up to
   * date once `cursor` comes back unchanged.
   */
  changesSince(
    cursor: number,
    limit: number,
  ): Promise<{ cursor: number; changed: Episode[]; erased: string[] }>;
  /** Removes for good: a deleted comment (by thread and comment id), a thread, a repository, an installation. */
  erase(scope: Scope, what: EraseTarget, attribution: Attribution): Promise<number>;
  /** Replaces the experience of the same id. */
  saveExperience(scope: Scope, experience: Experience): Promise<void>;
  experiences(reader: ReadScope, signature?: string): Promise<Experience[]>;
  /** Run records by id: one JSON document each. */
  saveRun(scope: Scope, runId: string, record: unknown): Promise<void>;
  /** Null where there is none. */
  run(scope: Scope, runId: string): Promise<unknown>;
  stats(reader: ReadScope): Promise<Record<string, number>>;
  close(): Promise<void>;
}

/**
 * `comment_id` null: what was read from the body of the issue; absent: the whole thread. `misread`: episodes whose source was
 * read as another thread's.
 */
export type EraseTarget =
  | { episode: string }
  | { misread: readonly string[] }
  | { thread: string; comment_id?: string | null }
  | { repository: true }
  | { installation: true };

/** Capability of a log that can tell the facts behind an episode. */
export interface FactHistory {
  /** Facts of the given episodes that the reader may see, oldest first. */
  facts(reader: ReadScope, episodeIds: readonly string[]): Promise<AppendedFact[]>;
}

export interface RunFilter {
  /** Null: of every repository. */
  scope: Scope | null;
  /** "owner/repo#12" */
  thread?: string;
  /** Any of these threads. */
  threads?: readonly string[];
  /** Default 100. */
  limit?: number;
}

/** Summed over runs; `usd` in dollars. */
export interface SpentByRuns {
  runs: number;
  steps: number;
  wall_ms: number;
  tokens: number;
  usd: number;
}

/** Capability of a log that knows which runs there were, and what they spent so far. */
export interface RunHistory {
  /** Run records, those that began last first. */
  runs(filter: RunFilter): Promise<unknown[]>;
  /** Of one repository: of a thread, or of what began at `since_ms` (since the epoch) or later. */
  spent(scope: Scope, filter: { thread?: string; since_ms?: number }): Promise<SpentByRuns>;
}

/** Where a thread is known. */
export interface ThreadPlace {
  scope: Scope;
  /** "owner/repo#12" */
  thread: string;
}

/** What a thread's parts are called at its new place, by what they were called before. */
export interface MovedNames {
  /** Comment ids. */
  comments: ReadonlyMap<string, string>;
  /** Addresses on the web, and GraphQL ids. */
  texts: ReadonlyMap<string, string>;
}

/** Capability of a log whose repositories change: another name, fewer readers, threads that go to another repository. */
export interface Relocation {
  /**
   * What is known of the repository's threads ("owner/old#12") goes by its new name ("owner/new"); ids stay, and what was
   * private stays private. Gives the number of episodes.
   */
  renameThreads(scope: Scope, from: string, to: string): Promise<number>;
  /**
   * A thread with its episodes, their facts and its runs goes to another repository of the same installation; ids stay,
   * and what was private stays private. Gives the number of episodes.
   */
  moveThread(from: ThreadPlace, to: ThreadPlace, names?: MovedNames): Promise<number>;
  /** All that is known of the repository is private from now on. Gives the number of episodes that were not. */
  makePrivate(scope: Scope): Promise<number>;
}

/** Capability of a log that is written to in larger pieces: one flush to disk for many small writes. */
export interface Batches {
  /**
   * Everything that `work` does with the log that it is given is one transaction: done whole or not at all. Nothing else
   * writes meanwhile, so it must not wait for the network, nor use the log it was called on.
   */
  together<T>(
    work: (log: EpisodeLog & FactHistory & RunHistory & Bookmarks & Relocation) => Promise<T>,
  ): Promise<T>;
}

/** Capability of a log that remembers how far something came: one JSON value a name, erased with the repository. */
export interface Bookmarks {
  /** Null where there is none. */
  bookmark(scope: Scope, name: string): Promise<unknown>;
  /** Replaces the one of the same name. */
  saveBookmark(scope: Scope, name: string, value: unknown): Promise<void>;
}

/** A posted reply whose reactions are read again at set times (`reply-schedule.ts`). */
export interface WatchedReply {
  scope: Scope;
  run_id: string;
  /** GitHub's GraphQL id of the comment. */
  node_id: string;
  /** Milliseconds since the epoch. */
  posted_at: number;
  due_at: number;
}

/**
 * Capability of a log that knows which replies are to be looked at again. A finished run record whose `reply` has a
 * `node_id` is watched from its first look on; erasing the run ends that.
 */
export interface ReplyWatch {
  /**
   * Replies that are due at `now`, longest due first. `early`: also those whose age at their look is at most so much of it
   * away (0 ≤ early < 1, default 0).
   */
  dueReplies(now: number, limit: number, early?: number): Promise<WatchedReply[]>;
  /** `due_at` null: not looked at again. */
  scheduleReplies(
    next: readonly (Pick<WatchedReply, "scope" | "run_id"> & { due_at: number | null })[],
  ): Promise<void>;
}

/** Capability of a log that its operator looks into: whose memories it holds. */
export interface TenantList {
  /** Each repository with the number of its episodes, most first; public where any of them is. */
  tenants(): Promise<{ scope: Scope; episodes: number }[]>;
}

/** One line of an export. */
export type ArchiveRecord =
  | { type: "episode"; episode: Episode }
  | { type: "fact"; fact: Omit<AppendedFact, "live"> }
  | { type: "experience"; scope: Scope; experience: Experience }
  | ForgottenRecord;

/** An episode that a person had forgotten: nothing of it is left but its id, so that it is forgotten elsewhere too. */
export interface ForgottenRecord {
  type: "forgotten";
  scope: Scope;
  episode_id: string;
  attribution: Attribution;
}

/** Capability of a log that can be carried elsewhere without loss. */
export interface EpisodeArchive {
  /** Episodes as they were first written, then their facts, then experiences, then what was forgotten. */
  exportRecords(reader: ReadScope | null): AsyncIterable<ArchiveRecord>;
  /**
   * Whole or not at all, also where `records` throws; what is there already is kept. Brings back episodes that were
   * forgotten here, and forgets here what the archive says was forgotten. They are taken a page at a time.
   */
  importRecords(records: Iterable<ArchiveRecord> | AsyncIterable<ArchiveRecord>): Promise<ImportCounts>;
}

/** How many of each were new. */
export interface ImportCounts {
  episodes: number;
  facts: number;
  experiences: number;
  forgotten: number;
}
