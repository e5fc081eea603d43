import { z } from "zod";

const COMMENTS = `
        totalCount
        pageInfo { hasNextPage endCursor }
        nodes {
          databaseId
          url
          body
          createdAt
          lastEditedAt
          isMinimized
          author { __typename login }
        }`;

/** Whole threads, many at a time: one request for what would be three for each issue over REST. */
export function closedIssuesQuery(timelineFields: string): string {
  return `
query ClosedIssues($owner: String!, $name: String!, $size: Int!, $after: String, $since: DateTime) {
  repository(owner: $owner, name: $name) {
    isPrivate
    issues(first: $size, after: $after, states: [CLOSED], filterBy: { since: $since }, orderBy: { field: CREATED_AT, direction: ASC }) {
      totalCount
      pageInfo { hasNextPage endCursor }
      nodes {
        id
        number
        url
        title
        body
        locked
        createdAt
        state
        stateReason(enableDuplicate: true)
        author { __typename login }
        labels(first: 20) { nodes { name } }
        ${timelineFields}
        comments(first: 50) {${COMMENTS}
        }
      }
    }
  }
  rateLimit { cost limit resetAt }
}`;
}

export const MORE_COMMENTS_QUERY = `
query MoreComments($id: ID!, $after: String) {
  node(id: $id) {
    ... on Issue {
      comments(first: 100, after: $after) {${COMMENTS}
      }
    }
  }
  rateLimit { cost limit resetAt }
}`;

export const REPOSITORY_QUERY = `
query RepositoryOfIssues($owner: String!, $name: String!) {
  repository(owner: $owner, name: $name) { databaseId nameWithOwner isPrivate hasIssuesEnabled }
}`;

export const GraphqlActor = z.object({ __typename: z.string(), login: z.string() }).nullish();
export type GraphqlActor = z.infer<typeof GraphqlActor>;

const PageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() });

const GraphqlComment = z.object({
  databaseId: z.number().nullish(),
  url: z.string(),
  body: z.string(),
  createdAt: z.string(),
  lastEditedAt: z.string().nullish(),
  isMinimized: z.boolean(),
  author: GraphqlActor,
});
export type GraphqlComment = z.infer<typeof GraphqlComment>;

const Comments = z.object({ pageInfo: PageInfo, nodes: z.array(GraphqlComment.nullable()) });

const GraphqlIssue = z.object({
  id: z.string(),
  number: z.number(),
  url: z.string(),
  title: z.string(),
  body: z.string(),
  locked: z.boolean(),
  createdAt: z.string(),
  state: z.string(),
  stateReason: z.string().nullish(),
  author: GraphqlActor,
  labels: z.object({ nodes: z.array(z.object({ name: z.string() }).nullable()).nullish() }).nullish(),
  timelineItems: z.unknown(),
  comments: Comments,
});
export type GraphqlIssue = z.infer<typeof GraphqlIssue>;

const RateLimit = z.object({ cost: z.number(), limit: z.number(), resetAt: z.string() }).nullish();
export type RateLimit = z.infer<typeof RateLimit>;

export const ClosedIssuesAnswer = z.object({
  repository: z.object({
    isPrivate: z.boolean(),
    issues: z.object({
      totalCount: z.number(),
      pageInfo: PageInfo,
      nodes: z.array(GraphqlIssue.nullable()),
    }),
  }),
  rateLimit: RateLimit,
});

export type ClosedIssuesAnswer = z.infer<typeof ClosedIssuesAnswer>;

export const MoreCommentsAnswer = z.object({
  node: z.object({ comments: Comments }).nullable(),
  rateLimit: RateLimit,
});

export const RepositoryAnswer = z.object({
  repository: z.object({
    databaseId: z.number(),
    nameWithOwner: z.string(),
    isPrivate: z.boolean(),
    hasIssuesEnabled: z.boolean(),
  }),
});
