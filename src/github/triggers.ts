import { z } from "zod";
import type { Ignored, Trigger } from "../thread/trigger.js";
import { readRequest } from "./read-request.js";

/** A webhook as it came: its name, its delivery id, its body. */
export interface ForgeEvent {
  id: string;
  name: string;
  payload: unknown;
}

export interface TriggerOptions {
  /** The app's slug: its login is "<slug>[bot]", its mention "@<slug>". */
  slug: string;
  appId: number;
}

/** The start of every hidden marker that mneme writes. */
const OWN_MARKER = "<!-- mneme:";

const User = z.object({ login: z.string(), type: z.string().optional() });
const ViaApp = z.object({ id: z.number().optional() }).nullish();

const Issue = z.object({
  number: z.number().int().positive(),
  body: z.string().nullish(),
  user: User.nullish(),
  created_at: z.string(),
  updated_at: z.string().optional(),
  pull_request: z.unknown().optional(),
  performed_via_github_app: ViaApp,
});

/** What stood in another repository before is told as opened once more where it comes to. */
const Changes = z.object({ old_issue: z.unknown().optional() }).nullish();

const IssueEvent = z.object({
  action: z.string(),
  issue: Issue,
  label: z.object({ name: z.string() }).optional(),
  changes: Changes,
  comment: z
    .object({
      id: z.number().int(),
      body: z.string().nullish(),
      user: User.nullish(),
      created_at: z.string(),
      performed_via_github_app: ViaApp,
    })
    .optional(),
  repository: z.object({ id: z.number().int(), full_name: z.string(), private: z.boolean() }),
  installation: z.object({ id: z.number().int() }).optional(),
  sender: User,
});
type IssueEvent = z.infer<typeof IssueEvent>;

/** What is worked on of each action: who wrote or did it asks. */
const KINDS: Readonly<Record<string, "opened" | "comment" | "label">> = {
  "issues.opened": "opened",
  "issues.labeled": "label",
  "issue_comment.created": "comment",
};

/**
 * What an event may ask for. Pure: whether the person may ask is checked by the job that works on it, by GitHub's API
 * and the repository's configuration; until then the trigger's permission is "none". An issue that was opened, a label
 * and a comment that answers ask without a word to mneme, where the configuration or an open question says so.
 */
export function readTrigger(event: ForgeEvent, options: TriggerOptions): Trigger | Ignored {
  const parsed = IssueEvent.safeParse(event.payload);
  if (!parsed.success) return ignored("unknown_event");
  const { data } = parsed;
  const kind = KINDS[`${event.name}.${data.action}`];
  if (kind === undefined) return ignored("unknown_event");
  if (data.issue.pull_request !== undefined) return ignored("pull_request");
  if (kind === "opened" && data.changes?.old_issue) return ignored("transferred");
  if (kind === "label") return readLabel(event.id, data, options);
  const text = kind === "comment" ? data.comment : data.issue;
  if (text === undefined) return ignored("unknown_event");
  const unwanted = unwantedAuthor(data, text, options);
  if (unwanted !== null) return unwanted;
  const request = readRequest(text.body ?? "", options.slug);
  const asked = { ...commonOf(event.id, data), at: new Date(text.created_at).toISOString() };
  if (request !== null) return { kind, ...asked, ...request };
  return kind === "comment" ? { kind: "continuation", ...asked } : { kind, ...asked, unasked: true };
}

/** A label that somebody adds; the moment is not told, so it is that of the issue's last change. */
function readLabel(id: string, data: IssueEvent, { slug }: TriggerOptions): Trigger | Ignored {
  if (data.label === undefined) return ignored("unknown_event");
  if (data.sender.login === `${slug}[bot]`) return ignored("own_event");
  if (data.sender.type === "Bot") return ignored("bot");
  const at = new Date(data.issue.updated_at ?? data.issue.created_at).toISOString();
  return { kind: "label", ...commonOf(id, data), label: data.label.name, at };
}

function commonOf(id: string, data: IssueEvent): Omit<Trigger, "kind" | "at"> {
  return {
    id,
    scope: scopeOf(data),
    repo: data.repository.full_name,
    number: data.issue.number,
    comment_id: data.comment === undefined ? null : String(data.comment.id),
    command: "diagnose",
    arguments: "",
    by: data.sender.login,
    permission: "none",
    is_reporter: data.sender.login === data.issue.user?.login,
  };
}

/** An app's words are never answered, also where it posts in a person's name, or a person posts its words. */
function unwantedAuthor(
  { sender }: IssueEvent,
  text: { body?: string | null | undefined; user?: z.infer<typeof User> | null | undefined } & {
    performed_via_github_app?: z.infer<typeof ViaApp>;
  },
  { slug, appId }: TriggerOptions,
): Ignored | null {
  const via = text.performed_via_github_app;
  const ownLogin = `${slug}[bot]`;
  const isOwn = via?.id === appId || sender.login === ownLogin || text.user?.login === ownLogin;
  if (isOwn || text.body?.includes(OWN_MARKER) === true) return ignored("own_event");
  const isBot = sender.type === "Bot" || text.user?.type === "Bot";
  return isBot || (via !== null && via !== undefined) ? ignored("bot") : null;
}

function scopeOf({ repository, installation }: IssueEvent): Trigger["scope"] {
  return {
    installation: String(installation?.id ?? 0),
    repository: String(repository.id),
    visibility: repository.private ? "private" : "public",
  };
}

function ignored(reason: Ignored["reason"]): Ignored {
  return { ignored: true, reason };
}

export function isIgnored(outcome: Trigger | Ignored): outcome is Ignored {
  return "ignored" in outcome;
}

/** Jobs of one thread run one after the other. */
export function queueOf(trigger: Pick<Trigger, "scope" | "number">): string {
  return `thread:${trigger.scope.repository}#${String(trigger.number)}`;
}
