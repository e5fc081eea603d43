import { z } from "zod";
import type { ReactionPage, ReadReaction, ReplyReactions } from "../reactions/reaction-source.js";
import type { Client } from "./client.js";
import { toTime } from "./timeline.js";

/** GitHub takes so many ids in one list; a query may hold several lists. */
const IDS_A_LIST = 100;

/** Reactions of one reply that come with its list; few have more. Then so many a page, and so many pages. */
const FIRST = 20;
const PAGE = 100;
const MOST_PAGES = 5;

const REACTIONS = `totalCount pageInfo { hasNextPage endCursor } nodes { content createdAt user { login } }`;

/** One list of ids for each variable `ids0`, `ids1` … */
export function reactionsQuery(lists: number): string {
  const numbers = Array.from({ length: lists }, (_, n) => n);
  return `
query Reactions(${numbers.map((n) => `$ids${n}: [ID!]!`).join(", ")}) {
  rateLimit { cost remaining limit }
  ${numbers.map((n) => `list${n}: nodes(ids: $ids${n}) { ...Reply }`).join("\n  ")}
}
fragment Reply on IssueComment {
  id
  url
  issue { number author { login } repository { nameWithOwner } }
  reactions(first: ${FIRST}) { ${REACTIONS} }
}`;
}

const MORE_QUERY = `
query MoreReactions($ids: [ID!]!, $after: String) {
  nodes(ids: $ids) { ... on IssueComment { reactions(first: ${PAGE}, after: $after) { ${REACTIONS} } } }
}`;

const Reactions = z.object({
  pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() }),
  nodes: z.array(
    z
      .object({ content: z.string(), createdAt: z.string(), user: z.object({ login: z.string() }).nullish() })
      .nullable(),
  ),
});
type Reactions = z.infer<typeof Reactions>;

const Login = z.object({ login: z.string() }).nullish();

const Reply = z.object({
  id: z.string(),
  url: z.string(),
  issue: z.object({ number: z.number(), author: Login, repository: z.object({ nameWithOwner: z.string() }) }),
  reactions: Reactions,
});

const Allowance = z.object({ remaining: z.number(), limit: z.number() });

/** GitHub answers what it can and says what it could not: a deleted comment is no reason to lose the others. */
const Partial = z.object({
  data: z.record(z.string(), z.unknown()),
  errors: z.array(z.object({ type: z.enum(["NOT_FOUND", "FORBIDDEN"]) })).min(1),
});

export async function readReactions(client: Client, nodeIds: readonly string[]): Promise<ReactionPage> {
  const lists = Array.from({ length: Math.ceil(nodeIds.length / IDS_A_LIST) }, (_, n) =>
    nodeIds.slice(n * IDS_A_LIST, (n + 1) * IDS_A_LIST),
  );
  const variables = Object.fromEntries(lists.map((ids, n) => [`ids${n}`, ids]));
  const answer = await ask(client, reactionsQuery(lists.length), variables);
  const page: ReactionPage = {
    replies: new Map(),
    allowance: Allowance.safeParse(answer["rateLimit"]).data ?? null,
  };
  for (const n of lists.keys())
    for (const node of asList(answer[`list${n}`])) {
      const reply = Reply.safeParse(node).data;
      if (reply !== undefined) page.replies.set(reply.id, await whole(client, reply));
    }
  return page;
}

async function ask(
  client: Client,
  query: string,
  variables: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  try {
    return await client.graphql<Record<string, unknown>>(query, variables);
  } catch (error) {
    const partial = Partial.safeParse(error);
    if (partial.success) return partial.data.data;
    throw error;
  }
}

async function whole(client: Client, reply: z.infer<typeof Reply>): Promise<ReplyReactions> {
  const reactions = toReactions(reply.reactions);
  let { hasNextPage, endCursor } = reply.reactions.pageInfo;
  for (let page = 0; hasNextPage && page < MOST_PAGES; page++) {
    const answer = await ask(client, MORE_QUERY, { ids: [reply.id], after: endCursor ?? null });
    const more = z.object({ reactions: Reactions }).safeParse(asList(answer["nodes"])[0]).data?.reactions;
    if (more === undefined) break;
    reactions.push(...toReactions(more));
    ({ hasNextPage, endCursor } = more.pageInfo);
  }
  const { number, author, repository } = reply.issue;
  return {
    node_id: reply.id,
    url: reply.url,
    repo: repository.nameWithOwner,
    number,
    reporter: author?.login ?? null,
    reactions,
  };
}

const CONTENT: Readonly<Record<string, ReadReaction["content"]>> = {
  ROCKET: "rocket",
  THUMBS_UP: "+1",
  THUMBS_DOWN: "-1",
};

function toReactions({ nodes }: Reactions): ReadReaction[] {
  return nodes.flatMap((node) => {
    const content = CONTENT[node?.content ?? ""];
    const by = node?.user?.login;
    return node === null || content === undefined || by === undefined
      ? []
      : [{ content, by, at: toTime(node.createdAt) }];
  });
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}
