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
]);
export type Notice = z.infer<typeof Notice>;

const Repository = z.object({ id: z.number(), full_name: z.string(), private: z.boolean() });
const User = z.object({ login: z.string(), type: z.string().optional() }).nullish();

const Payload = z.object({
  action: z.string(),
  installation: z.object({ id: z.number() }).optional(),
  sender: z.object({ login: z.string() }),
  repository: Repository.optional(),
  repositories_removed: z.array(Repository).optional(),
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
  "issue_comment.edited": { learn: false },
};

const ERASED_REPOSITORY = new Set(["repository.deleted", "repository.privatized"]);
const ERASED_THREAD = new Set(["issues.deleted", "issues.transferred"]);

/** What an event means for memory; empty for most. Pure. */
export function readNotices(event: ForgeEvent, { slug }: Pick<TriggerOptions, "slug">): Notice[] {
  const parsed = Payload.safeParse(event.payload);
  if (!parsed.success) return [];
  const { data } = parsed;
  const name = `${event.name}.${data.action}`;
  const by = data.sender.login;
  if (name === "installation.deleted")
    return [{ kind: "erase", scope: scopeOf(data, null), what: { installation: true }, by, why: name }];
  if (name === "installation_repositories.removed")
    return (data.repositories_removed ?? []).map((repository) => ({
      kind: "erase",
      scope: scopeOf(data, repository),
      what: { repository: true },
      by,
      why: name,
    }));
  if (data.repository === undefined) return [];
  const scope = scopeOf(data, data.repository);
  // What was public may be shared within the installation: private from now on, it is read anew under that name.
  if (ERASED_REPOSITORY.has(name))
    return [{ kind: "erase", scope, what: { repository: true }, by, why: name }];
  if (data.issue === undefined || data.issue.pull_request !== undefined) return [];
  // Its own edits, from progress to answer, come back as events.
  if (data.comment?.user?.login === `${slug}[bot]`) return [];
  const { full_name: repo } = data.repository;
  const { number } = data.issue;
  const thread = `${repo}#${number}`;
  if (ERASED_THREAD.has(name)) return [{ kind: "erase", scope, what: { thread }, by, why: name }];
  if (name === "issue_comment.deleted" && data.comment !== undefined) {
    const what = { thread, comment_id: String(data.comment.id) };
    return [{ kind: "erase", scope, what, by, why: name }];
  }
  const sync = SYNCED[name];
  return sync === undefined ? [] : [{ kind: "sync", scope, repo, number, why: name, ...sync }];
}

function scopeOf({ installation }: Payload, repository: z.infer<typeof Repository> | null): Scope {
  return {
    installation: String(installation?.id ?? 0),
    repository: String(repository?.id ?? 0),
    visibility: repository?.private === true ? "private" : "public",
  };
}

/** Serial with the runs of the same thread; what concerns a whole repository or installation by itself. */
export function queueOfNotice(notice: Notice): string {
  const { scope } = notice;
  if (notice.kind === "sync") return `thread:${scope.repository}#${notice.number}`;
  if ("thread" in notice.what) return `thread:${scope.repository}#${notice.what.thread.split("#")[1] ?? ""}`;
  return "repository" in notice.what
    ? `repository:${scope.repository}`
    : `installation:${scope.installation}`;
}
