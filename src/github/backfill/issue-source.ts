import type { Scope } from "../../memory/scope.js";
import type { Thread } from "../../thread/thread.js";

/** What a forge counts of our requests in its current window. */
export interface SpentQuota {
  /** What one window allows everybody of this credential together. */
  limit: number;
  /** Milliseconds since the epoch. */
  resets_at: number;
}

export interface IssuePage {
  threads: Thread[];
  /** Where the next page begins; null at the end. */
  next: string | null;
  /** All issues that fit, also those of other pages. */
  total: number;
  /** Requests that this page took. */
  calls: number;
  /** What the forge charges for them. */
  points: number;
  /** Null where the forge does not tell. */
  quota: SpentQuota | null;
}

export interface PageRequest {
  /** As the page before gave it; null: from the beginning. */
  after: string | null;
  /** Only issues that changed since (ISO time). */
  since: string | null;
}

/** Port: the closed issues of one repository, oldest first, whole threads. Throws what a forge throws. */
export interface IssueSource {
  /** Whose memory it becomes, and whether the roles of people could be read. */
  describe(): Promise<{ scope: Scope; repo: string; roles_known: boolean }>;
  page(request: PageRequest): Promise<IssuePage>;
}
