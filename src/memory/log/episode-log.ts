import type { Episode, EpisodeLink, EpisodeStatus, Gold } from "../episode.js";
import type { Experience } from "../experience.js";
import type { ReadScope, Scope } from "../scope.js";

/** Who appended a fact, when, and why: everything can be told and undone. */
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
  | {
      kind: "evidence";
      weight: "confirmed" | "contradicted" | "rejected" | "reporter_up" | "reporter_down";
      source: string;
    }
  | { kind: "correction"; summary: string }
);

export interface EpisodeFilter {
  thread?: string;
  kinds?: Episode["kind"][];
  statuses?: EpisodeStatus[];
  fingerprints?: string[];
  text?: string;
  gold?: boolean;
  /** Only episodes created before this ISO time. */
  before?: string;
  limit?: number;
  offset?: number;
}

/**
 * Port: the log of record. Episodes are immutable; facts are appended. Every call is atomic: it is done whole or
 * not at all. Throws MnemeError("storage") for a damaged, newer, read-only or full store, ("conflict", retryable)
 * for one that is locked.
 */
export interface EpisodeLog {
  /** Idempotent by episode id. An erased source stays erased only until it is appended again. */
  append(episodes: readonly Episode[]): Promise<{ added: number; known: number }>;
  /** Idempotent: the same fact by the same hand for the same run or source counts once. Gives the fact's id. */
  addFact(scope: Scope, fact: EpisodeFact, attribution: Attribution): Promise<string>;
  undoFact(scope: Scope, factId: string, attribution: Attribution): Promise<boolean>;
  get(reader: ReadScope, ids: readonly string[]): Promise<Episode[]>;
  chain(scope: Scope, thread: string): Promise<Episode[]>;
  list(reader: ReadScope, filter: EpisodeFilter): Promise<Episode[]>;
  /** Newest first change number, for an index that catches up. */
  changesSince(
    cursor: number,
    limit: number,
  ): Promise<{ cursor: number; changed: Episode[]; erased: string[] }>;
  /** Removes for good: a deleted comment (by thread and comment id), a thread, a repository, an installation. */
  erase(scope: Scope, what: EraseTarget, attribution: Attribution): Promise<number>;
  saveExperience(scope: Scope, experience: Experience): Promise<void>;
  experiences(reader: ReadScope, signature?: string): Promise<Experience[]>;
  /** Run records by id: one JSON document each. */
  saveRun(scope: Scope, runId: string, record: unknown): Promise<void>;
  run(scope: Scope, runId: string): Promise<unknown>;
  stats(reader: ReadScope): Promise<Record<string, number>>;
  close(): Promise<void>;
}

export type EraseTarget =
  | { episode: string }
  | { thread: string; comment_id?: string | null }
  | { repository: true }
  | { installation: true };
