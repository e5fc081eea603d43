import { createHash } from "node:crypto";
import {
  appShape,
  deliveryShape,
  installationShape,
  commentShape,
  fileShape,
  issueShape,
  reactionShape,
  repositoryShape,
  timelineShapes,
  userShape,
} from "./shapes.js";
import type { BoxIssue, BoxReaction, BoxRepository, BoxState } from "./state.js";

export interface BoxRequest {
  state: BoxState;
  parameters: Record<string, string>;
  query: URLSearchParams;
  body: Record<string, unknown>;
  /** By name in lower case. */
  headers: Record<string, string | string[] | undefined>;
  /** The installation whose token came along; null for the app itself. */
  installation: number | null;
}

export interface BoxAnswer {
  status: number;
  body: unknown;
  /** The whole list of which `body` is one page. */
  total?: number;
  headers?: Record<string, string>;
  /** Where the next page begins, in lists that go by a cursor. */
  cursor?: string;
}

export type BoxRoute = (request: BoxRequest) => BoxAnswer;

/** Longer texts are refused by GitHub. */
const MAX_BODY = 65_536;

/** By method and path template of GitHub's description: what mneme calls, and nothing else. */
export const ROUTES: Readonly<Record<string, BoxRoute>> = {
  "get /app/hook/deliveries": ({ state, query }) => {
    const size = Number(query.get("per_page") ?? 30);
    const before = Number(query.get("cursor") ?? Number.MAX_SAFE_INTEGER);
    const older = state.deliveries.filter(({ id }) => id < before).reverse();
    const items = older.slice(0, size);
    const next = older.length > size ? String(items.at(-1)?.id ?? "") : undefined;
    return { status: 200, body: items.map(deliveryShape), ...(next === undefined ? {} : { cursor: next }) };
  },
  "post /app/hook/deliveries/{delivery_id}/attempts": ({ state, parameters }) => {
    const delivery = state.deliveries.find(({ id }) => id === Number(parameters["delivery_id"]));
    if (delivery === undefined) return notFound();
    setImmediate(() => state.onRedelivery(delivery.guid));
    return { status: 202, body: {} };
  },
  "get /app": ({ state }) => ({ status: 200, body: appShape(state) }),
  "get /app/installations/{installation_id}": ({ state, parameters: { installation_id: id } }) =>
    installationAnswer(state, Number(id)),
  "post /app/installations/{installation_id}/access_tokens": ({ state, parameters }) => {
    const trouble = state.troubledInstallations.get(Number(parameters["installation_id"]));
    if (trouble === null) return notFound();
    if (trouble !== undefined) return forbidden("This installation has been suspended");
    return {
      status: 201,
      body: {
        token: `ghs_${parameters["installation_id"] ?? ""}`,
        expires_at: new Date(Date.now() + 3_600_000).toISOString(),
        permissions: { issues: "write", metadata: "read", contents: "read", pull_requests: "read" },
        repository_selection: "all",
      },
    };
  },
  "get /repos/{owner}/{repo}/installation": ({ state, parameters: { owner = "", repo = "" } }) => {
    const repository = state.repositories.get(`${owner}/${repo}`.toLowerCase());
    return repository === undefined ? notFound() : installationAnswer(state, repository.installation);
  },
  "get /repos/{owner}/{repo}": (request) =>
    withRepository(request, (repository) => ({ status: 200, body: repositoryShape(repository) }), "read"),
  "get /repos/{owner}/{repo}/issues/{issue_number}": (request) =>
    withIssue(request, (repository, issue) => ({ status: 200, body: issueShape(repository, issue) }), "read"),
  "get /repos/{owner}/{repo}/issues/{issue_number}/timeline": (request) =>
    withIssue(
      request,
      (repository, issue) => page(request, timelineShapes(request.state, repository, issue)),
      "read",
    ),
  "get /repos/{owner}/{repo}/issues/{issue_number}/comments": (request) =>
    withIssue(
      request,
      (repository, issue) =>
        page(
          request,
          issue.comments.map((comment) => commentShape(request.state, repository, issue, comment)),
        ),
      "read",
    ),
  "post /repos/{owner}/{repo}/issues/{issue_number}/comments": (request) =>
    withIssue(request, (repository, issue) => {
      const body = String(request.body["body"]);
      if (body.length > MAX_BODY) return unprocessable("body is too long (maximum is 65536 characters)");
      if (issue.locked) return forbidden("Unable to create comment because issue is locked.");
      const { app } = request.state;
      const comment = request.state.addComment(issue, `${app.slug}[bot]`, body, app.id);
      return { status: 201, body: commentShape(request.state, repository, issue, comment) };
    }),
  "patch /repos/{owner}/{repo}/issues/comments/{comment_id}": (request) =>
    withRepository(request, (repository) => {
      const found = request.state.findComment(repository, Number(request.parameters["comment_id"]));
      if (found === null || found.issue.isDeleted) return notFound();
      const body = String(request.body["body"]);
      if (body.length > MAX_BODY) return unprocessable("body is too long (maximum is 65536 characters)");
      if (found.comment.via !== request.state.app.id) return forbidden("Must have write access.");
      found.comment.body = body;
      found.comment.updated_at = request.state.tick();
      found.comment.history.push(body);
      return { status: 200, body: commentShape(request.state, repository, found.issue, found.comment) };
    }),
  "post /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions": (request) =>
    withRepository(request, (repository) => {
      const found = request.state.findComment(repository, Number(request.parameters["comment_id"]));
      return found === null ? notFound() : react(request, found.comment.reactions);
    }),
  "post /repos/{owner}/{repo}/issues/{issue_number}/reactions": (request) =>
    withIssue(request, (_, issue) => react(request, issue.reactions)),
  "get /repos/{owner}/{repo}/collaborators": (request) =>
    withRepository(request, (repository) => page(request, collaborators(request, repository))),
  "get /repos/{owner}/{repo}/contents/{path}": (request) =>
    withRepository(
      request,
      (repository) => {
        const path = request.parameters["path"] ?? "";
        const text = repository.files.get(path);
        if (text === undefined) return notFound();
        const headers = { etag: etagOf(text) };
        if (request.headers["if-none-match"] === headers.etag)
          return { status: 304, body: undefined, headers };
        return { status: 200, body: fileShape(repository, path, text), headers };
      },
      "read",
    ),
  "get /repos/{owner}/{repo}/collaborators/{username}/permission": (request) =>
    withRepository(request, (repository) => {
      const login = request.parameters["username"] ?? "";
      const user = request.state.users.get(login);
      if (user === undefined) return notFound();
      const role =
        repository.roles.get(login.toLowerCase()) ??
        (repository.isPrivate ? { base: "none", role_name: "" } : { base: "read", role_name: "read" });
      const { permission, permissions } = rightsOf(role.base);
      const { role_name } = role;
      return {
        status: 200,
        body: { permission, role_name, user: { ...userShape(user), role_name, permissions } },
      };
    }),
};

function collaborators({ state, query }: BoxRequest, repository: BoxRepository): unknown[] {
  return [...repository.roles].flatMap(([login, { base, role_name }]) => {
    const { permissions } = rightsOf(base);
    if (query.get("permission") === "push" && !permissions.push) return [];
    const user = [...state.users.values()].find((one) => one.login.toLowerCase() === login);
    if (user === undefined) return [];
    return [{ ...userShape(user), role_name, permissions }];
  });
}

type Flag = "pull" | "triage" | "push" | "maintain" | "admin";

/** What GitHub tells beside a role: a permission that knows three of the five, and a flag for each. */
function rightsOf(base: string): { permission: string; permissions: Record<Flag, boolean> } {
  const rank = ["none", "read", "triage", "write", "maintain", "admin"].indexOf(base);
  const permission = { maintain: "write", triage: "read" }[base] ?? base;
  const permissions = {
    pull: rank >= 1,
    triage: rank >= 2,
    push: rank >= 3,
    maintain: rank >= 4,
    admin: rank >= 5,
  };
  return { permission, permissions };
}

/** Where the box says what a file is: equal text, equal tag. */
function etagOf(text: string): string {
  return `"${createHash("sha256").update(text).digest("hex")}"`;
}

function withRepository(
  request: BoxRequest,
  work: (repository: BoxRepository) => BoxAnswer,
  access: "read" | "write" = "write",
): BoxAnswer {
  const { owner = "", repo = "" } = request.parameters;
  const repository = request.state.repositories.get(`${owner}/${repo}`.toLowerCase());
  // What the installation cannot see does not exist for it; what is public may be read by everybody.
  if (repository === undefined) return notFound();
  if (repository.installation === request.installation) return work(repository);
  if (repository.isPrivate) return notFound();
  return access === "read" ? work(repository) : forbidden("Resource not accessible by integration");
}

function installationAnswer(state: BoxState, id: number): BoxAnswer {
  if (state.troubledInstallations.get(id) === null) return notFound();
  return { status: 200, body: installationShape(state, id) };
}

function withIssue(
  request: BoxRequest,
  work: (repository: BoxRepository, issue: BoxIssue) => BoxAnswer,
  access: "read" | "write" = "write",
): BoxAnswer {
  const find = (repository: BoxRepository): BoxAnswer => {
    const issue = repository.issues.get(Number(request.parameters["issue_number"]));
    if (issue === undefined) return notFound();
    return issue.isDeleted
      ? { status: 410, body: error("This issue was deleted", 410) }
      : work(repository, issue);
  };
  return withRepository(request, find, access);
}

function react({ state, body }: BoxRequest, reactions: BoxReaction[]): BoxAnswer {
  const user = state.user(`${state.app.slug}[bot]`);
  const content = String(body["content"]);
  const known = reactions.find((reaction) => reaction.user === user && reaction.content === content);
  if (known !== undefined) return { status: 200, body: reactionShape(known) };
  const reaction = { id: state.nextId(), user, content, created_at: state.tick() };
  reactions.push(reaction);
  return { status: 201, body: reactionShape(reaction) };
}

function page({ query }: BoxRequest, items: readonly unknown[]): BoxAnswer {
  const size = Number(query.get("per_page") ?? 30);
  const number = Number(query.get("page") ?? 1);
  return { status: 200, body: items.slice((number - 1) * size, number * size), total: items.length };
}

export function error(message: string, status: number): unknown {
  return { message, documentation_url: "https://docs.github.com/rest", status: String(status) };
}

function notFound(): BoxAnswer {
  return { status: 404, body: error("Not Found", 404) };
}

function forbidden(message: string): BoxAnswer {
  return { status: 403, body: error(message, 403) };
}

function unprocessable(message: string): BoxAnswer {
  return {
    status: 422,
    body: {
      ...(error("Validation Failed", 422) as object),
      errors: [{ resource: "IssueComment", code: "unprocessable", field: "data", message }],
    },
  };
}
