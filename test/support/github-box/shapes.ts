import { examplePayload } from "../webhooks.js";
import type {
  BoxComment,
  BoxEvent,
  BoxIssue,
  BoxReaction,
  BoxRepository,
  BoxState,
  BoxUser,
} from "./state.js";

/** GitHub's JSON for what the box holds, complete enough for its OpenAPI description. */
const API = "https://api.github.com";
const WEB = "https://github.com";

export function userShape({ id, login, type }: BoxUser): Record<string, unknown> {
  const url = `${API}/users/${encodeURIComponent(login)}`;
  return {
    login,
    id,
    node_id: `U_${String(id)}`,
    avatar_url: `${WEB}/images/error/octocat_happy.gif`,
    gravatar_id: "",
    url,
    html_url: `${WEB}/${encodeURIComponent(login)}`,
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type,
    site_admin: false,
  };
}

export function appShape(state: BoxState, id: number = state.app.id): Record<string, unknown> {
  const slug = id === state.app.id ? state.app.slug : `app-${String(id)}`;
  return {
    id,
    slug,
    node_id: `A_${String(id)}`,
    owner: userShape(state.user("octo")),
    name: slug,
    description: null,
    external_url: "https://example.com",
    html_url: `${WEB}/apps/${slug}`,
    created_at: "2026-01-01T00:00:00Z",
    updated_at: "2026-01-01T00:00:00Z",
    permissions: { issues: "write", metadata: "read", contents: "read", pull_requests: "read" },
    events: ["issues", "issue_comment", "repository"],
  };
}

export function installationShape(state: BoxState, id: number): Record<string, unknown> {
  const url = `${API}/app/installations/${String(id)}`;
  const suspendedAt = state.troubledInstallations.get(id)?.suspendedAt ?? null;
  return {
    id,
    account: userShape(state.user("octo")),
    repository_selection: "all",
    access_tokens_url: `${url}/access_tokens`,
    repositories_url: `${API}/installation/repositories`,
    html_url: `${WEB}/settings/installations/${String(id)}`,
    app_id: state.app.id,
    app_slug: state.app.slug,
    target_id: state.user("octo").id,
    target_type: "User",
    permissions: { issues: "write", metadata: "read", contents: "read", pull_requests: "read" },
    events: ["issues", "issue_comment", "repository"],
    created_at: "2026-01-01T00:00:00Z",
    updated_at: "2026-01-01T00:00:00Z",
    single_file_name: null,
    suspended_by: suspendedAt === null ? null : userShape(state.user("octo")),
    suspended_at: suspendedAt,
  };
}

export function deliveryShape(delivery: BoxState["deliveries"][number]): Record<string, unknown> {
  const { id, guid, event, action, redelivery, status, delivered_at, installation, repository } = delivery;
  return {
    id,
    guid,
    delivered_at,
    redelivery,
    duration: 0.1,
    status:
      status === 0
        ? "failed to connect to host"
        : status < 300
          ? "OK"
          : `Invalid HTTP Response: ${String(status)}`,
    status_code: status,
    event,
    action,
    installation_id: installation,
    repository_id: repository,
    throttled_at: null,
  };
}

/** GitHub's own example, about this repository. */
export function repositoryShape({ id, fullName, isPrivate }: BoxRepository): Record<string, unknown> {
  const [, name = ""] = fullName.split("/");
  return {
    ...(examplePayload("issues", "opened")["repository"] as object),
    ...{ id, name, full_name: fullName, private: isPrivate },
    ...{ has_discussions: false, network_count: 0, subscribers_count: 0 },
  };
}

export function issueUrl(repository: BoxRepository, number: number): string {
  return `${WEB}/${repository.fullName}/issues/${String(number)}`;
}

export function issueShape(repository: BoxRepository, issue: BoxIssue): Record<string, unknown> {
  const repositoryUrl = `${API}/repos/${repository.fullName}`;
  const url = `${repositoryUrl}/issues/${String(issue.number)}`;
  return {
    url,
    repository_url: repositoryUrl,
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    html_url: issueUrl(repository, issue.number),
    id: issue.id,
    node_id: `I_${String(issue.id)}`,
    number: issue.number,
    title: issue.title,
    user: issue.user === null ? null : userShape(issue.user),
    labels: issue.labels.map((name, n) => ({
      id: n + 1,
      node_id: `L_${name}`,
      url: `${repositoryUrl}/labels/${encodeURIComponent(name)}`,
      name,
      color: "d73a4a",
      default: false,
      description: null,
    })),
    state: issue.state,
    state_reason: issue.state_reason,
    locked: issue.locked,
    assignee: null,
    assignees: [],
    milestone: null,
    comments: issue.comments.length,
    created_at: issue.created_at,
    updated_at: issue.created_at,
    closed_at: issue.state === "closed" ? issue.created_at : null,
    author_association: "NONE",
    body: issue.body,
    performed_via_github_app: null,
    ...(issue.isPullRequest
      ? {
          pull_request: {
            url: `${repositoryUrl}/pulls/${String(issue.number)}`,
            html_url: null,
            diff_url: null,
            patch_url: null,
          },
        }
      : {}),
  };
}

export function commentUrl(repository: BoxRepository, issue: BoxIssue, comment: BoxComment): string {
  return `${issueUrl(repository, issue.number)}#issuecomment-${String(comment.id)}`;
}

export function commentShape(
  state: BoxState,
  repository: BoxRepository,
  issue: BoxIssue,
  comment: BoxComment,
): Record<string, unknown> {
  return {
    url: `${API}/repos/${repository.fullName}/issues/comments/${String(comment.id)}`,
    html_url: commentUrl(repository, issue, comment),
    issue_url: `${API}/repos/${repository.fullName}/issues/${String(issue.number)}`,
    id: comment.id,
    node_id: `IC_${String(comment.id)}`,
    user: comment.user === null ? null : userShape(comment.user),
    created_at: comment.created_at,
    updated_at: comment.updated_at,
    author_association: "NONE",
    body: comment.body,
    performed_via_github_app: comment.via === null ? null : appShape(state, comment.via),
  };
}

export function fileShape(repository: BoxRepository, path: string, text: string): Record<string, unknown> {
  const url = `${API}/repos/${repository.fullName}/contents/${path}`;
  return {
    type: "file",
    encoding: "base64",
    size: Buffer.byteLength(text),
    name: path.split("/").at(-1),
    path,
    content: Buffer.from(text).toString("base64"),
    sha: "0".repeat(40),
    url,
    git_url: url,
    html_url: `${WEB}/${repository.fullName}/blob/main/${path}`,
    download_url: null,
    _links: { self: url, git: url, html: url },
  };
}

export function reactionShape(reaction: BoxReaction): Record<string, unknown> {
  return { ...reaction, node_id: `R_${String(reaction.id)}`, user: userShape(reaction.user) };
}

/** Comments and events in order of time, as the timeline gives them. */
export function timelineShapes(
  state: BoxState,
  repository: BoxRepository,
  issue: BoxIssue,
): Record<string, unknown>[] {
  const comments = issue.comments.map((comment) => ({
    at: comment.created_at,
    shape: {
      ...commentShape(state, repository, issue, comment),
      event: "commented",
      // The timeline has no null here: a deleted account shows as "ghost".
      user: userShape(comment.user ?? state.user("ghost")),
      actor: userShape(comment.user ?? state.user("ghost")),
    },
  }));
  const events = issue.events.map((event) => ({
    at: event.created_at,
    shape: eventShape(repository, event),
  }));
  return [...comments, ...events].sort((a, b) => a.at.localeCompare(b.at)).map(({ shape }) => shape);
}

function eventShape(repository: BoxRepository, event: BoxEvent): Record<string, unknown> {
  const commit = event.target?.includes("/commit/") === true ? event.target : null;
  const base = {
    id: 1,
    node_id: "E_1",
    url: `${API}/repos/${repository.fullName}/issues/events/1`,
    actor: userShape(event.actor),
    event: event.event,
    created_at: event.created_at,
    commit_id: commit === null ? null : (commit.split("/").at(-1) ?? null),
    commit_url: commit === null ? null : commit.replace(WEB, `${API}/repos`).replace("/commit/", "/commits/"),
    performed_via_github_app: null,
  };
  if (event.event === "labeled") return { ...base, label: { name: event.target ?? "", color: "d73a4a" } };
  return event.event === "closed" ? { ...base, state_reason: event.state_reason ?? null } : base;
}
