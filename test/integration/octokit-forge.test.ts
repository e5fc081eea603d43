import { Probot } from "probot";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { createClientClass } from "../../src/github/octokit/client.js";
import { OctokitForge } from "../../src/github/octokit/octokit-forge.js";
import { GithubBox } from "../support/github-box/github-box.js";
import type { BoxRepository } from "../support/github-box/state.js";

let box: GithubBox;
let site: BoxRepository;
let forge: OctokitForge;

const ADDRESS = { installation: "7", repo: "octo/site", number: 1 };

function connect(timeoutMs: number): OctokitForge {
  const probot = new Probot({
    appId: box.state.app.id,
    privateKey: box.privateKey,
    secret: "s",
    baseUrl: box.url,
    Octokit: createClientClass({ paced: false, retries: 0, timeoutMs }),
    logLevel: "fatal",
  });
  return new OctokitForge((installation) => probot.auth(Number(installation)), { appId: 99 });
}

beforeEach(async () => {
  box = await GithubBox.start();
  site = box.state.addRepository("octo/site");
  forge = connect(10_000);
});

afterEach(() => box.stop());

test("reads a thread with its comments, roles, hidden comments, edits and ends", async () => {
  const issue = box.state.addIssue(site, { by: "ada", title: "npm ci fails", body: null, labels: ["bug"] });
  box.state.setRole(site, "grace", "maintain");
  box.state.setRole(site, "linus", "build-master", "write");
  box.state.setRole(site, "eve", "read");
  const question = box.state.addComment(issue, "grace", "Which Node?");
  box.state.addComment(issue, "ada", "22");
  box.state.addComment(issue, "renovate[bot]", "An update is there");
  box.state.addComment(issue, "eve", "posted by an app", 5);
  const spam = box.state.addComment(issue, "eve", "buy this");
  spam.minimized = "spam";
  box.state.addComment(issue, "linus", "fixed");
  question.body = "Which Node version?";
  question.updated_at = box.state.tick();
  issue.state = "closed";
  issue.state_reason = "completed";
  const grace = box.state.user("grace");
  issue.events.push(
    { event: "labeled", actor: grace, created_at: box.state.tick(), target: "bug" },
    {
      event: "closed",
      actor: grace,
      created_at: box.state.tick(),
      state_reason: "completed",
      target: "https://github.com/octo/site/pull/9",
    },
  );

  const thread = await forge.readThread(ADDRESS);

  expect(thread).toMatchObject({
    source_url: "https://github.com/octo/site/issues/1",
    repo: "octo/site",
    number: 1,
    title: "npm ci fails",
    body: "",
    author: "ada",
    labels: ["bug"],
    state: "closed",
    state_reason: "completed",
    locked: false,
  });
  expect(
    thread.comments.map(({ author, author_role, body, minimized }) => [author, author_role, body, minimized]),
  ).toEqual([
    ["grace", "maintainer", "Which Node version?", false],
    ["ada", "reporter", "22", false],
    ["renovate[bot]", "bot", "An update is there", false],
    ["eve", "bot", "posted by an app", false],
    ["eve", "other", "buy this", true],
    ["linus", "maintainer", "fixed", false],
  ]);
  expect(thread.comments[0]?.edited_at).toMatch(/^2026-/);
  expect(thread.comments[1]?.edited_at).toBeNull();
  expect(thread.events).toMatchObject([
    { kind: "closed", reason: "completed", actor: "grace", target: "https://github.com/octo/site/pull/9" },
  ]);
});

test("reads threads of more than one page whole", async () => {
  const issue = box.state.addIssue(site, { by: "ada" });
  for (let n = 0; n < 230; n++) box.state.addComment(issue, "ada", `line ${String(n)}`);
  const thread = await forge.readThread(ADDRESS);
  expect(thread.comments.map(({ body }) => body)).toEqual(
    Array.from({ length: 230 }, (_, n) => `line ${String(n)}`),
  );
});

test.each([
  ["admin", undefined, "admin"],
  ["maintain", undefined, "maintain"],
  ["write", undefined, "write"],
  ["triage", undefined, "triage"],
  ["read", undefined, "read"],
  ["security-team", "write", "write"],
  ["security-team", "read", "read"],
  ["issue-wrangler", "triage", "triage"],
  ["release-crew", "maintain", "maintain"],
  ["blocked", "none", "none"],
])("the role %s over %s is %s", async (role, base, expected) => {
  box.state.setRole(site, "grace", role, base);
  expect(await forge.permissionOf(ADDRESS, "grace")).toBe(expected);
});

test("who cannot be asked about may do nothing, and an outage is no answer", async () => {
  expect(await forge.permissionOf(ADDRESS, "left-long-ago")).toBe("none");
  box.state.setRole(site, "grace", "admin");
  box.inject({ on: /permission$/, status: 502 });
  await expect(forge.permissionOf(ADDRESS, "grace")).rejects.toMatchObject({
    code: "unavailable",
    retryable: true,
  });
  expect(await forge.permissionOf(ADDRESS, "grace")).toBe("admin");
  const before = box.requests.length;
  expect(await forge.permissionOf(ADDRESS, "grace")).toBe("admin");
  expect(box.requests).toHaveLength(before);
});

test("posts, edits, finds its own comment by the marker, and not the one that quotes it", async () => {
  const issue = box.state.addIssue(site, { by: "ada" });
  const posted = await forge.createComment(ADDRESS, "hello <!-- mneme:run=1 -->");
  box.state.addComment(issue, "eve", "> hello <!-- mneme:run=1 -->");
  expect(await forge.findOwnComment(ADDRESS, "<!-- mneme:run=1 -->")).toEqual(posted);
  expect(await forge.findOwnComment(ADDRESS, "<!-- mneme:run=2 -->")).toBeNull();
  expect(await forge.updateComment(ADDRESS, posted.id, "done")).toEqual({ ...posted, body: "done" });
  expect(issue.comments[0]?.body).toBe("done");
});

test("says seen by a reaction, once", async () => {
  const issue = box.state.addIssue(site, { by: "ada" });
  const comment = box.state.addComment(issue, "ada", "/mneme diagnose");
  await forge.acknowledge(ADDRESS, String(comment.id));
  await forge.acknowledge(ADDRESS, String(comment.id));
  await forge.acknowledge(ADDRESS, null);
  expect(comment.reactions.map(({ content }) => content)).toEqual(["eyes"]);
  expect(issue.reactions.map(({ content }) => content)).toEqual(["eyes"]);
});

describe("what GitHub refuses", () => {
  test.each([
    [403, {}, {}, { code: "not_permitted", retryable: false }],
    [404, {}, {}, { code: "not_found", retryable: false }],
    [410, {}, {}, { code: "not_found", retryable: false }],
    [422, {}, {}, { code: "bad_input", retryable: false }],
    [401, {}, {}, { code: "not_permitted", retryable: false }],
    [500, {}, {}, { code: "unavailable", retryable: true }],
    [503, {}, "<html>no</html>", { code: "unavailable", retryable: true }],
    [429, { "retry-after": "30" }, {}, { code: "rate_limited", retryable: true, retryAfterMs: 30_000 }],
    [403, { "retry-after": "90" }, {}, { code: "rate_limited", retryable: true, retryAfterMs: 90_000 }],
    [
      403,
      { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1" },
      {},
      { code: "rate_limited", retryable: true, retryAfterMs: 1000 },
    ],
    [
      403,
      {},
      {
        message: "slow down",
        documentation_url: "https://docs.github.com/rest/overview/rate-limits-for-the-rest-api",
      },
      { code: "rate_limited", retryAfterMs: 60_000 },
    ],
  ])("%d with %j is %j", async (status, headers, body, expected) => {
    box.state.addIssue(site, { by: "ada" });
    box.inject({ on: /issues\/1$/, status, headers: headers, body, times: 9 });
    await expect(forge.readThread(ADDRESS)).rejects.toMatchObject(expected);
  });

  test("a limit of one installation stops its requests unsent, and no other's", async () => {
    box.state.addIssue(site, { by: "ada" });
    box.state.addIssue(box.state.addRepository("octo/other", { installation: 8 }), { by: "ada" });
    box.inject({ on: /site\/issues\/1$/, status: 429, headers: { "retry-after": "600" } });
    const limited = { code: "rate_limited", retryable: true };
    await expect(forge.readThread(ADDRESS)).rejects.toMatchObject(limited);
    const sent = box.requests.length;
    await expect(forge.createComment(ADDRESS, "hello")).rejects.toMatchObject(limited);
    expect(box.requests).toHaveLength(sent);
    const other = { installation: "8", repo: "octo/other", number: 1 };
    expect(await forge.readThread(other)).toMatchObject({ title: "It does not work" });
  });

  test("no answer at all ends in time, as unavailable", async () => {
    box.state.addIssue(site, { by: "ada" });
    box.inject({ on: /issues\/1$/, status: null, times: 9 });
    const start = Date.now();
    await expect(connect(500).readThread(ADDRESS)).rejects.toMatchObject({
      code: "unavailable",
      retryable: true,
    });
    expect(Date.now() - start).toBeLessThan(5_000);
  });

  test("a creation is sent once, whatever the answer", async () => {
    box.state.addIssue(site, { by: "ada" });
    box.inject({ on: /POST .*comments$/, status: 502, afterwards: true, times: 9 });
    await expect(forge.createComment(ADDRESS, "hello")).rejects.toMatchObject({ code: "unavailable" });
    expect(
      box.requests.filter(({ method, path }) => method === "POST" && path.endsWith("/comments")),
    ).toHaveLength(1);
  });

  test("another installation's repository does not exist, a pull request is no issue, a long text is refused", async () => {
    box.state.addRepository("octo/other", { installation: 8 });
    await expect(forge.readThread({ ...ADDRESS, repo: "octo/other" })).rejects.toMatchObject({
      code: "not_found",
    });
    box.state.addIssue(site, { by: "ada", isPullRequest: true });
    await expect(forge.readThread(ADDRESS)).rejects.toMatchObject({ code: "bad_input" });
    await expect(forge.createComment(ADDRESS, "x".repeat(65_537))).rejects.toMatchObject({
      code: "bad_input",
    });
  });
});

test("a file of the default branch: read, unchanged, changed, absent, too large; private ones of others are absent", async () => {
  const path = ".github/mneme.yml";
  const options = { maxBytes: 100, etag: null };
  expect(await forge.readFile(ADDRESS, path, options)).toEqual({ state: "absent" });
  site.files.set(path, "mode: auto # 🚀\n");
  const first = await forge.readFile(ADDRESS, path, options);
  expect(first).toMatchObject({ state: "read", text: "mode: auto # 🚀\n" });
  const etag = "etag" in first ? first.etag : null;
  expect(await forge.readFile(ADDRESS, path, { ...options, etag })).toEqual({ state: "unchanged" });
  site.files.set(path, "#".repeat(101));
  expect(await forge.readFile(ADDRESS, path, { ...options, etag })).toMatchObject({
    state: "read",
    text: null,
  });
  const files = new Map([[path, "mode: auto"]]);
  box.state.addRepository("octo/open", { installation: 8, files });
  box.state.addRepository("octo/closed", { installation: 8, files, isPrivate: true });
  expect(await forge.readFile({ ...ADDRESS, repo: "octo/open" }, path, options)).toMatchObject({
    state: "read",
  });
  expect(await forge.readFile({ ...ADDRESS, repo: "octo/closed" }, path, options)).toEqual({
    state: "absent",
  });
});

test("a repository's present name is found by its former one, unless another repository has that now", async () => {
  const former = { installation: "7", repo: "octo/former" };
  const headers = { location: `${box.url}/repos/octo/site` };
  box.inject({ on: /GET .*octo\/former$/, status: 301, headers });
  expect(await forge.presentName(former, String(site.id))).toBe("octo/site");
  expect(await forge.presentName(former, String(site.id))).toBeNull();
  box.state.addRepository("octo/former", { id: 77 });
  expect(await forge.presentName(former, String(site.id))).toBeNull();
});

test("folds its own older comments, but what somebody marked as gold; in two calls, and none is folded twice", async () => {
  const issue = box.state.addIssue(site, { by: "ada" });
  const own = ["first", "gold", "second", "newest"].map((body) =>
    box.state.addComment(issue, "mneme[bot]", body, 99),
  );
  const person = box.state.addComment(issue, "grace", "thanks");
  const [, gold, , newest] = own;
  if (gold === undefined || newest === undefined) throw new Error("no comments");
  gold.reactions.push({
    id: 1,
    user: box.state.user("grace"),
    content: "rocket",
    created_at: box.state.tick(),
  });
  const calls = box.requests.length;
  expect(await forge.foldOlder(ADDRESS, String(newest.id))).toBe(2);
  expect(box.requests.slice(calls).filter(({ path }) => path === "/graphql")).toHaveLength(2);
  expect([...own, person].map(({ minimized }) => minimized)).toEqual([
    "outdated",
    null,
    "outdated",
    null,
    null,
  ]);
  expect(await forge.foldOlder(ADDRESS, String(newest.id))).toBe(0);
});
