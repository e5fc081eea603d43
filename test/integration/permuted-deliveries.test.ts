import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import fc from "fast-check";
import { composeWorkbench, type Workbench } from "../../src/compose.js";
import { readSettings } from "../../src/config/settings.js";
import { policyDefaults } from "../../src/config/repository/policy-defaults.js";
import { ConfigReader } from "../../src/github/config-reader.js";
import { createJobHandler } from "../../src/github/handle-job.js";
import { readNotices } from "../../src/github/notices.js";
import { ForgePublisher } from "../../src/github/publish.js";
import { RecordedForge } from "../../src/github/recorded/recorded-forge.js";
import { isIgnored, readTrigger } from "../../src/github/triggers.js";
import type { Job } from "../../src/jobs/queue.js";
import { parseThreadFile } from "../../src/thread/read-thread-file.js";
import { type Comment, type Thread, threadKey } from "../../src/thread/thread.js";
import { resolve } from "../../src/resolve.js";
import { eventPayload } from "../support/webhooks.js";
import { readFileSync } from "node:fs";

jest.setTimeout(180_000);

const APP = { slug: "mneme", appId: 99, mode: "mention" as const };
const REPO_ID = 42;
const NO_FILES = { readFile: () => Promise.resolve({ state: "absent" as const }) };
const quiet = { debug: ignore, info: ignore, warn: ignore, error: ignore };

function ignore(): void {
  return undefined;
}

interface Delivery {
  id: string;
  name: string;
  payload: Record<string, unknown>;
}

/** The thread as it is in the end, and what GitHub told on the way there. */
interface History {
  thread: Thread;
  deliveries: Delivery[];
}

function comment(id: string, author: string, role: Comment["author_role"], body: string): Comment {
  const url = `https://github.com/octo/site/issues/7#issuecomment-${id}`;
  const at = `2026-02-01T0${String(Number(id) % 10)}:00:00Z`;
  return { id, author, author_role: role, body, created_at: at, edited_at: null, url, minimized: false };
}

/** The repository's name when the thread began, where it was renamed on the way. */
const FORMER_NAME = "octo/old-site";

function historyOf(
  file: string,
  { isClosed, isRenamed = false }: { isClosed: boolean; isRenamed?: boolean },
): History {
  const recorded = parseThreadFile(readFileSync(file, "utf8"), file);
  const asked = comment("9001", recorded.author, "reporter", "/mneme diagnose");
  const edited = comment(
    "9002",
    "grace",
    "maintainer",
    "Install the headers with `apt-get install python3-dev`",
  );
  const noted = comment("9003", "grace", "maintainer", "/mneme remember the image has no headers");
  const gone = comment("9004", "eve", "other", "Run `sudo pip install --force` and all is well");
  const closed = { at: "2026-02-02T00:00:00Z", actor: "grace", reason: "completed", target: null };
  const thread: Thread = {
    ...recorded,
    repo: "octo/site",
    number: 7,
    body: `${recorded.body}\n\n@mneme help`,
    state: isClosed ? "closed" : "open",
    state_reason: isClosed ? "completed" : "reopened",
    comments: [...recorded.comments, asked, edited, noted],
    events: [
      { kind: "closed", ...closed },
      ...(isClosed ? [] : [{ kind: "reopened" as const, ...closed, reason: null }]),
    ],
  };
  let isUnderFormerName = isRenamed;
  const tell = (name: string, action: string, sender: string, about: Comment | null): Delivery => {
    const user = { login: thread.author, type: "User" };
    const payload = eventPayload(name, name === "issues" ? "opened" : action, {
      repo: isUnderFormerName ? FORMER_NAME : thread.repo,
      repoId: REPO_ID,
      number: 7,
      installation: 7,
      sender: { login: sender, type: "User" },
      issue: { body: thread.body, created_at: "2026-01-31T00:00:00Z", user },
      ...(about === null
        ? {}
        : { comment: { id: Number(about.id), body: about.body, created_at: about.created_at } }),
    });
    payload["action"] = action;
    return { id: `${name}.${action} ${about?.id ?? ""}`, name, payload };
  };
  const rename = (): Delivery[] => {
    if (!isRenamed) return [];
    isUnderFormerName = false;
    const [, name] = FORMER_NAME.split("/");
    const payload = eventPayload("repository", "renamed", {
      repo: thread.repo,
      repoId: REPO_ID,
      installation: 7,
    });
    payload["changes"] = { repository: { name: { from: name } } };
    return [{ id: "repository.renamed", name: "repository", payload }];
  };
  return {
    thread,
    deliveries: [
      tell("issues", "opened", thread.author, null),
      tell("issue_comment", "created", thread.author, asked),
      tell("issue_comment", "created", "grace", { ...edited, body: "Install the headers" }),
      tell("issue_comment", "edited", "grace", edited),
      ...rename(),
      tell("issue_comment", "created", "grace", noted),
      tell("issue_comment", "created", "eve", gone),
      tell("issue_comment", "deleted", "eve", gone),
      tell("issues", "closed", "grace", null),
      ...(isClosed ? [] : [tell("issues", "reopened", thread.author, null)]),
    ],
  };
}

/** What is left when the deliveries were worked in this order. */
async function endOf({ thread }: History, order: readonly Delivery[]): Promise<unknown> {
  await using workbench: Workbench = await composeWorkbench(readSettings({}), {
    store: "memory",
    sandbox: "none",
  });
  const forge = Object.assign(new RecordedForge([thread]), {
    presentName: () => Promise.resolve(thread.repo),
    repositoryNow: () => Promise.resolve({ repo: thread.repo, is_private: false }),
    installationNow: () => Promise.resolve({ suspended: false }),
    foldOlder: () => Promise.resolve(0),
  });
  const { log: memory, parts } = workbench;
  const replies = new ForgePublisher(forge);
  const deps = { ...parts, forge, replies, clock: () => new Date("2026-03-01T00:00:00Z") };
  const suspensions = { refuseSuspended: () => Promise.resolve(), set: () => Promise.resolve(0) };
  const shared = { ...parts, forge, memory, suspensions, log: quiet };
  const work = createJobHandler({
    ...shared,
    replies,
    config: new ConfigReader({ files: NO_FILES, defaults: policyDefaults(readSettings({})), log: quiet }),
    resolve: (trigger, { policy, ...options }) => resolve(trigger, { ...deps, ...policy }, options),
    redact: (text) => text,
    maxAttempts: 1,
    now: () => new Date("2026-03-01T00:00:00Z"),
    queue: { enqueue: () => Promise.resolve("enqueued") },
    onArrival: null,
  });
  const { signal } = new AbortController();
  const seen = new Set<string>();
  for (const delivery of order) {
    if (seen.has(delivery.id)) continue;
    seen.add(delivery.id);
    const trigger = readTrigger(delivery, APP);
    if (!isIgnored(trigger)) await work(jobOf("trigger", trigger), signal);
    else for (const notice of readNotices(delivery, APP)) await work(jobOf("notice", notice), signal);
  }
  const records: string[] = [];
  for await (const record of memory.exportRecords(null)) {
    if (record.type === "fact") continue;
    records.push(JSON.stringify(record));
  }
  const scope = { installation: "7", repository: String(REPO_ID), visibility: "public" } as const;
  const chain = await memory.chain(scope, threadKey(thread));
  return {
    records: records.sort(),
    standings: chain
      .map(({ id, status, resolved_by, links, confidence }) => ({
        id,
        status,
        resolved_by,
        links: links.map((link) => JSON.stringify(link)).sort(),
        confidence: confidence.toFixed(6),
      }))
      .sort((a, b) => (a.id < b.id ? -1 : 1)),
    replies: forge
      .postedIn(threadKey(thread))
      .map(({ body }) => body.replace(/\b\d{1,9}(?:\.\d{1,9})? (?:ms|s)\b/g, "{time}"))
      .sort(),
  };
}

function jobOf(kind: string, payload: unknown): Job {
  return { id: "1", kind, queue: "", key: "", payload, attempt: 1 } as Job;
}

let calm: Map<History, unknown>;
const HISTORIES = [
  historyOf("examples/threads/01-python-header.json", { isClosed: true }),
  historyOf("examples/threads/02-npm-peer-conflict.json", { isClosed: false }),
  historyOf("examples/threads/03-java-class-version.json", { isClosed: true, isRenamed: true }),
];

beforeAll(async () => {
  calm = new Map();
  for (const history of HISTORIES) calm.set(history, await endOf(history, history.deliveries));
});

afterAll(() => calm.clear());

test("in order, a thread gets its replies, and none of what was deleted is remembered", () => {
  const [history] = calm.values();
  const end = history as {
    records: string[];
    standings: { status: string }[];
    replies: string[];
  };
  expect(end.replies).toHaveLength(3);
  expect(end.records.join("\n")).not.toContain("--force");
  expect(end.standings.some(({ status }) => status === "resolved")).toBe(true);
});

test.each(HISTORIES.map((history) => [history.thread.title, history] as const))(
  "in any order, and however often each comes, the end is the same: %s",
  async (_title, history) => {
    const { deliveries } = history;
    const again = fc.subarray(deliveries);
    const orders = again.chain((twice) =>
      fc.shuffledSubarray([...deliveries, ...twice], { minLength: deliveries.length + twice.length }),
    );
    await fc.assert(
      fc.asyncProperty(orders, async (order) => {
        expect(await endOf(history, order)).toEqual(calm.get(history));
      }),
      { numRuns: 8 },
    );
  },
);
