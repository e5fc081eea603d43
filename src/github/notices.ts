import { z } from "zod";
import { Scope } from "../memory/scope.js";
import type { ForgeEvent, TriggerOptions } from "./triggers.js";

/** What an event changes in memory without anybody asking for an answer. It is what a job holds: plain JSON. */
export const Notice = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("sync"),
    scope: Scope,
    repo: z.string(),
    number: z.number().int().positive(),
    why: z.string(),
    /** Also a thread that mneme does not know yet is read: a closed one has something to teach. */
    learn: z.boolean(),
  }),
  z.object({
    kind: z.literal("erase"),
    scope: Scope,
    what: z.union([
      z.object({ thread: z.string(), comment_id: z.string() }),
      z.object({ thread: z.string() }),
    ]),
    by: z.string(),
    why: z.string(),
  }),
  /** An issue that was transferred to another repository. */
  z.object({
    kind: z.literal("moved"),
    scope: Scope,
    repo: z.string(),
    number: z.number().int().positive(),
    to: z.object({ scope: Scope, repo: z.string(), number: z.number().int().positive() }),
    by: z.string(),
    why: z.string(),
  }),
  z.object({
    kind: z.literal("installation"),
    scope: Scope,
    change: z.enum(["deleted", "suspended", "unsuspended"]),
    /** It was looked at before. */
    again: z.boolean(),
    by: z.string(),
    why: z.string(),
  }),
  z.object({
    kind: z.literal("repository"),
    /** With the visibility that the event told. */
    scope: Scope,
    /** As the event calls it. */
    repo: z.string(),
    /** What the event says it was called before. */
    former: z.string().nullable(),
    change: z.enum(["added", "gone", "renamed", "visibility"]),
    /** It was looked at before. */
    again: z.boolean(),
    by: z.string(),
    why: z.string(),
  }),
]);
export type Notice = z.infer<typeof Notice>;

const Repository = z.object({ id: z.number(), full_name: z.string(), private: z.boolean() });
type Repository = z.infer<typeof Repository>;
const Account = z.object({ login: z.string() });
const User = z.object({ login: z.string(), type: z.string().optional() }).nullish();

const Payload = z.object({
  action: z.string(),
  installation: z.object({ id: z.number() }).optional(),
  sender: z.object({ login: z.string() }),
  repository: Repository.optional(),
  repositories: z.array(Repository).optional(),
  repositories_added: z.array(Repository).optional(),
  repositories_removed: z.array(Repository).optional(),
  changes: z
    .object({
      repository: z.object({ name: z.object({ from: z.string() }) }).optional(),
      owner: z.object({ from: z.record(z.string(), z.unknown()) }).optional(),
      new_issue: z.object({ number: z.number().int().positive() }).nullish(),
      new_repository: Repository.nullish(),
    })
    .optional(),
  issue: z
    .object({ number: z.number().int().positive(), pull_request: z.unknown().optional(), user: User })
    .optional(),
  comment: z.object({ id: z.number(), user: User }).optional(),
});
type Payload = z.infer<typeof Payload>;

const SYNCED: Readonly<Record<string, { learn: boolean }>> = {
  "issues.edited": { learn: false },
  "issues.closed": { learn: true },
  "issues.reopened": { learn: false },
  "issue_comment.created": { learn: false },
  "issue_comment.edited": { learn: false },
};

/** What an event means for memory; empty for most. Pure. */
export function readNotices(event: ForgeEvent, { slug }: Pick<TriggerOptions, "slug">): Notice[] {
  const parsed = Payload.safeParse(event.payload);
  if (!parsed.success) return [];
  const { data } = parsed;
  const name = `${event.name}.${data.action}`;
  if (event.name === "installation" || event.name === "installation_repositories")
    return ofInstallation(data, name);
  if (data.repository === undefined) return [];
  return event.name === "repository"
    ? ofRepository(data, data.repository, name)
    : ofThread(data, data.repository, name, slug);
}

function ofInstallation(data: Payload, name: string): Notice[] {
  const change = OF_INSTALLATION[name];
  if (change !== undefined) {
    const told = { change, again: false, by: data.sender.login, why: name };
    return [{ kind: "installation", scope: scopeOf(data, null), ...told }];
  }
  switch (name) {
    case "installation.created":
      return (data.repositories ?? []).map((repository) => changed(data, repository, "added", name));
    case "installation_repositories.added":
      return (data.repositories_added ?? []).map((repository) => changed(data, repository, "added", name));
    case "installation_repositories.removed":
      return (data.repositories_removed ?? []).map((repository) => changed(data, repository, "gone", name));
    default:
      return [];
  }
}

const OF_INSTALLATION: Readonly<Record<string, Extract<Notice, { kind: "installation" }>["change"]>> = {
  "installation.deleted": "deleted",
  "installation.suspend": "suspended",
  "installation.unsuspend": "unsuspended",
};

type RepositoryChange = Extract<Notice, { kind: "repository" }>["change"];

const OF_REPOSITORY: Readonly<Record<string, RepositoryChange>> = {
  "repository.deleted": "gone",
  "repository.renamed": "renamed",
  "repository.transferred": "renamed",
  "repository.privatized": "visibility",
  "repository.publicized": "visibility",
};

function ofRepository(data: Payload, repository: Repository, name: string): Notice[] {
  const change = OF_REPOSITORY[name];
  return change === undefined ? [] : [changed(data, repository, change, name)];
}

function changed(data: Payload, repository: Repository, change: RepositoryChange, name: string): Notice {
  const { full_name: repo } = repository;
  return {
    kind: "repository",
    scope: scopeOf(data, repository),
    repo,
    former: change === "renamed" ? formerName(data, repo) : null,
    change,
    again: false,
    by: data.sender.login,
    why: name,
  };
}

function ofThread(data: Payload, repository: Repository, name: string, slug: string): Notice[] {
  if (data.issue === undefined || data.issue.pull_request !== undefined) return [];
  // Its own edits, from progress to answer, come back as events.
  if (data.comment?.user?.login === `${slug}[bot]`) return [];
  const scope = scopeOf(data, repository);
  const by = data.sender.login;
  const { full_name: repo } = repository;
  const { number } = data.issue;
  const thread = `${repo}#${number}`;
  const to = name === "issues.transferred" ? newPlace(data) : null;
  if (to !== null) return [{ kind: "moved", scope, repo, number, to, by, why: name }];
  if (name === "issues.deleted" || name === "issues.transferred")
    return [{ kind: "erase", scope, what: { thread }, by, why: name }];
  if (name === "issue_comment.deleted" && data.comment !== undefined) {
    const what = { thread, comment_id: String(data.comment.id) };
    return [{ kind: "erase", scope, what, by, why: name }];
  }
  const sync = SYNCED[name];
  return sync === undefined ? [] : [{ kind: "sync", scope, repo, number, why: name, ...sync }];
}

/** Null where GitHub does not tell. An issue stays with its owner, whose repositories are of one installation. */
function newPlace(data: Payload): { scope: Scope; repo: string; number: number } | null {
  const { new_issue: issue, new_repository: repository } = data.changes ?? {};
  if (!issue || !repository) return null;
  return { scope: scopeOf(data, repository), repo: repository.full_name, number: issue.number };
}

/** "owner/name" as it was before a renaming or a change of hands. */
function formerName({ changes }: Payload, now: string): string {
  const [owner = "", name = ""] = now.split("/");
  const formerOwner = Object.values(changes?.owner?.from ?? {})
    .map((account) => Account.safeParse(account).data?.login)
    .find((login) => login !== undefined);
  return `${formerOwner ?? owner}/${changes?.repository?.name.from ?? name}`;
}

function scopeOf({ installation }: Payload, repository: Repository | null): Scope {
  return {
    installation: String(installation?.id ?? 0),
    repository: String(repository?.id ?? 0),
    visibility: repository?.private === true ? "private" : "public",
  };
}

/** Serial with the runs of the same thread; what concerns a whole repository or installation by itself. */
export function queueOfNotice(notice: Notice): string {
  const { scope } = notice;
  switch (notice.kind) {
    case "sync":
    case "moved":
      return `thread:${scope.repository}#${notice.number}`;
    case "installation":
      return `installation:${scope.installation}`;
    case "repository":
      return `repository:${scope.repository}`;
    case "erase":
      return `thread:${scope.repository}#${notice.what.thread.split("#")[1] ?? ""}`;
  }
}
