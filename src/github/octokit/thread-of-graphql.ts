import type { AuthorRole, Comment, Thread } from "../../thread/thread.js";
import type { GraphqlActor, GraphqlComment, GraphqlIssue } from "./closed-issues-query.js";
import { toThreadEvents } from "./thread-details.js";
import { toTime } from "./timeline.js";

/** What GitHub calls the author of what a deleted account wrote. */
const GHOST = "ghost";

/** A thread as `readThread` would read it over REST, from what GraphQL gave. `maintainers`: logins in lower case. */
export function toThread(
  repo: string,
  issue: GraphqlIssue,
  comments: readonly GraphqlComment[],
  maintainers: ReadonlySet<string>,
): Thread {
  const author = loginOf(issue.author);
  return {
    source_url: issue.url,
    repo,
    number: issue.number,
    title: issue.title,
    body: issue.body,
    author,
    labels: (issue.labels?.nodes ?? []).flatMap((label) => (label === null ? [] : [label.name])),
    state: issue.state === "CLOSED" ? "closed" : "open",
    state_reason: issue.stateReason?.toLowerCase() ?? null,
    locked: issue.locked,
    created_at: toTime(issue.createdAt),
    comments: comments.map((comment) => toComment(comment, author, maintainers)),
    events: toThreadEvents(issue.timelineItems),
  };
}

function toComment(comment: GraphqlComment, issueAuthor: string, maintainers: ReadonlySet<string>): Comment {
  return {
    id: String(comment.databaseId ?? ""),
    author: loginOf(comment.author),
    author_role: roleOf(comment.author, issueAuthor, maintainers),
    body: comment.body,
    created_at: toTime(comment.createdAt),
    edited_at: comment.lastEditedAt ? toTime(comment.lastEditedAt) : null,
    url: comment.url,
    minimized: comment.isMinimized,
  };
}

/** GraphQL leaves out the ending that REST gives the name of an app. */
function loginOf(actor: GraphqlActor): string {
  if (!actor) return GHOST;
  return actor.__typename === "Bot" ? `${actor.login}[bot]` : actor.login;
}

function roleOf(actor: GraphqlActor, issueAuthor: string, maintainers: ReadonlySet<string>): AuthorRole {
  if (actor?.__typename === "Bot") return "bot";
  const login = loginOf(actor);
  if (login === issueAuthor) return "reporter";
  return maintainers.has(login.toLowerCase()) ? "maintainer" : "other";
}
