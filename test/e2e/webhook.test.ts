import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { SqliteJobQueue } from "../../src/jobs/sqlite/sqlite-job-queue.js";
import type { Job } from "../../src/jobs/queue.js";
import { GithubBox } from "../support/github-box/github-box.js";
import type { BoxComment, BoxIssue, BoxRepository } from "../support/github-box/state.js";
import { ensureBuilt, ServerProcess, until } from "../support/server-process.js";
import { eventPayload, examplePayload } from "../support/webhooks.js";

jest.setTimeout(60_000);

let box: GithubBox;
let site: BoxRepository;
let issue: BoxIssue;
let server: ServerProcess;

beforeAll(ensureBuilt, 180_000);

beforeEach(async () => {
  box = await GithubBox.start();
  site = box.state.addRepository("octo/site", { id: 42 });
  issue = box.state.addIssue(site, { by: "ada", title: "npm ci fails" });
  server = new ServerProcess(box);
});

afterEach(async () => {
  await server.dispose();
  await box.stop();
});

/** The delivery of a comment that stands in the box. */
function commentEvent(comment: BoxComment): unknown {
  return eventPayload("issue_comment", "created", {
    repo: "octo/site",
    repoId: 42,
    number: issue.number,
    installation: 7,
    sender: { login: comment.user?.login ?? "", type: "User" },
    issue: { user: { login: "ada", type: "User" } },
    comment: { id: comment.id, body: comment.body, created_at: comment.created_at },
  });
}

const ask = (by: string, body = "/mneme diagnose"): BoxComment => box.state.addComment(issue, by, body);
const replies = (): BoxComment[] => issue.comments.filter(({ via }) => via === box.state.app.id);
const isAnswered = (): boolean => replies().some(({ body }) => body.includes("**Answer**"));

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function jobs(): Promise<Job[]> {
  const queue = SqliteJobQueue.open(`${server.folder}/data/jobs.db`);
  try {
    return (await queue.list()).filter(({ kind }) => kind !== "periodic");
  } finally {
    await queue.close();
  }
}

/** A job is done a moment after its reply is there, and the one behind it later still. */
async function areAllDone(): Promise<boolean> {
  return (await jobs()).every(({ state }) => state === "done");
}

test("a signed comment that asks gets one reply: progress at once, edited to the final text", async () => {
  await server.start();
  const comment = ask("ada");
  expect((await server.deliver("issue_comment", commentEvent(comment))).status).toBe(200);
  await until(isAnswered);
  expect(replies()).toHaveLength(1);
  expect(replies()[0]?.history[0]).toContain("- [x] reading");
  expect(replies()[0]?.body).toContain("**Answer** for ada, who may read: npm ci fails");
  expect(comment.reactions.map(({ content }) => content)).toEqual(["eyes"]);
});

test("an opened issue that mentions the app is answered; its own reply's event is not", async () => {
  await server.start();
  const payload = eventPayload("issues", "opened", {
    repo: "octo/site",
    repoId: 42,
    number: 1,
    installation: 7,
    sender: { login: "ada", type: "User" },
    issue: { body: "It fails.\n\n@mneme help me" },
  });
  await server.deliver("issues", payload);
  await until(isAnswered);
  const [reply] = replies();
  if (reply === undefined) throw new Error("no reply");
  const echo = commentEvent({ ...reply, body: `/mneme diagnose ${reply.body}` }) as Record<string, unknown>;
  Object.assign(echo["sender"] as object, { login: "mneme[bot]", type: "Bot" });
  expect((await server.deliver("issue_comment", echo)).status).toBe(200);
  expect(await jobs()).toHaveLength(1);
});

test("only who may ask is answered, by what GitHub says and not by what the payload claims", async () => {
  box.state.setRole(site, "grace", "triage");
  box.state.setRole(site, "eve", "read");
  await server.start();
  const claims = commentEvent(ask("eve")) as { comment: Record<string, unknown> };
  claims.comment["author_association"] = "OWNER";
  await server.deliver("issue_comment", claims);
  await server.deliver("issue_comment", commentEvent(ask("grace")));
  await until(isAnswered);
  await until(() => server.output.includes("trigger not permitted"));
  await until(() => replies().length === 2);
  const bodies = replies().map(({ body }) => body);
  expect(bodies).toContainEqual(expect.stringContaining("for grace, who may triage"));
  expect(bodies).toContainEqual(
    expect.stringContaining("is for the reporter, and people with the role triage"),
  );
});

test("the same delivery twice is worked once", async () => {
  await server.start();
  const payload = commentEvent(ask("ada"));
  const id = randomUUID();
  const answers = await Promise.all([1, 2, 3].map(() => server.deliver("issue_comment", payload, { id })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  await until(isAnswered);
  expect((await server.deliver("issue_comment", payload, { id })).status).toBe(200);
  await until(areAllDone);
  expect(await jobs()).toMatchObject([{ key: id, state: "done" }]);
  expect(replies()).toHaveLength(1);
});

test("killed while a job runs and started again: exactly one final reply", async () => {
  await server.start({ SCRIPT_STEP_MS: "60000" });
  await server.deliver("issue_comment", commentEvent(ask("ada")));
  await until(() => replies().length === 1 && box.requests.some(({ path }) => path === "/graphql"));
  await server.kill("SIGKILL");
  expect(replies()[0]?.body).toContain("- [x] reading");
  await server.start();
  await until(isAnswered);
  await server.kill("SIGTERM");
  expect(replies()).toHaveLength(1);
  expect(await jobs()).toMatchObject([{ state: "done", attempt: 1, cut_offs: 1 }]);
});

test("only the server killed while a job runs: its worker ends too, and after the next start there is one final reply", async () => {
  await server.start({ SCRIPT_STEP_MS: "60000" });
  const { worker } = server;
  await server.deliver("issue_comment", commentEvent(ask("ada")));
  await until(() => replies().length === 1 && box.requests.some(({ path }) => path === "/graphql"));
  await server.killServerAlone();
  await until(() => !isAlive(worker));
  await server.start();
  await until(isAnswered);
  expect(replies()).toHaveLength(1);
  await server.kill("SIGTERM");
  expect(await jobs()).toMatchObject([{ state: "done" }]);
});

test("only the worker killed while a job runs: not ready until it is back, and there is one final reply", async () => {
  await server.start({ SCRIPT_STEP_MS: "3000" });
  await server.deliver("issue_comment", commentEvent(ask("ada")));
  await until(() => replies().length === 1 && box.requests.some(({ path }) => path === "/graphql"));
  process.kill(server.worker, "SIGKILL");
  await until(() => server.output.includes("worker ended: it is started again"));
  const ready = await fetch(`${server.url}/readyz`);
  expect([ready.status, await ready.text()]).toEqual([503, "1 of 1 workers down\n"]);
  expect((await server.deliver("issue_comment", commentEvent(ask("ada", "thank you")))).status).toBe(200);
  await until(isAnswered);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  expect(replies()).toHaveLength(1);
  await until(areAllDone);
  await server.kill("SIGTERM");
  // The newest first: what nobody asked for is looked at, and left.
  expect(await jobs()).toMatchObject([
    { state: "done", attempt: 1 },
    { state: "done", attempt: 1, cut_offs: 1 },
  ]);
});

test("told to stop while a job runs: ends in order, and the job is worked after the next start", async () => {
  await server.start({ SCRIPT_STEP_MS: "60000" });
  await server.deliver("issue_comment", commentEvent(ask("ada")));
  await until(() => replies().length === 1);
  expect(await server.kill("SIGTERM")).toBe(0);
  expect(await jobs()).toMatchObject([{ state: "waiting" }]);
  await server.start();
  await until(isAnswered);
  expect(replies()).toHaveLength(1);
});

test("a fault that nobody foresaw: one honest comment without its details, and the job is kept", async () => {
  await server.start({ SCRIPT_FAILS: "1" });
  await server.deliver("issue_comment", commentEvent(ask("ada")));
  await until(() => replies().some(({ body }) => body.includes("Sorry")));
  expect(replies()).toHaveLength(1);
  expect(replies()[0]?.body).not.toContain("/home/operator");
  await until(() => server.output.includes("run failed"));
  await server.kill("SIGTERM");
  expect(await jobs()).toMatchObject([
    { state: "failed", last_error: "a secret path: /home/operator/mneme" },
  ]);
});

test("a GitHub that does not say what it delivered does not hold up the start", async () => {
  box.inject({ on: /GET \/app\/hook\/deliveries/, status: null, times: 99 });
  await server.start();
  await server.deliver("issue_comment", commentEvent(ask("ada")));
  await until(isAnswered);
  expect(replies()).toHaveLength(1);
});

test("a comment whose making was answered by a 502 is not made twice, and a passing 500 is survived", async () => {
  await server.start();
  box.inject({ on: /POST .*\/comments$/, status: 502, afterwards: true });
  box.inject({ on: /GET .*\/timeline$/, status: 500 });
  await server.deliver("issue_comment", commentEvent(ask("ada")));
  await until(isAnswered);
  expect(replies()).toHaveLength(1);
});

describe("the whole program", () => {
  const BODY = [
    "`npm ci` fails on Ubuntu 24.04 with Node 22.3.0:",
    "```",
    "npm error code EBADENGINE",
    "npm error engine Unsupported engine",
    "npm error notsup Not compatible with your version of node/npm: left-trim@2.0.0",
    'npm error notsup Required: {"node":">=24"}',
    "```",
  ].join("\n");

  beforeEach(() => {
    issue.body = BODY;
    server = new ServerProcess(box, { MNEME_SANDBOX: "none" }, "dist/main.js");
  });

  test("answers an opened issue by the whole story, in one comment", async () => {
    await server.start();
    await server.deliver("issue_comment", commentEvent(ask("ada", "@mneme please look")));
    await until(() => replies().some(({ body }) => body.includes("22.3.0")));
    expect(replies()).toHaveLength(1);
    expect(replies()[0]?.body).toMatch(/Automated answer by mneme/);
    expect(await server.kill("SIGTERM")).toBe(0);
    expect(await jobs()).toMatchObject([{ state: "done", attempt: 1 }]);
  });

  test("killed while it works and started again: exactly one final reply", async () => {
    await server.start();
    let seen = Number.POSITIVE_INFINITY;
    const holdWhatFollows = () => {
      seen = box.requests.length;
      box.inject({ on: /PATCH .*\/comments\//, delayMs: 60_000 });
    };
    box.inject({ on: /POST .*\/comments$/, meanwhile: holdWhatFollows });
    await server.deliver("issue_comment", commentEvent(ask("ada")));
    await until(() => box.requests.slice(seen).some(({ method }) => method === "PATCH"));
    await server.kill("SIGKILL");
    expect(replies()).toHaveLength(1);
    expect(replies()[0]?.body).not.toContain("22.3.0");
    await server.start();
    await until(() => replies().some(({ body }) => body.includes("22.3.0")));
    expect(await server.kill("SIGTERM")).toBe(0);
    expect(replies()).toHaveLength(1);
    expect(await jobs()).toMatchObject([{ state: "done", attempt: 1, cut_offs: 1 }]);
  });
});

describe("what is refused", () => {
  beforeEach(() => server.start({ MNEME_WORKER_PROCESSES: "0" }));

  afterEach(async () => {
    expect(await jobs()).toEqual([]);
  });

  test("a wrong signature, none, and a body that is no JSON", async () => {
    const payload = commentEvent(ask("ada"));
    const wrong = await server.deliver("issue_comment", payload, {
      headers: { "x-hub-signature-256": `sha256=${"0".repeat(64)}` },
    });
    const missing = await server.deliver("issue_comment", payload, {
      headers: { "x-hub-signature-256": undefined },
    });
    const broken = await server.deliver("issue_comment", null, { body: "{no json" });
    const form = await server.deliver("issue_comment", payload, {
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    for (const { status, text } of [wrong, missing, broken, form]) {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      expect(text).not.toMatch(/mneme-e2e|node_modules|a secret of this test| at /);
    }
  });

  test("a body over 25 MB is not read to its end", async () => {
    const { hostname, port } = new URL(server.url);
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname);
      socket.on("error", reject);
      socket.on("data", (piece) => resolve(piece.toString()));
      socket.write(
        "POST /api/github/webhooks HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nx-github-event: issues\r\n" +
          `x-github-delivery: 1\r\nx-hub-signature-256: sha256=${"0".repeat(64)}\r\ncontent-length: 60000000\r\n\r\n{`,
      );
    });
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  test("events that are unknown, and of actions that are, are answered and ignored", async () => {
    expect((await server.deliver("made_up_event", { action: "x" })).status).toBe(200);
    expect((await server.deliver("ping", examplePayload("ping", undefined))).status).toBe(200);
    expect((await server.deliver("issues", { ...examplePayload("issues", "pinned") })).status).toBe(200);
    expect((await server.deliver("issues", { action: "opened" })).status).toBe(200);
  });

  test("other addresses say nothing; health is told", async () => {
    const get = async (path: string): Promise<number> => (await fetch(`${server.url}${path}`)).status;
    expect(await get("/healthz")).toBe(200);
    expect(await get("/readyz")).toBe(200);
    expect(await get("/probot")).toBe(404);
    expect(await get("/api/github/webhooks")).toBe(404);
    expect(await get("/../../etc/passwd")).toBe(404);
  });
});

test.each([
  [{ WEBHOOK_SECRET: "" }, "WEBHOOK_SECRET: missing"],
  [{ WEBHOOK_SECRET: "development" }, "known to everybody"],
  [{ PRIVATE_KEY: "nonsense" }, "PRIVATE_KEY: is no private key"],
  [{ APP_ID: "Iv1.abc", PORT: "70000" }, "PORT"],
  [{ APP_ID: "", PRIVATE_KEY: "", NODE_ENV: "production" }, "set-up page is off in production"],
])("does not start with %j", async (env, message) => {
  await expect(server.start(env)).rejects.toThrow(message);
});
