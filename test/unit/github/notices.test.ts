import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { buildChain } from "../../../src/chain/build-chain.js";
import { endWhatIsGone } from "../../../src/github/end-what-is-gone.js";
import { createNoticeHandler } from "../../../src/github/handle-notice.js";
import { type Notice, queueOfNotice, readNotices } from "../../../src/github/notices.js";
import { RecordedForge } from "../../../src/github/recorded/recorded-forge.js";
import { Suspensions } from "../../../src/github/suspension.js";
import type { Job } from "../../../src/jobs/queue.js";
import { openEpisodeLog, type OpenedEpisodeLog } from "../../../src/memory/log/sql/open-episode-log.js";
import type { Episode } from "../../../src/memory/episode.js";
import type { Comment, Thread } from "../../../src/thread/thread.js";
import { exampleThread } from "../../support/examples.js";
import { eventPayload, examplePayload } from "../../support/webhooks.js";

const SCOPE = { installation: "5", repository: "42", visibility: "public" as const };
const KEY = "octo/site#7";

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
  ["repository", "privatized", [{ kind: "erase", what: { repository: true } }]],
  ["repository", "publicized", []],
  ["repository", "renamed", [{ kind: "renamed", from: "octo/Hello-World", to: "octo/site" }]],
  ["repository", "transferred", [{ kind: "renamed", from: "octocat/site", to: "octo/site" }]],
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
  ).toMatchObject([{ kind: "erase", what: { installation: true } }]);
  const removed = examplePayload("installation_repositories", "removed") as {
    repositories_removed: { id: number }[];
  };
  const notices = readNotices(
    { id: "d", name: "installation_repositories", payload: removed },
    { slug: "mneme" },
  );
  expect(notices.map(({ scope }) => scope.repository)).toEqual(
    removed.repositories_removed.map(({ id }) => String(id)),
  );
});

test.each([
  [
    "installation",
    "created",
    [{ kind: "arrived", repo: "Codertocat/Hello-World", scope: { repository: "186853002" } }],
  ],
  ["installation", "suspend", [{ kind: "suspension", suspended: true, by: "Codertocat" }]],
  ["installation", "unsuspend", [{ kind: "suspension", suspended: false, changed_at: 1_619_663_570_000 }]],
  ["installation", "new_permissions_accepted", []],
  ["installation_repositories", "added", [{ kind: "arrived", repo: "Codertocat/Space" }]],
])("%s.%s, GitHub's own example, is %j", (name, action, expected) => {
  const notices = readNotices({ id: "d", name, payload: examplePayload(name, action) }, { slug: "mneme" });
  expect(notices).toMatchObject(expected);
  expect(notices).toHaveLength(expected.length);
});

let memory: OpenedEpisodeLog;
let retried: string[];
let failed: Job[];
let forge: RecordedForge;

beforeEach(async () => {
  memory = await openEpisodeLog(":memory:");
  retried = [];
  failed = [];
  forge = new RecordedForge();
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
    forge,
    memory,
    buildChain: (thread, scope) => buildChain(thread, { scope }),
    catchUp: () => Promise.resolve(),
    suspensions: suspensions(),
    onArrival: ({ repo }, job) => Promise.resolve(void arrived.push(`${repo} by ${job.key}`)),
    log: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
    now: () => "2026-02-01T00:00:00.000Z",
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
  await handle({
    kind: "renamed",
    scope: SCOPE,
    from: "octo/site",
    to: "ann/home",
    by: "ada",
    why: "renamed",
  });
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
  const ending = endWhatIsGone(({ payload }) => handle(payload as Notice), { forge, log });
  await ending({ id: "1", payload: sync(true) } as Job, new AbortController().signal);
  expect(gone).toEqual(["thread is gone"]);
});

test("a suspended installation's jobs are set aside, and taken up again when it comes back; others go on", async () => {
  const whole = { ...SCOPE, repository: "0" };
  const suspension = { kind: "suspension" as const, scope: whole, by: "grace", why: "test" };
  forge.add(exampleThread({ body: FAILS }));
  await handle({ ...suspension, suspended: true });
  await expect(handle(sync(true))).rejects.toThrow("installation 5 was suspended by grace");
  const elsewhere = { ...sync(true), scope: { ...SCOPE, installation: "6" } };
  await handle(elsewhere);
  expect(await chain()).toEqual([]);
  failed = [{ id: "11", payload: sync(true) } as Job, { id: "12", payload: elsewhere } as Job];
  await handle({ ...suspension, suspended: false });
  expect(retried).toEqual(["11"]);
  await handle(sync(true));
  expect((await chain()).length).toBeGreaterThan(0);
});

test("a suspension that is heard of after its end does not come back", async () => {
  const whole = { ...SCOPE, repository: "0" };
  const told = (suspended: boolean, changed_at: number): Notice => ({
    ...{ kind: "suspension", scope: whole, by: "grace", why: "test" },
    suspended,
    changed_at,
  });
  forge.add(exampleThread({ body: FAILS }));
  await handle(told(false, 2_000));
  await handle(told(true, 1_000));
  await handle(sync(true));
  expect((await chain()).length).toBeGreaterThan(0);
  await handle(told(true, 3_000));
  await expect(handle(sync(true))).rejects.toThrow("was suspended");
});

test("a suspension ends with the installation", async () => {
  const whole = { ...SCOPE, repository: "0" };
  await handle({ kind: "suspension", scope: whole, suspended: true, by: "grace", why: "test" });
  await handle({ kind: "erase", scope: whole, what: { installation: true }, by: "grace", why: "test" });
  await expect(suspensions().refuseSuspended({ payload: sync(true) })).resolves.toBeUndefined();
});

test("a repository that arrived is handed on, with the job that it came with", async () => {
  arrived.length = 0;
  await handle({ kind: "arrived", scope: SCOPE, repo: "octo/site", by: "ada", why: "installation.created" });
  expect(arrived).toEqual(["octo/site by delivery"]);
});
