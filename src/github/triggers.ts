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
  /** "auto" also answers issues that do not mention the app. */
  mode: "mention" | "auto";
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
  pull_request: z.unknown().optional(),
  performed_via_github_app: ViaApp,
});

const IssueEvent = z.object({
  action: z.string(),
  issue: Issue,
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

/**
 * What an event asks for. Pure: whether the person may ask is checked by the job that works on it, by GitHub's API;
 * until then the trigger's permission is "none".
 */
export function readTrigger(event: ForgeEvent, options: TriggerOptions): Trigger | Ignored {
  const isComment = event.name === "issue_comment";
  if (!isComment && event.name !== "issues") return ignored("unknown_event");
  const parsed = IssueEvent.safeParse(event.payload);
  if (!parsed.success) return ignored("unknown_event");
  const { data } = parsed;
  if (data.action !== (isComment ? "created" : "opened")) return ignored("unknown_event");
  if (data.issue.pull_request !== undefined) return ignored("pull_request");
  const text = isComment ? data.comment : data.issue;
  if (text === undefined) return ignored("unknown_event");
  const unwanted = unwantedAuthor(data, text, options);
  if (unwanted !== null) return unwanted;
  const request = readRequest(text.body ?? "", options.slug);
  if (request === null && (isComment || options.mode !== "auto")) return ignored("not_addressed");
  return {
    kind: isComment ? "comment" : "opened",
    id: event.id,
    scope: scopeOf(data),
    repo: data.repository.full_name,
    number: data.issue.number,
    comment_id: data.comment === undefined ? null : String(data.comment.id),
    command: request?.command ?? "diagnose",
    arguments: request?.arguments ?? "",
    by: data.sender.login,
    permission: "none",
    is_reporter: data.sender.login === data.issue.user?.login,
    at: new Date(text.created_at).toISOString(),
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
