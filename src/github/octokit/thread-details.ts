import { z } from "zod";
import type { ThreadEvent } from "../../thread/thread.js";
import type { Client } from "./client.js";
import { splitRepo } from "./split-repo.js";
import { toTime } from "./timeline.js";

/** What REST does not tell of a thread: hidden comments, true edit times, what closed it, of what it is a duplicate. */
export interface ThreadDetails {
  isPrivate: boolean;
  stateReason: string | null;
  events: ThreadEvent[];
  /** By comment id. */
  comments: Map<string, { minimized: boolean; editedAt: string | null }>;
}

/** What ended an issue, in GraphQL: part of a question about one, or about many. */
export const TIMELINE_ITEMS = `timelineItems(
        last: 50
        itemTypes: [CLOSED_EVENT, REOPENED_EVENT, MARKED_AS_DUPLICATE_EVENT, REFERENCED_EVENT, CONNECTED_EVENT, CROSS_REFERENCED_EVENT]
      ) {
        nodes {
          __typename
          ... on ClosedEvent {
            createdAt
            actor { login }
            stateReason
            closer { __typename ... on Commit { url } ... on PullRequest { url } }
          }
          ... on ReopenedEvent { createdAt actor { login } }
          ... on MarkedAsDuplicateEvent {
            createdAt
            actor { login }
            canonical { __typename ... on Issue { url } ... on PullRequest { url } }
          }
          ... on ReferencedEvent { createdAt actor { login } commit { url } }
          ... on ConnectedEvent { createdAt actor { login } subject { __typename ... on PullRequest { url } } }
          ... on CrossReferencedEvent {
            createdAt
            actor { login }
            willCloseTarget
            source { __typename ... on PullRequest { url } }
          }
        }
      }`;

const THREAD_DETAILS_QUERY = `
query ThreadDetails($owner: String!, $name: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    isPrivate
    issue(number: $number) {
      stateReason(enableDuplicate: true)
      ${TIMELINE_ITEMS}
      comments(first: 100, after: $after) {
        pageInfo { hasNextPage endCursor }
        nodes { databaseId isMinimized lastEditedAt }
      }
    }
  }
}`;

const Linked = z.object({ url: z.string().optional() }).nullish();

const Item = z.object({
  __typename: z.string(),
  createdAt: z.string().optional(),
  actor: z.object({ login: z.string() }).nullish(),
  stateReason: z.string().nullish(),
  closer: Linked,
  canonical: Linked,
  commit: Linked,
  subject: Linked,
  source: Linked,
  willCloseTarget: z.boolean().optional(),
});
type Item = z.infer<typeof Item>;

const TimelineItems = z.object({ nodes: z.array(Item.nullable()) });

/** What TIMELINE_ITEMS was answered with. Throws a ZodError for anything else. */
export function toThreadEvents(timelineItems: unknown): ThreadEvent[] {
  return TimelineItems.parse(timelineItems).nodes.flatMap((item) => (item === null ? [] : toEvent(item)));
}

const Answer = z.object({
  repository: z.object({
    isPrivate: z.boolean(),
    issue: z.object({
      stateReason: z.string().nullish(),
      timelineItems: z.unknown(),
      comments: z.object({
        pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() }),
        nodes: z.array(
          z
            .object({
              databaseId: z.number().nullish(),
              isMinimized: z.boolean(),
              lastEditedAt: z.string().nullish(),
            })
            .nullable(),
        ),
      }),
    }),
  }),
});

export async function readThreadDetails(
  client: Client,
  repo: string,
  number: number,
): Promise<ThreadDetails> {
  const { owner, repo: name } = splitRepo(repo);
  const details: ThreadDetails = { isPrivate: false, stateReason: null, events: [], comments: new Map() };
  let after: string | null = null;
  do {
    const answer: unknown = await client.graphql(THREAD_DETAILS_QUERY, { owner, name, number, after });
    const { issue, isPrivate } = Answer.parse(answer).repository;
    details.isPrivate = isPrivate;
    details.stateReason = issue.stateReason?.toLowerCase() ?? null;
    details.events = toThreadEvents(issue.timelineItems);
    for (const comment of issue.comments.nodes) {
      if (comment?.databaseId === null || comment?.databaseId === undefined) continue;
      const editedAt = comment.lastEditedAt ? toTime(comment.lastEditedAt) : null;
      details.comments.set(String(comment.databaseId), { minimized: comment.isMinimized, editedAt });
    }
    const { hasNextPage, endCursor } = issue.comments.pageInfo;
    after = hasNextPage ? (endCursor ?? null) : null;
  } while (after !== null);
  return details;
}

function toEvent(item: Item): ThreadEvent[] {
  const base = {
    at: item.createdAt === undefined ? null : toTime(item.createdAt),
    actor: item.actor?.login ?? null,
    reason: null,
  };
  switch (item.__typename) {
    case "ClosedEvent": {
      const reason = item.stateReason?.toLowerCase() ?? null;
      return [{ ...base, kind: "closed", reason, target: item.closer?.url ?? null }];
    }
    case "ReopenedEvent":
      return [{ ...base, kind: "reopened", target: null }];
    case "MarkedAsDuplicateEvent":
      return [{ ...base, kind: "duplicate_of", target: item.canonical?.url ?? null }];
    case "ReferencedEvent":
      return item.commit?.url ? [{ ...base, kind: "referenced_by_commit", target: item.commit.url }] : [];
    case "ConnectedEvent":
      return item.subject?.url ? [{ ...base, kind: "connected_pull_request", target: item.subject.url }] : [];
    case "CrossReferencedEvent":
      return item.source?.url && item.willCloseTarget === true
        ? [{ ...base, kind: "connected_pull_request", target: item.source.url }]
        : [];
    default:
      return [];
  }
}
