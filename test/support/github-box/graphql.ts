import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import {
  buildSchema,
  type DocumentNode,
  execute,
  type GraphQLError,
  type GraphQLSchema,
  parse,
  validate,
} from "graphql";
import { commentUrl, issueUrl } from "./shapes.js";
import type {
  BoxComment,
  BoxEvent,
  BoxIssue,
  BoxReaction,
  BoxRepository,
  BoxState,
  BoxUser,
} from "./state.js";

/** The package exports no such path; it is found as Node would find the package, from wherever the box was compiled to. */
function findSchemaFile(): string {
  const places = createRequire(import.meta.url).resolve.paths("@octokit/graphql-schema") ?? [];
  const files = places.map((folder) => join(folder, "@octokit/graphql-schema/schema.graphql"));
  return files.find((file) => existsSync(file)) ?? "schema.graphql";
}

export interface GraphqlAnswer {
  data?: unknown;
  errors?: { message: string; type?: string }[];
}

const CONTENT: Readonly<Record<string, string>> = {
  "+1": "THUMBS_UP",
  "-1": "THUMBS_DOWN",
  laugh: "LAUGH",
  confused: "CONFUSED",
  heart: "HEART",
  hooray: "HOORAY",
  rocket: "ROCKET",
  eyes: "EYES",
};

/** Built once a process: it takes a second. */
let schema: GraphQLSchema | null = null;

/** GitHub's own GraphQL schema over the box's state: a query that does not fit the schema is an error. */
export class BoxGraphql {
  readonly #state: BoxState;

  constructor(state: BoxState) {
    this.#state = state;
  }

  async answer(
    source: string,
    variables: Record<string, unknown>,
    installation: number | null,
  ): Promise<GraphqlAnswer> {
    schema ??= buildSchema(readFileSync(findSchemaFile(), "utf8"), {
      assumeValid: true,
    });
    const checked = check(schema, source);
    if (!("document" in checked)) return { errors: messagesOf(checked.errors) };
    const result = await execute({
      schema,
      document: checked.document,
      variableValues: variables,
      rootValue: this.#root(installation),
    });
    return {
      data: result.data,
      ...(result.errors === undefined ? {} : { errors: messagesOf(result.errors) }),
    };
  }

  #root(installation: number | null): unknown {
    return {
      repository: ({ owner, name }: { owner: string; name: string }) => {
        const repository = this.#named(`${owner}/${name}`.toLowerCase());
        if (repository === undefined) return null;
        if (repository.isPrivate && repository.installation !== installation) return null;
        return {
          databaseId: repository.id,
          nameWithOwner: repository.fullName,
          isPrivate: repository.isPrivate,
          hasIssuesEnabled: true,
          issues: (wanted: IssuesArguments) => issuesConnection(repository, wanted),
          issue: ({ number }: { number: number }) => {
            const issue = repository.issues.get(number);
            return issue === undefined || issue.isDeleted ? null : issueNode(repository, issue);
          },
        };
      },
      node: ({ id }: { id: string }) => this.#issueNode(id, installation),
      minimizeComment: ({ input }: { input: { subjectId: string; classifier: string } }) => {
        const found = this.#find(input.subjectId, installation);
        if (found === null) throw new Error(`no comment ${input.subjectId}`);
        found.comment.minimized = input.classifier.toLowerCase();
        return { minimizedComment: { __typename: "IssueComment", isMinimized: true } };
      },
      nodes: ({ ids }: { ids: string[] }) => {
        if (ids.length > 100) throw new Error("too many ids: GitHub takes 100");
        return ids.map((id) => this.#node(id, installation));
      },
      rateLimit: { cost: 1, ...this.#state.graphqlLimit },
    };
  }

  /** A former name leads to the repository. */
  #named(name: string): BoxRepository | undefined {
    const { repositories, moved } = this.#state;
    return repositories.get(name) ?? repositories.get(moved.get(name)?.toLowerCase() ?? "");
  }

  #issueNode(id: string, installation: number | null): unknown {
    for (const repository of this.#state.repositories.values()) {
      if (repository.installation !== installation) continue;
      for (const issue of repository.issues.values())
        if (id === `I_${String(issue.id)}`) return issueNode(repository, issue);
    }
    return null;
  }

  #node(id: string, installation: number | null): unknown {
    const found = this.#find(id, installation);
    return found === null ? null : commentNode(found.repository, found.issue, found.comment);
  }

  #find(
    id: string,
    installation: number | null,
  ): { repository: BoxRepository; issue: BoxIssue; comment: BoxComment } | null {
    const number = Number(id.replace(/^IC_/, ""));
    for (const repository of this.#state.repositories.values()) {
      if (repository.installation !== installation) continue;
      const found = this.#state.findComment(repository, number);
      if (found !== null) return { repository, ...found };
    }
    return null;
  }
}

type Checked = { document: DocumentNode } | { errors: readonly GraphQLError[] };

const checkedQueries = new Map<string, Checked>();

/** A query is parsed and held against the schema once. */
function check(against: GraphQLSchema, source: string): Checked {
  const known = checkedQueries.get(source);
  if (known !== undefined) return known;
  const document = parse(source);
  const errors = validate(against, document);
  const checked: Checked = errors.length === 0 ? { document } : { errors };
  checkedQueries.set(source, checked);
  return checked;
}

function messagesOf(errors: readonly GraphQLError[]): { message: string }[] {
  return errors.map(({ message }) => ({ message }));
}

interface IssuesArguments {
  first: number;
  after?: string | null;
  states: string[];
  filterBy?: { since?: string | null } | null;
}

/** In the order in which they were made; a cursor is the number of the last one. */
function issuesConnection(
  repository: BoxRepository,
  { first, after, states, filterBy }: IssuesArguments,
): unknown {
  const since = filterBy?.since ? new Date(filterBy.since).toISOString() : "";
  const fitting = [...repository.issues.values()].filter(
    (issue) =>
      !issue.isPullRequest &&
      !issue.isDeleted &&
      states.includes(issue.state.toUpperCase()) &&
      lastChange(issue) >= since,
  );
  const rest = after ? fitting.filter(({ number }) => number > Number(after)) : fitting;
  const page = rest.slice(0, first);
  return {
    totalCount: fitting.length,
    pageInfo: { hasNextPage: rest.length > page.length, endCursor: String(page.at(-1)?.number ?? "") },
    nodes: page.map((issue) => issueNode(repository, issue)),
  };
}

function lastChange({ created_at, comments, events }: BoxIssue): string {
  const times = [
    created_at,
    ...comments.map(({ updated_at }) => updated_at),
    ...events.map((one) => one.created_at),
  ];
  return new Date(times.reduce((a, b) => (a > b ? a : b))).toISOString();
}

function issueNode(repository: BoxRepository, issue: BoxIssue): unknown {
  return {
    __typename: "Issue",
    id: `I_${String(issue.id)}`,
    number: issue.number,
    title: issue.title,
    body: issue.body ?? "",
    locked: issue.locked,
    createdAt: issue.created_at,
    state: issue.state.toUpperCase(),
    author: issue.user === null ? null : actorNode(issue.user),
    labels: { nodes: issue.labels.map((name) => ({ name })) },
    url: issueUrl(repository, issue.number),
    stateReason: issue.state_reason?.toUpperCase() ?? null,
    timelineItems: { nodes: issue.events.flatMap(eventNode) },
    comments: ({ first, last, after }: { first?: number; last?: number; after?: string | null }) => {
      const start = after ? Number(after) : Math.max(0, issue.comments.length - (last ?? Infinity));
      const page = issue.comments.slice(start, start + (first ?? last ?? 0));
      const end = start + page.length;
      return {
        totalCount: issue.comments.length,
        pageInfo: { hasNextPage: end < issue.comments.length, endCursor: String(end) },
        nodes: page.map((comment) => commentNode(repository, issue, comment)),
      };
    },
  };
}

function commentNode(repository: BoxRepository, issue: BoxIssue, comment: BoxComment): unknown {
  return {
    __typename: "IssueComment",
    id: `IC_${String(comment.id)}`,
    databaseId: comment.id,
    body: comment.body,
    createdAt: comment.created_at,
    author: comment.user === null ? null : actorNode(comment.user),
    viewerDidAuthor: comment.via !== null,
    isMinimized: comment.minimized !== null,
    minimizedReason: comment.minimized,
    lastEditedAt: comment.updated_at === comment.created_at ? null : comment.updated_at,
    updatedAt: comment.updated_at,
    url: commentUrl(repository, issue, comment),
    issue: {
      __typename: "Issue",
      number: issue.number,
      author: issue.user === null ? null : actorNode(issue.user),
      repository: { __typename: "Repository", nameWithOwner: repository.fullName },
    },
    reactions: ({
      first = 0,
      after,
      content,
    }: {
      first?: number;
      after?: string | null;
      content?: string;
    }) => {
      const asked = comment.reactions.filter(
        (reaction) => content === undefined || CONTENT[reaction.content] === content,
      );
      const end = Number(after ?? 0) + first;
      return {
        totalCount: asked.length,
        pageInfo: { hasNextPage: end < asked.length, endCursor: String(end) },
        nodes: asked.slice(Number(after ?? 0), end).map(reactionNode),
      };
    },
  };
}

function reactionNode(reaction: BoxReaction): unknown {
  return {
    content: CONTENT[reaction.content],
    createdAt: reaction.created_at,
    user: actorNode(reaction.user),
  };
}

function actorNode(user: BoxUser): unknown {
  // GraphQL gives an app's name without the ending that REST adds.
  return { __typename: user.type, login: user.login.replace(/\[bot\]$/, ""), databaseId: user.id };
}

function eventNode(event: BoxEvent): unknown[] {
  const base = { createdAt: event.created_at, actor: actorNode(event.actor) };
  const target = event.target === undefined ? null : { __typename: typeOf(event.target), url: event.target };
  switch (event.event) {
    case "closed":
      return [
        {
          ...base,
          __typename: "ClosedEvent",
          stateReason: event.state_reason?.toUpperCase() ?? null,
          closer: target,
        },
      ];
    case "reopened":
      return [{ ...base, __typename: "ReopenedEvent" }];
    case "marked_as_duplicate":
      return [{ ...base, __typename: "MarkedAsDuplicateEvent", canonical: target }];
    case "referenced":
      return [{ ...base, __typename: "ReferencedEvent", commit: target }];
    case "cross-referenced":
      return [{ ...base, __typename: "CrossReferencedEvent", willCloseTarget: true, source: target }];
    case "labeled":
      return [];
  }
}

function typeOf(url: string): string {
  if (url.includes("/commit/")) return "Commit";
  return url.includes("/pull/") ? "PullRequest" : "Issue";
}
