import { z } from "zod";

/** "reporter": the author of the issue; "maintainer": may write to the repository; "bot": any app. */
export const AuthorRole = z.enum(["reporter", "maintainer", "bot", "other"]);
export type AuthorRole = z.infer<typeof AuthorRole>;

const Timestamp = z.iso.datetime({ offset: true }).nullable();

/** One comment. `id` is GitHub's id as a decimal string, or its position ("1", "2" …) in a recorded thread. */
export const Comment = z.object({
  id: z.string(),
  author: z.string(),
  author_role: AuthorRole,
  body: z.string(),
  created_at: Timestamp,
  /** Null where never edited. */
  edited_at: Timestamp,
  url: z.string(),
  /** Hidden by a maintainer as spam, off-topic, outdated …: not read as evidence. */
  minimized: z.boolean(),
});
export type Comment = z.infer<typeof Comment>;

/** What GitHub's timeline says about how the thread ended. */
export const ThreadEvent = z.object({
  kind: z.enum(["closed", "reopened", "duplicate_of", "referenced_by_commit", "connected_pull_request"]),
  at: Timestamp,
  actor: z.string().nullable(),
  /** completed, not_planned, duplicate … for "closed". */
  reason: z.string().nullable(),
  /** URL of the commit, the pull request or the canonical issue. */
  target: z.string().nullable(),
});
export type ThreadEvent = z.infer<typeof ThreadEvent>;

/** An issue as GitHub has it. The source of truth: the chain is rebuilt from it at any time. */
export const Thread = z.object({
  source_url: z.string(),
  /** "owner/name" */
  repo: z.string(),
  number: z.number().int().positive(),
  title: z.string().min(1),
  body: z.string(),
  author: z.string(),
  labels: z.array(z.string()),
  state: z.enum(["open", "closed"]),
  state_reason: z.string().nullable(),
  locked: z.boolean(),
  /** Whether the repository is closed to the public; absent where nobody told. */
  is_private: z.boolean().optional(),
  created_at: Timestamp,
  comments: z.array(Comment),
  events: z.array(ThreadEvent),
});
export type Thread = z.infer<typeof Thread>;

/** "owner/repo#12" */
export function threadKey(thread: Pick<Thread, "repo" | "number">): string {
  return `${thread.repo}#${thread.number}`;
}
