import { Probot } from "probot";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { composeWorkbench, type Workbench } from "../../src/compose.js";
import { readSettings } from "../../src/config/settings.js";
import { isMnemeError, messageOf } from "../../src/errors.js";
import { policyDefaults } from "../../src/config/repository/policy-defaults.js";
import { ConfigReader } from "../../src/github/config-reader.js";
import { endWhatIsGone } from "../../src/github/end-what-is-gone.js";
import { createTriggerHandler } from "../../src/github/handle-trigger.js";
import { createClientClass } from "../../src/github/octokit/client.js";
import { OctokitForge } from "../../src/github/octokit/octokit-forge.js";
import { ForgePublisher } from "../../src/github/publish.js";
import type { Job } from "../../src/jobs/queue.js";
import type { Scope } from "../../src/memory/scope.js";
import { RunRecord } from "../../src/run-record.js";
import { resolve } from "../../src/resolve.js";
import { GithubBox } from "../support/github-box/github-box.js";
import { exampleThread } from "../support/examples.js";
import type { BoxComment, BoxIssue, BoxRepository } from "../support/github-box/state.js";

let box: GithubBox;
let site: BoxRepository;
let issue: BoxIssue;
let asked: BoxComment;
let workbench: Workbench;
let logged: string[];
let forge: OctokitForge;

const SCOPE = { installation: "7", repository: "42", visibility: "public" } as const;

beforeEach(async () => {
  box = await GithubBox.start();
  site = box.state.addRepository("octo/site", { id: 42 });
  issue = box.state.addIssue(site, { by: "ada", title: "npm ci fails", body: "It stops with ERESOLVE." });
  box.state.setRole(site, "ada", "read");
  workbench = await composeWorkbench(readSettings({}), { store: "memory", sandbox: "none" });
  logged = [];
  const probot = new Probot({
    appId: box.state.app.id,
    privateKey: box.privateKey,
    secret: "s",
    baseUrl: box.url,
    Octokit: createClientClass({ paced: false, retries: 0 }),
    logLevel: "fatal",
  });
  forge = new OctokitForge((installation) => probot.auth(Number(installation)), { appId: 99 });
});

afterEach(async () => {
  await workbench[Symbol.asyncDispose]();
  await box.stop();
});

function log(fields: object, message: string): void {
  logged.push(`${message} ${"reason" in fields ? String(fields.reason) : ""}`);
}

const LOG = { debug: () => undefined, info: log, warn: log, error: log };

function shared() {
  const { log: memory, parts } = workbench;
  const suspensions = { refuseSuspended: () => Promise.resolve(), set: () => Promise.resolve(0) };
  const queue = { enqueue: () => Promise.resolve("enqueued" as const) };
  return { ...parts, forge, memory, suspensions, queue, log: LOG };
}

/** Has the reporter ask, and gives how the job ended: "done", or what it was set aside or put back with. */
async function ask(maxAttempts = 1, scope: Scope = SCOPE): Promise<string> {
  asked = box.state.addComment(issue, "ada", "/mneme diagnose");
  return await again(maxAttempts, scope);
}

/** The job of what was asked last, once more, in another process. */
async function again(maxAttempts = 1, scope: Scope = SCOPE): Promise<string> {
  const comment = asked;
  const replies = new ForgePublisher(forge);
  const deps = { ...workbench.parts, forge, replies, clock: () => new Date() };
  const answer = createTriggerHandler({
    ...shared(),
    replies,
    config: new ConfigReader({ files: forge, defaults: policyDefaults(readSettings({})), log: LOG }),
    resolve: (trigger, { policy, ...options }) => resolve(trigger, { ...deps, ...policy }, options),
    redact: (text) => text,
    maxAttempts,
    now: () => new Date(),
  });
  const handler = endWhatIsGone(answer, { forge, memory: workbench.log, log: LOG });
  const payload = {
    kind: "comment",
    id: `delivery ${String(comment.id)}`,
    scope,
    repo: "octo/site",
    number: 1,
    comment_id: String(comment.id),
    command: "diagnose",
    arguments: "",
    by: "ada",
    permission: "none",
    is_reporter: true,
    at: comment.created_at,
  };
  const job = { id: "1", kind: "trigger", queue: "q", key: "k", payload, attempt: 1 } as unknown as Job;
  try {
    await handler(job, new AbortController().signal);
    return "done";
  } catch (error) {
    return `${isMnemeError(error) && error.retryable ? "again" : "aside"}: ${messageOf(error)}`;
  }
}

const replies = (): BoxComment[] => issue.comments.filter(({ via }) => via === box.state.app.id);

test("a locked issue takes no reply: the job is set aside with GitHub's reason", async () => {
  issue.locked = true;
  expect(await ask()).toMatch(/^aside: GitHub did not take a comment on octo\/site#1 .*issue is locked/);
  expect(replies()).toEqual([]);
});

test("an issue that is deleted while it is worked on ends the job, and leaves nothing to be tried again", async () => {
  box.inject({ on: /GET .*\/timeline$/, meanwhile: () => (issue.isDeleted = true) });
  expect(await ask()).toBe("done");
  expect(logged.join("\n")).toContain("thread is gone");
});

test("one that was moved to another repository is not answered there unasked, and it is said where it is", async () => {
  const other = box.state.addRepository("octo/other");
  box.state.addIssue(other, { by: "ada" });
  const headers = { location: `${box.url}/repos/octo/other/issues/1` };
  box.inject({ on: /GET .*site\/issues\/1$/, status: 301, headers, times: 9 });
  box.inject({ on: /POST .*site\/issues\/1\/comments$/, status: 404, times: 9 });
  expect(await ask()).toBe("done");
  expect(logged.join("\n")).toContain("octo/site#1 was moved to octo/other#1");
  expect(other.issues.get(1)?.comments).toEqual([]);
});

test("a repository that the app loses sight of meanwhile ends the job", async () => {
  box.inject({ on: /GET .*\/timeline$/, meanwhile: () => (site.installation = 8) });
  expect(await ask()).toBe("done");
  expect(logged.join("\n")).toContain("thread is gone");
});

test.each<[string, () => void, RegExp]>([
  ["the repository is deleted", () => box.state.repositories.delete("octo/site"), /^done$/],
  ["the app is uninstalled", () => box.state.troubledInstallations.set(7, null), /^done$/],
  [
    "the installation is suspended",
    () => box.state.troubledInstallations.set(7, { suspendedAt: "2026-02-01T00:00:00Z" }),
    /^aside: .*This installation has been suspended/,
  ],
])("%s in the middle of a run: the job ends, or waits with GitHub's reason", async (_, happens, ending) => {
  box.inject({ on: /PATCH .*\/comments\/\d+$/, meanwhile: happens });
  expect(await ask()).toMatch(ending);
  if (ending.test("done")) expect(logged.join("\n")).toContain("thread is gone");
  expect(replies()).toHaveLength(1);
});

test("an issue that is locked in the middle of a run keeps the reply that stood there, and it becomes the answer", async () => {
  box.inject({ on: /PATCH .*\/comments\/\d+$/, meanwhile: () => (issue.locked = true) });
  expect(await ask()).toBe("done");
  expect(replies()).toHaveLength(1);
  expect(replies()[0]?.body).toContain("**I need**");
});

test("a repository that turned private since is answered, and remembered for its own readers alone", async () => {
  site.isPrivate = true;
  box.state.setRole(site, "ada", "read");
  expect(await ask()).toBe("done");
  expect(replies()).toHaveLength(1);
  expect(replies()[0]?.body).toContain("**I need**");
  const scopes = (await workbench.log.chain(SCOPE, "octo/site#1")).map(({ scope }) => scope.visibility);
  expect(new Set(scopes)).toEqual(new Set(["private"]));
  const [run] = await workbench.log.runs({ scope: SCOPE });
  expect(run).toMatchObject({ scope: { visibility: "private" } });
});

test.each([
  ["that is private still recalls", true],
  ["that is public now recalls nothing of", false],
])(
  "what was asked in a private repository %s the organisation's other private ones",
  async (_, isPrivate) => {
    const neighbour = { ...SCOPE, repository: "43", visibility: "private" } as const;
    const log = "```\n$ npm ci\nnpm error code E404\nnpm error 404 Not Found - GET /left-padd\n```";
    const thread = exampleThread({ repo: "octo/secret", number: 1, body: `It fails.\n${log}` });
    await workbench.log.append(workbench.parts.buildChain(thread, neighbour).episodes);
    await workbench.parts.catchUp();
    const files = new Map([[".github/mneme.yml", "share: organization\n"]]);
    box.state.addRepository("octo/.github", { isPrivate: true, files });
    site.isPrivate = isPrivate;
    issue.body = `Stops.\n${log}`;
    expect(await ask(1, { ...SCOPE, visibility: "private" })).toBe("done");
    const [run] = await workbench.log.runs({ scope: SCOPE });
    const recalled = RunRecord.parse(run).recall.recalled.map(({ episode }) => episode.thread);
    expect(recalled).toEqual(isPrivate ? ["octo/secret#1"] : []);
    expect(run).toMatchObject({ scope: { visibility: isPrivate ? "private" : "public" } });
  },
);

test("the author who left GitHub meanwhile is told nothing, and runs nothing", async () => {
  box.state.users.delete("ada");
  site.roles.delete("ada");
  expect(await ask()).toBe("done");
  expect(replies().filter(({ body }) => body.includes("Understood"))).toEqual([]);
});

test.each([
  ["as long as GitHub allows", "x".repeat(65_536)],
  ["a log as long as GitHub allows", "npm ERR! code ERESOLVE\n".repeat(2_849)],
  ["only an image", "![screenshot](https://user-images.example/1.png)"],
  ["only HTML that nobody sees", "<!-- nothing to see -->"],
  ["Arabic, right to left", "لا يعمل التثبيت على نظامي، أوبونتو ٢٢٫٠٤"],
  ["Chinese", "安装失败：找不到模块。系统是 Debian 12，Node 20.11.0"],
  ["Devanagari and emoji", "यह काम नहीं करता 🚀👩🏽‍💻"],
  ["Chinese, as long as GitHub allows", "错".repeat(65_536)],
  ["letters under heaps of marks", `ha${"\u0301\u0323".repeat(20_000)}ng`],
  ["emoji of many parts", "👩‍👩‍👧‍👦🏳️‍🌈".repeat(3_000)],
  ["Hebrew among Latin, with its marks of direction", "\u2067npm ci נכשל\u2069 עם \u202eERESOLVE\u202c"],
  ["unpaired surrogates and controls", "a\ud800b\u0007\u202e\u0000c"],
])("a comment that is %s is answered by one reply that GitHub takes", async (_, body) => {
  box.state.addComment(issue, "ada", body);
  issue.body = body;
  expect(await ask()).toBe("done");
  expect(replies()).toHaveLength(1);
  expect(replies()[0]?.body.length).toBeLessThanOrEqual(65_536);
  expect(replies()[0]?.body).not.toContain("- [ ]");
});

test.each([
  ["is no YAML", "mode: [mention", /line 1.*no YAML/],
  ["has unknown keys", "mood: happy", /line 1: `mood`: there is no such setting/],
  ["has wrong types", "mode: 7\nroles: nobody", /line 1: `mode`.*write one of/],
  ["is enormous", "# words\n".repeat(200_000), /more than 32 KiB/],
])("a configuration that %s costs no answer, and is told once", async (_, text, told) => {
  site.files.set(".github/mneme.yml", text);
  expect([await ask(), await ask()]).toEqual(["done", "done"]);
  const bodies = replies().map(({ body }) => body);
  expect(bodies.filter((body) => body.includes("all else in it counts") || told.test(body))).toHaveLength(1);
  expect(bodies).toContainEqual(expect.stringMatching(told));
  expect(bodies).toHaveLength(3);
});

test("what people said who left GitHub since is read, and nobody of that name is asked about", async () => {
  const comment = box.state.addComment(issue, "bob", "It is the proxy: unset HTTPS_PROXY.");
  comment.user = null;
  expect(await ask()).toBe("done");
  const thread = await forge.readThread({ installation: "7", repo: "octo/site", number: 1 });
  expect(thread.comments[0]).toMatchObject({ author: "ghost", author_role: "other" });
  expect(replies()).toHaveLength(1);
});

test.each(["GET .*\\/timeline$", "POST .*\\/comments$", "PATCH .*\\/comments\\/\\d+$", "POST .*graphql$"])(
  "a GitHub that is away at %s leaves the job to another try, which ends in one reply",
  async (on) => {
    box.inject({ on: new RegExp(on), status: 503, times: 9 });
    expect(await ask(2)).toMatch(/^again: /);
    box.clearFaults();
    expect(await again()).toBe("done");
    expect(replies()).toHaveLength(1);
    expect(replies()[0]?.body).toContain("**I need**");
  },
);
