import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { buildChain } from "../../../src/chain/build-chain.js";
import { endWhatIsGone } from "../../../src/github/end-what-is-gone.js";
import { createNoticeHandler } from "../../../src/github/handle-notice.js";
import { type Notice, queueOfNotice, readNotices } from "../../../src/github/notices.js";
import { RecordedForge } from "../../../src/github/recorded/recorded-forge.js";
import { Suspensions } from "../../../src/github/suspension.js";
import type { Job, NewJob } from "../../../src/jobs/queue.js";
import { openEpisodeLog, type OpenedEpisodeLog } from "../../../src/memory/log/sql/open-episode-log.js";
import type { Episode } from "../../../src/memory/episode.js";
import type { Comment, Thread } from "../../../src/thread/thread.js";
import { exampleThread } from "../../support/examples.js";
import { ScriptedPlaces } from "../../support/places.js";
import { eventPayload, examplePayload } from "../../support/webhooks.js";

const SCOPE = { installation: "5", repository: "42", visibility: "public" as const };
const KEY = "octo/site#7";
const NOW = Date.parse("2026-02-01T00:00:00.000Z");

function read(name: string, action: string, change = {}): Notice[] {
  const payload = eventPayload(name, action, {
    repo: "octo/site",
    repoId: 42,
    number: 7,
    installation: 5,
    ...change,
  });
  return readNotices({ id: "d", name, payload }, { slug: "mneme" });
}

test.each([
  ["issues", "edited", [{ kind: "sync", number: 7, learn: false }]],
  ["issues", "reopened", [{ kind: "sync", number: 7, learn: false }]],
  ["issue_comment", "edited", [{ kind: "sync", number: 7, learn: false }]],
  ["issue_comment", "created", [{ kind: "sync", number: 7, learn: false }]],
  ["issues", "deleted", [{ kind: "erase", what: { thread: KEY } }]],
  [
    "issues",
    "transferred",
    [{ kind: "moved", number: 7, to: { repo: "Codertocat/Hello-World", number: 1 } }],
  ],
  ["issues", "labeled", []],
  ["issues", "opened", []],
  ["repository", "privatized", [{ kind: "repository", change: "visibility" }]],
  ["repository", "publicized", [{ kind: "repository", change: "visibility" }]],
  ["repository", "deleted", [{ kind: "repository", change: "gone" }]],
  [
    "repository",
    "renamed",
    [{ kind: "repository", change: "renamed", former: "octo/Hello-World", repo: "octo/site" }],
  ],
  [
    "repository",
    "transferred",
    [{ kind: "repository", change: "renamed", former: "octocat/site", repo: "octo/site" }],
  ],
])("%s.%s is %j", (name, action, expected) => {
  expect(read(name, action)).toMatchObject(expected);
  for (const notice of read(name, action))
    expect(notice.scope).toMatchObject({ installation: "5", repository: "42" });
});

test("a deleted comment is erased alone; in the queue of its thread", () => {
  const [notice] = read("issue_comment", "deleted", { comment: { id: 77 } });
  expect(notice).toMatchObject({ kind: "erase", what: { thread: KEY, comment_id: "77" } });
  expect(notice === undefined ? "" : queueOfNotice(notice)).toBe("thread:42#7");
});

test("mneme's own edits are no news, nor are pull requests", () => {
  expect(
    read("issue_comment", "edited", { comment: { user: { login: "mneme[bot]", type: "Bot" } } }),
  ).toEqual([]);
  expect(read("issues", "edited", { issue: { pull_request: {} } })).toEqual([]);
});

test("uninstalling erases the installation, removing repositories each of them", () => {
  const uninstalled = examplePayload("installation", "deleted");
  expect(
    readNotices({ id: "d", name: "installation", payload: uninstalled }, { slug: "mneme" }),
  ).toMatchObject([{ kind: "installation", change: "deleted" }]);
  const removed = examplePayload("installation_repositories", "removed") as {
    repositories_removed: { id: number }[];
  };
  const notices = readNotices(
    { id: "d", name: "installation_repositories", payload: removed },
    { slug: "mneme" },
  );
  expect(notices.every((notice) => notice.kind === "repository" && notice.change === "gone")).toBe(true);
  expect(notices.map(({ scope }) => scope.repository)).toEqual(
    removed.repositories_removed.map(({ id }) => String(id)),
  );
});

test.each([
  [
    "installation",
    "created",
    [
      {
        ...{ kind: "repository", change: "added", repo: "Codertocat/Hello-World" },
        scope: { repository: "186853002" },
      },
    ],
  ],
  ["installation", "suspend", [{ kind: "installation", change: "suspended", by: "Codertocat" }]],
  ["installation", "unsuspend", [{ kind: "installation", change: "unsuspended" }]],
  ["installation", "new_permissions_accepted", []],
  ["installation_repositories", "added", [{ kind: "repository", change: "added", repo: "Codertocat/Space" }]],
])("%s.%s, GitHub's own example, is %j", (name, action, expected) => {
  const notices = readNotices({ id: "d", name, payload: examplePayload(name, action) }, { slug: "mneme" });
  expect(notices).toMatchObject(expected);
  expect(notices).toHaveLength(expected.length);
});

let memory: OpenedEpisodeLog;
let retried: string[];
let failed: Job[];
let forge: RecordedForge;
let places: ScriptedPlaces;
let enqueued: NewJob[];

beforeEach(async () => {
  memory = await openEpisodeLog(":memory:");
  retried = [];
  failed = [];
  forge = new RecordedForge();
  places = new ScriptedPlaces();
  places.repositories.set("42", { repo: "octo/site", is_private: false });
  enqueued = [];
  arrived.length = 0;
});

afterEach(() => memory.close());

const arrived: string[] = [];

const suspensions = (): Suspensions =>
  new Suspensions(memory, {
    list: () => Promise.resolve(failed),
    retry: (id) => Promise.resolve(retried.push(id) > 0),
  });

async function handle(notice: Notice): Promise<void> {
  const handler = createNoticeHandler({
    forge: places.on(forge),
    memory,
    queue: { enqueue: (job) => Promise.resolve(enqueued.push(job) > 0 ? "enqueued" : "duplicate") },
    buildChain: (thread, scope) => buildChain(thread, { scope }),
    catchUp: () => Promise.resolve(),
    suspensions: suspensions(),
    onArrival: ({ repo }, job) => Promise.resolve(void arrived.push(`${repo} by ${job.key}`)),
    log: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
    now: () => new Date(NOW),
  });
  await handler({ id: "1", key: "delivery", payload: notice } as Job, new AbortController().signal);
}

const sync = (learn: boolean): Notice => ({
  kind: "sync",
  scope: SCOPE,
  repo: "octo/site",
  number: 7,
  why: "test",
  learn,
});
type RepositoryNotice = Extract<Notice, { kind: "repository" }>;

const changed = (
  change: RepositoryNotice["change"],
  more: Partial<RepositoryNotice> = {},
): RepositoryNotice => ({
  ...{ kind: "repository", scope: SCOPE, repo: "octo/site", former: null, change },
  ...{ again: false, by: "ada", why: `test ${change}` },
  ...more,
});

const ofInstallation = (change: Extract<Notice, { kind: "installation" }>["change"]): Notice => ({
  ...{ kind: "installation", scope: { ...SCOPE, repository: "0" }, change },
  ...{ again: false, by: "grace", why: `test ${change}` },
});

/** What was put off until it is due. */
async function handleEnqueued(): Promise<void> {
  for (const { payload } of enqueued.splice(0)) await handle(payload as Notice);
}

const chain = (): Promise<Episode[]> => memory.chain(SCOPE, KEY);

function comment(id: string, body: string): Comment {
  return {
    id,
    author: "ada",
    author_role: "reporter",
    body,
    created_at: "2026-01-03T00:00:00.000Z",
    edited_at: null,
    url: `https://github.com/octo/site/issues/7#issuecomment-${id}`,
    minimized: false,
  };
}

const FAILS = 'It fails:\n```\nnpm error code EBADENGINE\nnpm error notsup Required: {"node":">=24"}\n```';

test("a closed thread is learnt, an edited one only where it is known", async () => {
  forge.add(exampleThread({ body: FAILS }));
  await handle(sync(false));
  expect(await chain()).toEqual([]);
  await handle(sync(true));
  expect((await chain()).length).toBeGreaterThan(0);
});

test("after a repository was renamed its threads are known by the new name, what is deleted there is erased, and nothing is there twice", async () => {
  const thread = exampleThread({ body: FAILS, comments: [comment("1", "I use Node 20.1.0")] });
  forge.add(thread);
  await handle(sync(true));
  const before = await chain();
  places.repositories.set("42", { repo: "ann/home", is_private: false });
  await handle(changed("renamed", { repo: "ann/home", former: "octo/site" }));
  expect(await chain()).toEqual([]);
  forge.add({ ...thread, repo: "ann/home" });
  await handle({ ...sync(true), repo: "ann/home" } as Notice);
  const after = await memory.chain(SCOPE, "ann/home#7");
  expect(after.map(({ id, status }) => [id, status])).toEqual(before.map(({ id, status }) => [id, status]));
  const what = { thread: "ann/home#7", comment_id: "1" };
  await handle({ kind: "erase", scope: SCOPE, what, by: "ada", why: "deleted" });
  expect((await memory.chain(SCOPE, "ann/home#7")).length).toBeLessThan(after.length);
});

test("what an edit took out of a comment is superseded, what it put in is there; doing it again changes nothing", async () => {
  const before: Thread = exampleThread({
    body: FAILS,
    comments: [comment("1", "I use Node 20.1.0\n\n```\nmake: *** [all] Error 2\n```")],
  });
  forge.add(before);
  await handle(sync(true));
  const first = await chain();
  const edited = comment("1", "Sorry, wrong log:\n```\nbash: cmake: command not found\n```");
  forge.add({ ...before, comments: [{ ...edited, edited_at: "2026-01-04T00:00:00.000Z" }] });
  await handle(sync(false));
  await handle(sync(false));
  const after = await chain();
  const statusOf = (id: string): string | undefined => after.find((episode) => episode.id === id)?.status;
  const gone = first.filter(({ summary, outcome }) =>
    `${summary}${outcome?.excerpt ?? ""}`.includes("Error 2"),
  );
  expect(gone.length).toBeGreaterThan(0);
  for (const { id } of gone) expect(statusOf(id)).toBe("superseded");
  expect(JSON.stringify(after)).toContain("cmake: command not found");
});

test("a deleted comment and issue leave nothing behind", async () => {
  forge.add(
    exampleThread({ body: FAILS, comments: [comment("1", "```\nbash: cmake: command not found\n```")] }),
  );
  await handle(sync(true));
  expect(JSON.stringify(await chain())).toContain("cmake");
  const erase = { kind: "erase" as const, scope: SCOPE, by: "ada", why: "test" };
  await handle({ ...erase, what: { thread: KEY, comment_id: "1" } });
  expect(JSON.stringify(await chain())).not.toContain("cmake");
  expect((await chain()).length).toBeGreaterThan(0);
  await handle({ ...erase, what: { thread: KEY } });
  expect(await chain()).toEqual([]);
});

test("a thread that is gone meanwhile is left to its own event", async () => {
  await expect(handle(sync(true))).rejects.toMatchObject({ code: "not_found" });
  const gone: string[] = [];
  const log = { info: (_: object, message: string) => void gone.push(message) };
  const ending = endWhatIsGone(({ payload }) => handle(payload as Notice), {
    forge: places.on(forge),
    memory,
    log,
  });
  await ending({ id: "1", payload: sync(true) } as Job, new AbortController().signal);
  expect(gone).toEqual(["thread is gone"]);
});

test("a suspended installation's jobs are set aside, and taken up again when it comes back; others go on", async () => {
  forge.add(exampleThread({ body: FAILS }));
  places.suspended.add("5");
  await handle(ofInstallation("suspended"));
  await expect(handle(sync(true))).rejects.toThrow("installation 5 was suspended by grace");
  const elsewhere = { ...sync(true), scope: { ...SCOPE, installation: "6" } };
  await handle(elsewhere);
  expect(await chain()).toEqual([]);
  failed = [{ id: "11", payload: sync(true) } as Job, { id: "12", payload: elsewhere } as Job];
  places.suspended.clear();
  await handle(ofInstallation("unsuspended"));
  expect(retried).toEqual(["11"]);
  await handle(sync(true));
  expect((await chain()).length).toBeGreaterThan(0);
  expect(enqueued).toEqual([]);
});

test("a suspension that is heard of after its end does not come back; what GitHub says a minute later counts", async () => {
  forge.add(exampleThread({ body: FAILS }));
  await handle(ofInstallation("unsuspended"));
  await handle(ofInstallation("suspended"));
  await handle(sync(true));
  expect((await chain()).length).toBeGreaterThan(0);
  expect(enqueued).toMatchObject([
    { kind: "notice", queue: "installation:5", key: "delivery+again", run_at: NOW + 60_000 },
  ]);
  places.suspended.add("5");
  await handleEnqueued();
  await expect(handle(sync(true))).rejects.toThrow("was suspended");
  places.suspended.clear();
  await handle({ ...ofInstallation("suspended"), again: true } as Notice);
  expect(enqueued).toEqual([]);
});

test("a suspension ends with the installation, and comes not back after it", async () => {
  places.suspended.add("5");
  await handle(ofInstallation("suspended"));
  places.uninstalled.add("5");
  await handle(ofInstallation("deleted"));
  await handle(ofInstallation("suspended"));
  await expect(suspensions().refuseSuspended({ payload: sync(true) })).resolves.toBeUndefined();
});

test("uninstalling erases, and an hour later what was still at work then", async () => {
  forge.add(exampleThread({ body: FAILS }));
  await handle(sync(true));
  await handle(ofInstallation("deleted"));
  expect(await chain()).toEqual([]);
  expect(enqueued).toMatchObject([{ run_at: NOW + 3_600_000 }]);
  await handle(sync(true));
  await handleEnqueued();
  expect(await chain()).toEqual([]);
  expect(enqueued).toEqual([]);
});

test("a repository that arrived is handed on under its present name, with the job that it came with", async () => {
  places.repositories.set("42", { repo: "octo/home", is_private: false });
  await handle(changed("added"));
  expect(arrived).toEqual(["octo/home by delivery"]);
});

test("an arrival that is heard of after its end brings nothing; where GitHub only lags, a minute later it does", async () => {
  places.repositories.clear();
  await handle(changed("added"));
  expect(arrived).toEqual([]);
  expect(enqueued).toMatchObject([{ queue: "repository:42", run_at: NOW + 60_000 }]);
  places.repositories.set("42", { repo: "octo/site", is_private: false });
  await handleEnqueued();
  expect(arrived).toHaveLength(1);
});

test("a removal erases; one that is heard of after a newer arrival does not", async () => {
  forge.add(exampleThread({ body: FAILS }));
  await handle(sync(true));
  await handle(changed("gone"));
  const kept = (await chain()).length;
  expect(kept).toBeGreaterThan(0);
  await handleEnqueued();
  expect(await chain()).toHaveLength(kept);
  places.repositories.clear();
  await handle(changed("gone"));
  expect(await chain()).toEqual([]);
  await handle(sync(true));
  await handleEnqueued();
  expect(await chain()).toEqual([]);
});

test("a late event does not bring back what was erased, though what is public can be read", async () => {
  forge.add(exampleThread({ body: FAILS }));
  places.repositories.clear();
  await handle(changed("gone"));
  const ended: object[] = [];
  const log = { info: (fields: object) => void ended.push(fields) };
  const ending = endWhatIsGone(({ payload }) => handle(payload as Notice), {
    forge: places.on(forge),
    memory,
    log,
  });
  const late = { id: "1", payload: sync(true) } as Job;
  await ending(late, new AbortController().signal);
  expect(ended).toMatchObject([{ reason: "the app is not installed there any more" }]);
  expect(await chain()).toEqual([]);
  places.repositories.set("42", { repo: "octo/site", is_private: false });
  await handle(changed("added"));
  await ending(late, new AbortController().signal);
  expect((await chain()).length).toBeGreaterThan(0);
});

test("renamings that are heard of the wrong way round end under the present name", async () => {
  forge.add(exampleThread({ body: FAILS }));
  await handle(sync(true));
  const known = (await chain()).length;
  places.repositories.set("42", { repo: "octo/third", is_private: false });
  await handle(changed("renamed", { former: "octo/second", repo: "octo/third" }));
  await handle(changed("renamed", { former: "octo/site", repo: "octo/second" }));
  expect(await memory.chain(SCOPE, "octo/third#7")).toHaveLength(known);
  expect(await chain()).toEqual([]);
});

test("a repository that turns private keeps its memory to itself; public again, what was said meanwhile stays private", async () => {
  forge.add(exampleThread({ body: FAILS }));
  await handle(sync(true));
  const known = await chain();
  const hidden = { ...SCOPE, visibility: "private" as const };
  const neighbour = {
    scope: { ...SCOPE, repository: "43" },
    share: "organization" as const,
  };
  const ids = known.map(({ id }) => id);
  expect(await memory.get(neighbour, ids)).toHaveLength(ids.length);
  places.repositories.set("42", { repo: "octo/site", is_private: true });
  await handle(changed("visibility", { scope: hidden }));
  expect(await memory.get(neighbour, ids)).toEqual([]);
  expect((await chain()).map(({ id }) => id)).toEqual(ids);
  // What a run that was at work then still wrote is looked for later.
  expect(enqueued).toMatchObject([{ run_at: NOW + 3_600_000 }]);
  const late = known.map((episode) => ({ ...episode, id: `${episode.id}-late` }));
  await memory.append(late);
  await handleEnqueued();
  expect(
    await memory.get(
      neighbour,
      late.map(({ id }) => id),
    ),
  ).toEqual([]);
  places.repositories.set("42", { repo: "octo/site", is_private: false });
  await handle(changed("visibility", { scope: SCOPE }));
  await handle(changed("visibility", { scope: hidden }));
  expect(enqueued).toMatchObject([{ run_at: NOW + 60_000 }]);
  await handleEnqueued();
  expect(await memory.get(neighbour, ids)).toEqual([]);
});

test("a thread is remembered for those who may read it now, whatever the event told", async () => {
  forge.add(exampleThread({ body: FAILS, is_private: true }));
  await handle(sync(true));
  expect((await chain()).map(({ scope }) => scope.visibility)).not.toContain("public");
});
