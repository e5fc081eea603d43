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
      z.object({ repository: z.literal(true) }),
      z.object({ installation: z.literal(true) }),
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
    kind: z.literal("suspension"),
    scope: Scope,
    suspended: z.boolean(),
    /** When GitHub changed the installation (ms since the epoch); absent where it does not tell. */
    changed_at: z.number().optional(),
    by: z.string(),
    why: z.string(),
  }),
  /** A repository that the app may answer in from now on. */
  z.object({ kind: z.literal("arrived"), scope: Scope, repo: z.string(), by: z.string(), why: z.string() }),
  z.object({
    kind: z.literal("renamed"),
    scope: Scope,
    from: z.string(),
    to: z.string(),
    by: z.string(),
    why: z.string(),
  }),
]);
export type Notice = z.infer<typeof Notice>;

const Repository = z.object({ id: z.number(), full_name: z.string(), private: z.boolean() });
type Repository = z.infer<typeof Repository>;
const Account = z.object({ login: z.string() });
const User = z.object({ login: z.string(), type: z.string().optional() }).nullish();

/** GitHub tells some times in words and some in seconds. */
const Time = z
  .union([
    z.number().transform((seconds) => seconds * 1000),
    z.string().transform((text) => Date.parse(text)),
  ])
  .optional()
  .catch(undefined);

const Payload = z.object({
  action: z.string(),
  installation: z.object({ id: z.number(), updated_at: Time }).optional(),
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
  const told = { by: data.sender.login, why: name };
  const whole = scopeOf(data, null);
  const arrived = (repository: Repository): Notice => ({
    kind: "arrived",
    scope: scopeOf(data, repository),
    repo: repository.full_name,
    ...told,
  });
  switch (name) {
    case "installation.created":
      return (data.repositories ?? []).map(arrived);
    case "installation.deleted":
      return [{ kind: "erase", scope: whole, what: { installation: true }, ...told }];
    case "installation.suspend":
    case "installation.unsuspend": {
      const at = data.installation?.updated_at;
      const changed = at === undefined || Number.isNaN(at) ? {} : { changed_at: at };
      const suspended = name === "installation.suspend";
      return [{ kind: "suspension", scope: whole, suspended, ...changed, ...told }];
    }
    case "installation_repositories.added":
      return (data.repositories_added ?? []).map(arrived);
    case "installation_repositories.removed":
      return (data.repositories_removed ?? []).map((repository) => ({
        kind: "erase",
        scope: scopeOf(data, repository),
        what: { repository: true },
        ...told,
      }));
    default:
      return [];
  }
}

function ofRepository(data: Payload, repository: Repository, name: string): Notice[] {
  const scope = scopeOf(data, repository);
  const told = { by: data.sender.login, why: name };
  switch (name) {
    // What was public may be shared within the installation: private from now on, it is read anew under that name.
    case "repository.privatized":
    case "repository.deleted":
      return [{ kind: "erase", scope, what: { repository: true }, ...told }];
    case "repository.renamed":
    case "repository.transferred": {
      const to = repository.full_name;
      return [{ kind: "renamed", scope, from: formerName(data, to), to, ...told }];
    }
    default:
      // "publicized": what was private stays so in memory, until it is read again.
      return [];
  }
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
  const repository = `repository:${scope.repository}`;
  switch (notice.kind) {
    case "sync":
    case "moved":
      return `thread:${scope.repository}#${notice.number}`;
    case "suspension":
      return `installation:${scope.installation}`;
    case "arrived":
    case "renamed":
      return repository;
    case "erase":
      if ("thread" in notice.what)
        return `thread:${scope.repository}#${notice.what.thread.split("#")[1] ?? ""}`;
      return "repository" in notice.what ? repository : `installation:${scope.installation}`;
  }
}
