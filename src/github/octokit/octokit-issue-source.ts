import { isMnemeError, MnemeError } from "../../errors.js";
import type { Thread } from "../../thread/thread.js";
import type { IssuePage, IssueSource, PageRequest, SpentQuota } from "../backfill/issue-source.js";
import type { Client } from "./client.js";
import {
  ClosedIssuesAnswer,
  closedIssuesQuery,
  type GraphqlComment,
  type GraphqlIssue,
  MORE_COMMENTS_QUERY,
  MoreCommentsAnswer,
  type RateLimit,
  REPOSITORY_QUERY,
  RepositoryAnswer,
} from "./closed-issues-query.js";
import { readMaintainers } from "./read-maintainers.js";
import { toForgeError } from "./map-error.js";
import { splitRepo } from "./split-repo.js";
import { TIMELINE_ITEMS } from "./thread-details.js";
import { toThread } from "./thread-of-graphql.js";

/** Issues a request: more make GitHub's ten seconds too short where threads are long. */
const LARGEST_PAGE = 50;
const SMALLEST_PAGE = 5;

const QUERY = closedIssuesQuery(TIMELINE_ITEMS);

/** Closed issues by GraphQL, fifty whole threads a request; long threads take one more for each further 100 comments. */
export class OctokitIssueSource implements IssueSource {
  readonly #client: Client;
  readonly #repo: string;
  readonly #installation: string;
  #maintainers: ReadonlySet<string> | null = null;
  #size = LARGEST_PAGE;

  /** `installation`: GitHub's id, "0" for a person's token. */
  constructor(client: Client, repo: string, installation: string) {
    this.#client = client;
    this.#repo = repo;
    this.#installation = installation;
  }

  async describe(): ReturnType<IssueSource["describe"]> {
    const answer = RepositoryAnswer.parse(await this.#ask("describe", REPOSITORY_QUERY, this.#place()));
    const { databaseId, nameWithOwner, isPrivate, hasIssuesEnabled } = answer.repository;
    if (!hasIssuesEnabled)
      throw new MnemeError("bad_input", `${nameWithOwner} has no issues: they are switched off there`);
    const maintainers = await this.#known("list who maintains", () =>
      readMaintainers(this.#client, this.#repo),
    );
    this.#maintainers = maintainers;
    return {
      repo: nameWithOwner,
      roles_known: maintainers !== null,
      scope: {
        installation: this.#installation,
        // A person's token has no installation: its memory goes by the name, as that of recorded threads.
        repository: this.#installation === "0" ? nameWithOwner : String(databaseId),
        visibility: isPrivate ? "private" : "public",
      },
    };
  }

  async page({ after, since }: PageRequest): Promise<IssuePage> {
    const spent = { calls: 0, points: 0, quota: null as SpentQuota | null };
    const answer = await this.#askForIssues({ ...this.#place(), after, since });
    charge(spent, answer.rateLimit);
    const { issues, isPrivate } = answer.repository;
    const threads: Thread[] = [];
    for (const issue of issues.nodes) {
      if (issue === null) continue;
      const comments = await this.#allComments(issue, spent);
      const thread = toThread(this.#repo, issue, comments, this.#maintainers ?? new Set());
      threads.push({ ...thread, is_private: isPrivate });
    }
    const { hasNextPage, endCursor } = issues.pageInfo;
    return { threads, next: hasNextPage ? (endCursor ?? null) : null, total: issues.totalCount, ...spent };
  }

  /** GitHub gives up on what takes it more than ten seconds: then fewer at once are asked for. */
  async #askForIssues(variables: Record<string, unknown>): Promise<ClosedIssuesAnswer> {
    for (;;) {
      try {
        const answer = await this.#ask("list the closed issues of", QUERY, {
          ...variables,
          size: this.#size,
        });
        return ClosedIssuesAnswer.parse(answer);
      } catch (error) {
        if (!isMnemeError(error, "unavailable") || this.#size <= SMALLEST_PAGE) throw error;
        this.#size = Math.max(Math.floor(this.#size / 2), SMALLEST_PAGE);
      }
    }
  }

  async #allComments(issue: GraphqlIssue, spent: Spent): Promise<GraphqlComment[]> {
    const comments = present(issue.comments.nodes);
    let { pageInfo } = issue.comments;
    while (pageInfo.hasNextPage) {
      const variables = { id: issue.id, after: pageInfo.endCursor ?? null };
      const doing = `list the comments of #${String(issue.number)} of`;
      const answer = MoreCommentsAnswer.parse(await this.#ask(doing, MORE_COMMENTS_QUERY, variables));
      charge(spent, answer.rateLimit);
      if (answer.node === null) break;
      comments.push(...present(answer.node.comments.nodes));
      ({ pageInfo } = answer.node.comments);
    }
    return comments;
  }

  #place(): { owner: string; name: string } {
    const { owner, repo: name } = splitRepo(this.#repo);
    return { owner, name };
  }

  async #ask(doing: string, query: string, variables: Record<string, unknown>): Promise<unknown> {
    return await this.#known(doing, async () => await this.#client.graphql(query, variables));
  }

  async #known<T>(doing: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw toForgeError(error, `${doing} ${this.#repo}`);
    }
  }
}

type Spent = Pick<IssuePage, "calls" | "points" | "quota">;

function charge(spent: Spent, rateLimit: RateLimit): void {
  spent.calls += 1;
  spent.points += rateLimit?.cost ?? 1;
  if (rateLimit) spent.quota = { limit: rateLimit.limit, resets_at: Date.parse(rateLimit.resetAt) };
}

function present<T>(nodes: readonly (T | null)[]): T[] {
  return nodes.flatMap((node) => (node === null ? [] : [node]));
}
