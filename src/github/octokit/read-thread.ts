import { MnemeError } from "../../errors.js";
import type { AuthorRole, Comment, Thread } from "../../thread/thread.js";
import type { ThreadAddress } from "../forge.js";
import { isMaintainer } from "../permissions.js";
import type { Client } from "./client.js";
import { toForgeError } from "./map-error.js";
import type { PermissionReader } from "./read-permission.js";
import { splitRepo } from "./split-repo.js";
import { readThreadDetails, type ThreadDetails } from "./thread-details.js";
import {
  isBotAuthor,
  readTimelineComments,
  readTimelineEvents,
  type TimelineComment,
  toTime,
} from "./timeline.js";

/** What GitHub calls the author of what a deleted account wrote. */
const GHOST = "ghost";

/** Timeline pages (of 100) read at most. What comes later than 5,000 entries no person reads either. */
const MAX_PAGES = 50;

export interface ReadThreadOptions {
  /** False without a token: GraphQL and the permission API need one. */
  authenticated: boolean;
}

type Issue = Awaited<ReturnType<Client["rest"]["issues"]["get"]>>["data"];

/** One thread in three calls (issue, timeline, details), one more per further 100 entries and per new commenter. */
export async function readThread(
  client: Client,
  address: ThreadAddress,
  permissions: PermissionReader,
  options: ReadThreadOptions,
): Promise<Thread> {
  const { repo, number } = address;
  const place = { ...splitRepo(repo), issue_number: number };
  const { data: issue } = await client.rest.issues.get(place);
  refuseWhatIsNoIssue(issue, address);
  const entries = await readTimeline(client, place);
  const comments = readTimelineComments(entries);
  const details = options.authenticated ? await readDetails(client, address) : null;
  const author = issue.user?.login ?? GHOST;
  const people = distinctPeople(comments).filter((login) => login !== author);
  const maintainers = options.authenticated
    ? await findMaintainers(client, repo, people, permissions)
    : hintedMaintainers(comments);
  return {
    source_url: issue.html_url,
    repo,
    number,
    title: issue.title,
    body: issue.body ?? "",
    author,
    labels: issue.labels.flatMap((label) => (typeof label === "string" ? [label] : (label.name ?? []))),
    state: issue.state === "closed" ? "closed" : "open",
    state_reason: details?.stateReason ?? issue.state_reason ?? null,
    locked: issue.locked,
    ...(details === null ? {} : { is_private: details.isPrivate }),
    created_at: toTime(issue.created_at),
    comments: comments.map((comment) => toComment(comment, author, maintainers, details)),
    events: details?.events ?? readTimelineEvents(entries),
  };
}

async function readTimeline(
  client: Client,
  place: { owner: string; repo: string; issue_number: number },
): Promise<unknown[]> {
  let pages = 0;
  return await client.paginate(
    client.rest.issues.listEventsForTimeline,
    { ...place, per_page: 100 },
    (response, done) => {
      pages += 1;
      if (pages >= MAX_PAGES) done();
      return response.data;
    },
  );
}

/** A redirect (the issue was transferred) is followed by the client: the answer then names another repository. */
function refuseWhatIsNoIssue(issue: Issue, address: ThreadAddress): void {
  const key = `${address.repo}#${String(address.number)}`;
  if (issue.pull_request !== undefined)
    throw new MnemeError("bad_input", `${key} is a pull request: name an issue`);
  const [, moved] = /\/repos\/([^/]+\/[^/]+)$/.exec(issue.repository_url) ?? [];
  if (moved !== undefined && moved.toLowerCase() !== address.repo.toLowerCase())
    throw new MnemeError("not_found", `${key} was moved to ${moved}#${String(issue.number)}: ask there`);
}

/** Without the right to read details the thread is still read: hidden comments are then told by REST alone. */
async function readDetails(client: Client, { repo, number }: ThreadAddress): Promise<ThreadDetails | null> {
  try {
    return await readThreadDetails(client, repo, number);
  } catch (error) {
    const mapped = toForgeError(error, `tell the details of ${repo}#${String(number)}`);
    if (mapped.code === "not_permitted") return null;
    throw mapped;
  }
}

function distinctPeople(comments: readonly TimelineComment[]): string[] {
  const people = comments.filter(({ user, performed_via_github_app: app }) => !isBotAuthor(user, app));
  return [...new Set(people.flatMap(({ user }) => (user ? [user.login] : [])))];
}

async function findMaintainers(
  client: Client,
  repo: string,
  people: readonly string[],
  permissions: PermissionReader,
): Promise<Set<string>> {
  const found = await Promise.all(
    people.map(async (login) => isMaintainer(await permissions.read(client, repo, login))),
  );
  return new Set(people.filter((_, index) => found[index] === true));
}

/** For a recording made without a token only: an association is a hint, and never gives a right on a server. */
function hintedMaintainers(comments: readonly TimelineComment[]): Set<string> {
  const hinted = comments.filter((comment) =>
    ["OWNER", "MEMBER", "COLLABORATOR"].includes(comment.author_association ?? ""),
  );
  return new Set(hinted.flatMap(({ user }) => (user ? [user.login] : [])));
}

function toComment(
  comment: TimelineComment,
  issueAuthor: string,
  maintainers: ReadonlySet<string>,
  details: ThreadDetails | null,
): Comment {
  const id = String(comment.id);
  const detail = details?.comments.get(id);
  const edited = comment.updated_at === comment.created_at ? null : toTime(comment.updated_at);
  return {
    id,
    author: comment.user?.login ?? GHOST,
    author_role: roleOf(comment, issueAuthor, maintainers),
    body: comment.body ?? "",
    created_at: toTime(comment.created_at),
    edited_at: detail === undefined ? edited : detail.editedAt,
    url: comment.html_url,
    minimized: detail?.minimized ?? (comment.minimized !== null && comment.minimized !== undefined),
  };
}

function roleOf(comment: TimelineComment, issueAuthor: string, maintainers: ReadonlySet<string>): AuthorRole {
  if (isBotAuthor(comment.user, comment.performed_via_github_app)) return "bot";
  if (comment.user?.login === issueAuthor) return "reporter";
  return maintainers.has(comment.user?.login ?? GHOST) ? "maintainer" : "other";
}
