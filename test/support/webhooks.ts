import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

interface Definition {
  name: string;
  examples: Record<string, unknown>[];
}

const require = createRequire(import.meta.url);
const definitions = JSON.parse(
  readFileSync(require.resolve("@octokit/webhooks-examples/api.github.com/index.json"), "utf8"),
) as Definition[];

interface Nearest {
  /** The action whose example is the nearest. */
  action: string;
  issue?: Record<string, unknown>;
  comment?: Record<string, unknown>;
  repository?: Record<string, unknown>;
  more?: Record<string, unknown>;
}

/** What issues and comments have today that the examples, older ones, lack. */
const REACTIONS = {
  url: "https://api.github.com/repos/Codertocat/Hello-World/issues/1/reactions",
  total_count: 0,
  "+1": 0,
  "-1": 0,
  laugh: 0,
  hooray: 0,
  confused: 0,
  heart: 0,
  rocket: 0,
  eyes: 0,
};
const PINNED_OR_NOT: Nearest = {
  action: "created",
  issue: { active_lock_reason: null, labels: [], reactions: REACTIONS },
  comment: { performed_via_github_app: null, reactions: REACTIONS },
};
const FIELD = { id: 1, name: "Effort", field_type: "number" };
const TYPE = { id: 3, node_id: "IT_3", name: "Bug", description: null };

/** Of what the package has no example: what is different there from another action's. */
const MADE: Readonly<Record<string, Nearest>> = {
  "issues.closed": {
    action: "reopened",
    issue: { state: "closed", state_reason: "completed", closed_at: "2019-05-16T15:20:18Z" },
  },
  "issues.typed": { action: "opened", more: { type: TYPE } },
  "issues.untyped": { action: "opened", more: { type: TYPE } },
  "issues.field_added": { action: "opened", more: { issue_field: FIELD } },
  "issues.field_removed": { action: "opened", more: { issue_field: FIELD } },
  "issue_comment.pinned": PINNED_OR_NOT,
  "issue_comment.unpinned": PINNED_OR_NOT,
  "repository.archived": { action: "created", repository: { archived: true } },
  "repository.unarchived": { action: "created" },
  "repository.deleted": { action: "created" },
};

export function isMade(event: string): boolean {
  return event in MADE;
}

/** GitHub's own example of an event, a fresh copy, with an installation where the example has none. */
export function examplePayload(name: string, action: string | undefined): Record<string, unknown> {
  const examples = definitions.find((definition) => definition.name === name)?.examples ?? [];
  const made = MADE[`${name}.${String(action)}`];
  const example = examples.find((payload) => payload["action"] === (made?.action ?? action));
  if (example === undefined) throw new Error(`there is no example of ${name}.${String(action)}`);
  const copy = structuredClone(example);
  Object.assign(copy, { action }, made?.more);
  for (const part of ["issue", "comment", "repository"] as const)
    if (made?.[part] !== undefined) Object.assign(copy[part] as object, made[part]);
  return { installation: { id: 7, node_id: "x" }, ...copy };
}

export interface EventChange {
  /** "owner/name" */
  repo?: string;
  repoId?: number;
  isPrivate?: boolean;
  number?: number;
  installation?: number;
  sender?: { login: string; type?: string };
  issue?: Record<string, unknown>;
  comment?: Record<string, unknown>;
}

/** An example event changed to be about a certain issue; the sender is also the author of what is new. */
export function eventPayload(
  name: string,
  action: string,
  change: EventChange = {},
): Record<string, unknown> {
  const payload = examplePayload(name, action);
  const repository = payload["repository"] as Record<string, unknown>;
  const issue = payload["issue"] as Record<string, unknown> | undefined;
  const comment = payload["comment"] as Record<string, unknown> | undefined;
  const sender = payload["sender"] as Record<string, unknown>;
  if (change.repo !== undefined) {
    repository["full_name"] = change.repo;
    repository["name"] = change.repo.split("/")[1];
    (repository["owner"] as Record<string, unknown>)["login"] = change.repo.split("/")[0];
  }
  if (change.repoId !== undefined) repository["id"] = change.repoId;
  if (change.isPrivate !== undefined) repository["private"] = change.isPrivate;
  if (change.installation !== undefined) payload["installation"] = { id: change.installation, node_id: "x" };
  if (change.sender !== undefined) Object.assign(sender, change.sender);
  const author = { ...((comment ?? issue)?.["user"] as object), ...change.sender };
  if (issue !== undefined) {
    if (change.number !== undefined) issue["number"] = change.number;
    if (comment === undefined && change.sender !== undefined) issue["user"] = author;
    Object.assign(issue, change.issue);
  }
  if (comment !== undefined) {
    if (change.sender !== undefined) comment["user"] = author;
    Object.assign(comment, change.comment);
  }
  return payload;
}

export function signatureOf(body: string | Buffer, secret: string): string {
  return `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
}
