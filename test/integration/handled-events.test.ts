import { readFileSync } from "node:fs";
import { beforeAll, beforeEach, expect, test } from "@jest/globals";
import { Probot } from "probot";
import { parse } from "yaml";
import { createApp, UNASKED_EVENTS } from "../../src/app.js";
import type { NewJob } from "../../src/jobs/queue.js";
import { ApiDescription } from "../support/github-box/description.js";
import { eventPayload, examplePayload, isMade, signatureOf } from "../support/webhooks.js";

const SECRET = "s";
const IGNORED = "ignored: unknown_event";

/** What becomes of each event that GitHub may send to this app: the jobs that are kept, or why there is none. */
const CASES: Readonly<Record<string, readonly string[]>> = {
  "issues.opened": ["trigger opened, thread:186853002#1"],
  "issues.labeled": ["trigger label bug, thread:186853002#1"],
  "issues.edited": ["notice sync, thread:186853002#1"],
  "issues.closed": ["notice sync and learn, thread:186853002#1"],
  "issues.reopened": ["notice sync, thread:186853002#1"],
  "issues.deleted": ["notice erase Codertocat/Hello-World#1, thread:186853002#1"],
  "issues.transferred": ["notice moved, thread:17273051#1"],
  "issues.assigned": [IGNORED],
  "issues.unassigned": [IGNORED],
  "issues.milestoned": [IGNORED],
  "issues.demilestoned": [IGNORED],
  "issues.unlabeled": [IGNORED],
  "issues.locked": [IGNORED],
  "issues.unlocked": [IGNORED],
  "issues.pinned": [IGNORED],
  "issues.unpinned": [IGNORED],
  "issues.typed": [IGNORED],
  "issues.untyped": [IGNORED],
  "issues.field_added": [IGNORED],
  "issues.field_removed": [IGNORED],
  "issue_comment.created": ["trigger continuation, thread:186853002#1"],
  "issue_comment.edited": ["notice sync, thread:186853002#1"],
  "issue_comment.deleted": ["notice erase comment 492700400, thread:186853002#1"],
  "issue_comment.pinned": [IGNORED],
  "issue_comment.unpinned": [IGNORED],
  "repository.renamed": ["notice repository renamed from Octocoders/Hello-World, repository:186853261"],
  "repository.transferred": ["notice repository renamed from octocat/Hello-World, repository:186853261"],
  "repository.privatized": ["notice repository visibility private, repository:186853002"],
  "repository.deleted": ["notice repository gone, repository:186853261"],
  "repository.publicized": ["notice repository visibility public, repository:186853002"],
  "repository.created": [IGNORED],
  "repository.edited": [IGNORED],
  "repository.archived": [IGNORED],
  "repository.unarchived": [IGNORED],
  "installation.created": ["notice repository added Codertocat/Hello-World, repository:186853002"],
  "installation.deleted": ["notice installation deleted, installation:2"],
  "installation.suspend": ["notice installation suspended, installation:16598467"],
  "installation.unsuspend": ["notice installation unsuspended, installation:16598467"],
  "installation.new_permissions_accepted": [IGNORED],
  "installation_repositories.added": ["notice repository added Codertocat/Space, repository:186853007"],
  "installation_repositories.removed": ["notice repository gone, repository:1296269"],
};

const app = createApp({
  queue: {
    enqueue: (job) => {
      told.push(tellJob(job));
      return Promise.resolve("enqueued");
    },
  },
  log: { debug: tellIgnored, info: ignore, warn: ignore, error: ignore },
  identity: () => ({ slug: "mneme", appId: 99 }),
});

let description: ApiDescription;
let probot: Probot;
let told: string[];

beforeAll(async () => {
  description = new ApiDescription();
  probot = new Probot({ githubToken: "t", secret: SECRET, logLevel: "fatal" });
  await probot.load(app);
});

beforeEach(() => {
  told = [];
});

function ignore(): void {
  return undefined;
}

function tellIgnored(fields: object): void {
  told.push(`ignored: ${(fields as { outcome: { reason: string } }).outcome.reason}`);
}

function tellJob({ kind, queue, payload }: NewJob): string {
  const job = payload as Record<string, unknown> & { kind: string; what?: object };
  const details: Record<string, () => string> = {
    sync: () => (job["learn"] === true ? "sync and learn" : "sync"),
    erase: () => `erase ${tellErased(job.what ?? {})}`,
    installation: () => `installation ${String(job["change"])}`,
    repository: () => `repository ${tellChange(job)}`,
    label: () => `label ${String(job["label"])}`,
  };
  return `${kind} ${details[job.kind]?.() ?? job.kind}, ${queue}`;
}

function tellChange(job: Record<string, unknown>): string {
  const { visibility } = job["scope"] as { visibility: string };
  const details: Record<string, string> = {
    added: `added ${String(job["repo"])}`,
    renamed: `renamed from ${String(job["former"])}`,
    visibility: `visibility ${visibility}`,
  };
  const change = String(job["change"]);
  return details[change] ?? change;
}

function tellErased(what: { thread?: string; comment_id?: string }): string {
  if (what.comment_id !== undefined) return `comment ${what.comment_id}`;
  return what.thread ?? Object.keys(what).join();
}

async function deliver(event: string, payload: Record<string, unknown>): Promise<void> {
  const body = JSON.stringify(payload);
  const [name = ""] = event.split(".");
  const signature = signatureOf(body, SECRET);
  await probot.webhooks.verifyAndReceive({ id: "delivery", name, payload: body, signature });
}

function payloadOf(event: string): Record<string, unknown> {
  const [name = "", action] = event.split(".");
  return examplePayload(name, action);
}

test.each(Object.entries(CASES))("%s", async (event, expected) => {
  const payload = payloadOf(event);
  await deliver(event, payload);
  expect(told).toEqual(expected);
});

test.each(Object.keys(CASES).filter(isMade))(
  "%s, made of another example, is as GitHub describes it",
  (event) => {
    expect(description.checkWebhook(event, payloadOf(event))).toEqual([]);
  },
);

test.each([
  ["on a pull request", { issue: { pull_request: {} } }, ["ignored: pull_request"]],
  ["that mentions it", { comment: { body: "@mneme diagnose" } }, ["trigger comment, thread:186853002#1"]],
  ["of another app", { sender: { login: "ci[bot]", type: "Bot" } }, ["notice sync, thread:186853002#1"]],
  ["of its own", { sender: { login: "mneme[bot]", type: "Bot" } }, ["ignored: own_event"]],
  ["with its marker", { comment: { body: "<!-- mneme:run:1 -->" } }, ["notice sync, thread:186853002#1"]],
  [
    "of a person who left",
    { issue: { user: null }, comment: { user: null, body: "/mneme help" } },
    ["trigger comment, thread:186853002#1"],
  ],
])("a comment %s", async (_, change, expected) => {
  await deliver("issue_comment.created", eventPayload("issue_comment", "created", change));
  expect(told).toEqual(expected);
});

test("a delivery whose signature is another's is refused, and nothing is kept", async () => {
  const body = JSON.stringify(payloadOf("issues.opened"));
  const signature = signatureOf(body, "another");
  const delivery = probot.webhooks.verifyAndReceive({ id: "1", name: "issues", payload: body, signature });
  await expect(delivery).rejects.toThrow("signature does not match");
  expect(told).toEqual([]);
});

test("there is a case for every action that GitHub describes of what the app is sent", () => {
  const manifest = parse(readFileSync(new URL("../../app.yml", import.meta.url), "utf8")) as {
    default_events: string[];
  };
  const names = [...manifest.default_events, ...UNASKED_EVENTS];
  const described = description.webhooks().filter((event) => names.includes(event.split(".")[0] ?? ""));
  expect(Object.keys(CASES).sort()).toEqual(described.sort());
});

test("the app listens to no event without a case", () => {
  const heard: string[] = [];
  app({ on: (names: string[]) => heard.push(...names) } as unknown as Probot);
  const names = Object.keys(CASES).map((event) => event.split(".")[0]);
  expect([...new Set(heard)].sort()).toEqual([...new Set(names)].sort());
});
