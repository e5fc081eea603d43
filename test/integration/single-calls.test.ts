import { generateKeyPairSync } from "node:crypto";
import nock from "nock";
import { Probot } from "probot";
import { afterAll, afterEach, beforeEach, expect, test } from "@jest/globals";
import { createClientClass, createTokenClient } from "../../src/github/octokit/client.js";
import { OctokitForge } from "../../src/github/octokit/octokit-forge.js";

const API = "https://api.github.com";
const ADDRESS = { installation: "7", repo: "octo/site", number: 1 };

beforeEach(() => nock.disableNetConnect());

// Its patch of node:http outlives the file: a later one in the same process would talk to Docker through it.
afterAll(() => nock.restore());

afterEach(() => {
  const unused = nock.pendingMocks();
  nock.cleanAll();
  nock.enableNetConnect();
  expect(unused).toEqual([]);
});

function appForge(): OctokitForge {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const probot = new Probot({
    appId: 99,
    privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    secret: "s",
    Octokit: createClientClass({ retries: 0 }),
    logLevel: "fatal",
  });
  nock(API)
    .post("/app/installations/7/access_tokens")
    .reply(201, {
      token: "ghs_7",
      expires_at: new Date(Date.now() + 3_600_000).toISOString(),
      permissions: {},
    });
  return new OctokitForge((installation) => probot.auth(Number(installation)), { appId: 99 });
}

const comment = { id: 5, html_url: "https://github.com/octo/site/issues/1#issuecomment-5", body: "hi" };

test("a comment is made as the app's installation, with the pinned version of the API", async () => {
  const forge = appForge();
  let seen: { body?: unknown; headers?: Record<string, string> } = {};
  nock(API)
    .post("/repos/octo/site/issues/1/comments")
    .reply(function answer(_uri, body) {
      seen = { body, headers: this.req.headers };
      return [201, comment];
    });
  await expect(forge.createComment(ADDRESS, "hi")).resolves.toMatchObject({ id: "5" });
  expect(seen.body).toEqual({ body: "hi" });
  expect(JSON.stringify(seen.headers)).toContain("2022-11-28");
  expect(JSON.stringify(seen.headers)).toContain("token ghs_7");
});

test("a short secondary limit is waited for as long as GitHub asks, and tried once more", async () => {
  const forge = appForge();
  const limited = { message: "You have exceeded a secondary rate limit.", documentation_url: "" };
  nock(API).patch("/repos/octo/site/issues/comments/5").reply(403, limited, { "retry-after": "1" });
  nock(API).patch("/repos/octo/site/issues/comments/5").reply(200, comment);
  const start = Date.now();
  await forge.updateComment(ADDRESS, "5", "hi");
  expect(Date.now() - start).toBeGreaterThanOrEqual(950);
});

test("a long limit goes back to the queue with its pause, and is not asked again", async () => {
  const forge = appForge();
  const limited = { message: "You have exceeded a secondary rate limit.", documentation_url: "" };
  nock(API).patch("/repos/octo/site/issues/comments/5").reply(429, limited, { "retry-after": "600" });
  await expect(forge.updateComment(ADDRESS, "5", "hi")).rejects.toMatchObject({
    code: "rate_limited",
    retryable: true,
    retryAfterMs: 600_000,
  });
});

test("a public thread is read without a token in two calls, roles by what GitHub hints", async () => {
  const client = createTokenClient(null, API, { retries: 0 });
  const forge = new OctokitForge(() => Promise.resolve(client), { appId: null, authenticated: false });
  const user = { login: "grace", type: "User" };
  nock(API)
    .get("/repos/octo/site/issues/1")
    .reply(200, {
      html_url: "https://github.com/octo/site/issues/1",
      repository_url: `${API}/repos/octo/site`,
      number: 1,
      title: "It fails",
      body: null,
      user: { login: "ada" },
      labels: [],
      state: "closed",
      state_reason: "completed",
      locked: false,
      created_at: "2026-01-01T00:00:00Z",
    });
  nock(API)
    .get("/repos/octo/site/issues/1/timeline")
    .query({ per_page: "100" })
    .reply(200, [
      {
        event: "commented",
        ...comment,
        user,
        author_association: "MEMBER",
        created_at: "2026-01-02T00:00:00Z",
        updated_at: "2026-01-02T00:00:00Z",
      },
      { event: "mentioned", actor: user },
      {
        event: "closed",
        actor: user,
        created_at: "2026-01-03T00:00:00Z",
        commit_url: `${API}/repos/octo/site/commits/abc`,
        state_reason: "completed",
      },
    ]);
  const thread = await forge.readThread(ADDRESS);
  expect(thread.comments).toMatchObject([
    { id: "5", author: "grace", author_role: "maintainer", edited_at: null },
  ]);
  expect(thread.events).toMatchObject([
    { kind: "closed", reason: "completed", target: "https://github.com/octo/site/commit/abc" },
  ]);
});

test("a transferred issue is not read as the one that was asked for", async () => {
  const client = createTokenClient("t", API, { retries: 0 });
  const forge = new OctokitForge(() => Promise.resolve(client), { appId: null });
  nock(API)
    .get("/repos/octo/site/issues/1")
    .reply(200, {
      repository_url: `${API}/repos/octo/other`,
      number: 12,
      title: "moved",
      labels: [],
    });
  await expect(forge.readThread(ADDRESS)).rejects.toMatchObject({
    code: "not_found",
    message: "octo/site#1 was moved to octo/other#12: ask there",
  });
});
