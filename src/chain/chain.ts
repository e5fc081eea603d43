import type { Environment } from "../environment/environment.js";
import type { FailureCase } from "../failures/failure-case.js";
import type { Episode } from "../memory/episode.js";
import type { Scope } from "../memory/scope.js";
import type { AuthorRole } from "../thread/thread.js";

/** A piece of knowledge with where it was said; `key` is "os", "runtimes.node", "error", "command" … */
export interface Fact {
  key: string;
  value: string;
  /** null: the body of the issue. */
  comment_id: string | null;
  author_role: AuthorRole;
  confidence: number;
}

export interface Question {
  text: string;
  asked_by: AuthorRole;
  comment_id: string | null;
  /** Fact keys that would answer it ("runtimes.node", "log", "reproduction" …). */
  about: string[];
  /** Comment that answers it; null while open. */
  answered_in: string | null;
}

/** The episodes of one issue in time order, and what follows from them together. */
export interface Chain {
  scope: Scope;
  /** "owner/repo#12" */
  thread: string;
  url: string;
  title: string;
  episodes: Episode[];
  /** The reporter's environment: other participants' systems are in their own episodes only. */
  environment: Environment;
  facts: Fact[];
  /** All failure cases, the reporter's root one first. */
  failures: FailureCase[];
  questions: Question[];
  /** Short lines in the reporter's words: error lines, the title, what goes wrong. */
  symptoms: string[];
}
