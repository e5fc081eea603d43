import { Probot } from "probot";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { MnemeError } from "../../src/errors.js";
import type { Chain } from "../../src/chain/chain.js";
import { type Arrival, createArrivalHandler } from "../../src/github/backfill/backfill-on-arrival.js";
import type { NewJob } from "../../src/jobs/queue.js";
import { createPageLearner } from "../../src/github/backfill/learn-page.js";
import { createPageReader } from "../../src/github/backfill/read-threads.js";
import { buildChain } from "../../src/chain/build-chain.js";
import { backfill, type BackfillOptions, type BackfillResult } from "../../src/github/backfill/backfill.js";
import type { BackfillProgress } from "../../src/github/backfill/progress.js";
import { type Client, createClientClass } from "../../src/github/octokit/client.js";
import { OctokitForge } from "../../src/github/octokit/octokit-forge.js";
import { OctokitIssueSource } from "../../src/github/octokit/octokit-issue-source.js";
import { openEpisodeLog, type OpenedEpisodeLog } from "../../src/memory/log/sql/open-episode-log.js";
import { type Thread, threadKey } from "../../src/thread/thread.js";
import { GithubBox } from "../support/github-box/github-box.js";
import type { BoxIssue, BoxRepository } from "../support/github-box/state.js";

let box: GithubBox;
let site: BoxRepository;
let memory: OpenedEpisodeLog;
let client: Client;
let forge: OctokitForge;
/** Numbers of the threads that were learnt, in order. */
let learnt: number[];
let caughtUp: number;

const SCOPE = { installation: "7", repository: "42", visibility: "public" } as const;

beforeEach(async () => {
  box = await GithubBox.start();
  site = box.state.addRepository("octo/site", { id: 42 });
  box.state.setRole(site, "grace", "maintain");
  memory = await openEpisodeLog(":memory:");
  const probot = new Probot({
    appId: box.state.app.id,
    privateKey: box.privateKey,
    secret: "s",
    baseUrl: box.url,
    Octokit: createClientClass({ paced: false, retries: 0 }),
    logLevel: "fatal",
  });
  client = await probot.auth(7);
  forge = new OctokitForge(() => Promise.resolve(client), { appId: 99 });
  learnt = [];
  caughtUp = 0;
});

afterEach(async () => {
  await memory.close();
  await box.stop();
});

function addClosed(title: string, more: Partial<Omit<BoxIssue, "user">> = {}): BoxIssue {
  const issue = box.state.addIssue(site, {
    by: "ada",
    title,
    state: "closed",
    state_reason: "completed",
    ...more,
  });
  const grace = box.state.user("grace");
  issue.events.push({
    event: "closed",
    actor: grace,
    created_at: box.state.tick(),
    state_reason: "completed",
  });
  return issue;
}

function learn(thread: Thread): Chain {
  learnt.push(thread.number);
  return buildChain(thread, { scope: SCOPE });
}

const quiet = { warn: () => undefined };

async function run(
  options: Partial<BackfillOptions> = {},
  learning: (thread: Thread) => Chain = learn,
): Promise<BackfillResult> {
  const deps = {
    source: new OctokitIssueSource(client, "octo/site", "7"),
    bookmarks: memory,
    read: createPageReader({ buildChain: learning, log: quiet }),
    learn: createPageLearner({ memory, now: () => "2026-03-01T00:00:00Z" }),
    catchUp: () => Promise.resolve(void (caughtUp += 1)),
    now: Date.now,
  };
  return await backfill(deps, { share: 1, signal: new AbortController().signal, ...options });
}

test("a thread read with fifty others is the thread that is read alone", async () => {
  const long = addClosed("a long one", { labels: ["bug", "linux"], locked: true });
  for (let n = 0; n < 160; n += 1)
    box.state.addComment(long, n % 3 === 0 ? "grace" : "ada", `comment ${String(n)}`);
  const odd = addClosed("an odd one", { body: null, state_reason: "duplicate" });
  const target = "https://github.com/octo/site/issues/1";
  odd.events.push(
    { event: "marked_as_duplicate", actor: box.state.user("grace"), created_at: box.state.tick(), target },
    { event: "reopened", actor: box.state.user("ada"), created_at: box.state.tick() },
  );
  box.state.addComment(odd, "dependabot[bot]", "a bot");
  box.state.addComment(odd, "eve", "spam").minimized = "spam";
  const gone = box.state.addComment(odd, "eve", "by an account that is gone");
  gone.user = null;
  const edited = box.state.addComment(odd, "grace", "edited");
  edited.updated_at = box.state.tick();

  const { threads } = await sourcePage();

  expect(threads).toHaveLength(2);
  for (const thread of threads) {
    const alone = await forge.readThread({ installation: "7", repo: "octo/site", number: thread.number });
    expect(thread).toEqual(alone);
  }
});

async function sourcePage(): Promise<{ threads: Thread[] }> {
  const source = new OctokitIssueSource(client, "octo/site", "7");
  await source.describe();
  return await source.page({ after: null, since: null });
}

test("closed issues become memory, a few calls for many, and what is open or a pull request does not", async () => {
  for (let n = 1; n <= 120; n += 1) addClosed(`issue ${String(n)}`);
  box.state.addIssue(site, { by: "ada", title: "open" });
  addClosed("a pull request", { isPullRequest: true });
  const seen: BackfillProgress[] = [];

  const result = await run({ onProgress: (progress) => seen.push(progress) });

  expect(result).toMatchObject({ repo: "octo/site", done: true, roles_known: true });
  expect(result.state).toMatchObject({ issues: 120, total: 120, calls: 3, skipped: [] });
  expect(learnt).toEqual(Array.from({ length: 120 }, (_, n) => n + 1));
  expect((await memory.stats({ scope: SCOPE, share: "repository" }))["threads"]).toBe(120);
  expect(seen.map(({ issues }) => issues)).toEqual([50, 100, 120]);
  expect(caughtUp).toBe(1);
  // The token, the repository, its maintainers, and the pages.
  expect(box.requests).toHaveLength(6);
});

test("ended in the middle of a page it goes on with that page, and nothing is there twice", async () => {
  for (let n = 1; n <= 120; n += 1) addClosed(`issue ${String(n)}`);
  const killed = run({}, (thread) => {
    if (thread.number === 77) throw new MnemeError("storage", "the disk is full");
    return learn(thread);
  });
  await expect(killed).rejects.toMatchObject({ code: "storage" });
  expect(learnt.at(-1)).toBe(76);

  const result = await run();

  expect(result.state).toMatchObject({ issues: 120, total: 120, calls: 3 });
  expect(learnt.slice(76)).toEqual(Array.from({ length: 70 }, (_, n) => n + 51));
  const chain = await memory.chain(SCOPE, "octo/site#60");
  expect(new Set(chain.map(({ id }) => id)).size).toBe(chain.length);
});

test("run again after it was done it reads what changed since, and from the start only if asked to", async () => {
  const first = addClosed("the first");
  addClosed("the second");
  await run();
  first.comments = [];
  learnt = [];
  expect(await run()).toMatchObject({ done: true, state: { issues: 0, total: 0 } });
  expect(learnt).toEqual([]);
  box.state.addComment(first, "ada", "one more thing").updated_at = new Date(
    Date.now() + 60_000,
  ).toISOString();
  await run();
  expect(learnt).toEqual([1]);
  await run({ fromStart: true });
  expect(learnt).toEqual([1, 1, 2]);
});

test("what it may spend of GitHub's limit is spent, then it says how long to wait", async () => {
  for (let n = 1; n <= 400; n += 1) addClosed(`issue ${String(n)}`);
  const resetAt = new Date(Date.now() + 600_000).toISOString();
  box.state.graphqlLimit = { limit: 10, remaining: 9, resetAt };
  const result = await run({ share: 0.5 });
  expect(result).toMatchObject({ done: false, state: { calls: 5, issues: 250 } });
  expect(result.wait_ms).toBeGreaterThan(590_000);
  // Called too early it takes one page more, which it cannot know to be one too many, and stops.
  box.state.graphqlLimit.resetAt = new Date(Date.now() - 1_000).toISOString();
  expect(await run({ share: 0.5 })).toMatchObject({ done: true, state: { calls: 8, issues: 400 } });
});

test("GitHub's own limit ends it for as long as it says", async () => {
  for (let n = 1; n <= 60; n += 1) addClosed(`issue ${String(n)}`);
  const result = await run({ pages: 1 });
  expect(result).toMatchObject({ done: false, wait_ms: 0, state: { issues: 50 } });
  box.inject({ on: /^POST \/graphql/, status: 403, headers: { "retry-after": "90" } });
  await expect(run()).rejects.toMatchObject({ code: "rate_limited", retryAfterMs: 90_000 });
});

test("a page that takes GitHub too long is asked for again, smaller", async () => {
  for (let n = 1; n <= 60; n += 1) addClosed(`issue ${String(n)}`);
  const source = new OctokitIssueSource(client, "octo/site", "7");
  await source.describe();
  box.inject({ on: /^POST \/graphql/, status: 502, times: 2 });
  expect((await source.page({ after: null, since: null })).threads).toHaveLength(12);
});

test("one issue that nobody foresaw is left out by its number, the others are remembered", async () => {
  for (let n = 1; n <= 5; n += 1) addClosed(`issue ${String(n)}`);
  const result = await run({}, (thread) => {
    if (thread.number === 3) throw new TypeError("undefined is not a function");
    return learn(thread);
  });
  expect(result.state).toMatchObject({ issues: 4, total: 5, skipped: [3] });
  expect(await memory.chain(SCOPE, threadKey({ repo: "octo/site", number: 5 }))).not.toEqual([]);
});

test("where the collaborators may not be listed, nobody is taken for a maintainer, and it is said", async () => {
  box.state.addComment(addClosed("an issue"), "grace", "This fixed it: `npm ci`");
  box.inject({ on: /collaborators$/, status: 403 });
  const roles: string[] = [];
  const result = await run({}, (thread) => {
    roles.push(...thread.comments.map(({ author_role }) => author_role));
    return learn(thread);
  });
  expect(result.roles_known).toBe(false);
  expect(roles).toEqual(["other"]);
});

test("where the operator allows it an installation begins with what happened before, a few pages a job", async () => {
  for (let n = 1; n <= 560; n += 1) addClosed(`issue ${String(n)}`);
  const enqueued: NewJob[] = [];
  const onArrival = createArrivalHandler({
    sourceOf: () => Promise.resolve(new OctokitIssueSource(client, "octo/site", "7")),
    bookmarks: memory,
    read: createPageReader({ buildChain: learn, log: quiet }),
    learn: createPageLearner({ memory, now: () => "2026-03-01T00:00:00Z" }),
    catchUp: () => Promise.resolve(),
    now: Date.now,
    queue: { enqueue: (job) => Promise.resolve(enqueued.push(job) > 0 ? "enqueued" : "duplicate") },
    share: 1,
    log: { info: () => undefined },
  });
  const arrival: Arrival = {
    kind: "repository",
    scope: SCOPE,
    repo: "octo/site",
    former: null,
    change: "added",
    again: false,
    by: "ada",
    why: "installed",
  };
  const { signal } = new AbortController();
  await onArrival(arrival, { key: "delivery" }, signal);
  expect(learnt).toHaveLength(500);
  expect(enqueued).toMatchObject([
    { kind: "notice", queue: "repository:42", key: "delivery@500", payload: arrival },
  ]);
  await onArrival(arrival, { key: "delivery@500" }, signal);
  expect(learnt).toHaveLength(560);
  expect(enqueued).toHaveLength(1);
});
