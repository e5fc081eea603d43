import { z } from "zod";
import type { ThreadEvent } from "../../thread/thread.js";

const Actor = z.object({ login: z.string(), type: z.string().optional() }).nullish();
type Actor = z.infer<typeof Actor>;

/** A comment as GitHub's timeline (REST) gives it: only what is read. */
export const TimelineComment = z.object({
  event: z.literal("commented"),
  id: z.number(),
  html_url: z.string(),
  user: Actor,
  body: z.string().nullish(),
  created_at: z.string(),
  updated_at: z.string(),
  author_association: z.string().optional(),
  performed_via_github_app: z.object({ id: z.number().optional() }).nullish(),
  minimized: z.object({ reason: z.string().nullish() }).nullish(),
});
export type TimelineComment = z.infer<typeof TimelineComment>;

const StateChange = z.object({
  event: z.enum(["closed", "reopened"]),
  actor: Actor,
  created_at: z.string(),
  commit_url: z.string().nullish(),
  state_reason: z.string().nullish(),
});

const CommitReference = z.object({
  event: z.literal("referenced"),
  actor: Actor,
  created_at: z.string(),
  commit_url: z.string(),
});

const PullRequestReference = z.object({
  event: z.literal("cross-referenced"),
  actor: Actor,
  created_at: z.string(),
  source: z.object({ issue: z.object({ html_url: z.string(), pull_request: z.object({}) }) }),
});

const TimelineEvent = z.union([StateChange, CommitReference, PullRequestReference]);

export function readTimelineComments(entries: readonly unknown[]): TimelineComment[] {
  return entries.flatMap((entry) => {
    const comment = TimelineComment.safeParse(entry);
    return comment.success ? [comment.data] : [];
  });
}

/**
 * What ended the thread, from REST alone: which pull request closed it, and of what it is a duplicate, only GraphQL
 * says (see thread-details.ts).
 */
export function readTimelineEvents(entries: readonly unknown[]): ThreadEvent[] {
  return entries.flatMap((entry) => {
    const parsed = TimelineEvent.safeParse(entry);
    return parsed.success ? [toThreadEvent(parsed.data)] : [];
  });
}

function toThreadEvent(entry: z.infer<typeof TimelineEvent>): ThreadEvent {
  const base = { at: toTime(entry.created_at), actor: entry.actor?.login ?? null, reason: null };
  if (entry.event === "referenced")
    return { ...base, kind: "referenced_by_commit", target: toWebUrl(entry.commit_url) };
  if (entry.event === "cross-referenced")
    return { ...base, kind: "connected_pull_request", target: entry.source.issue.html_url };
  const target = entry.commit_url ? toWebUrl(entry.commit_url) : null;
  return { ...base, kind: entry.event, reason: entry.state_reason ?? null, target };
}

export function toTime(value: string): string {
  return new Date(value).toISOString();
}

/** The API's address of a commit as the one that a person can open. */
function toWebUrl(apiUrl: string): string {
  return apiUrl.replace("://api.github.com/repos/", "://github.com/").replace("/commits/", "/commit/");
}

export function isBotAuthor(author: Actor, viaApp: unknown): boolean {
  return author?.type === "Bot" || (viaApp !== null && viaApp !== undefined);
}
