import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { OctokitForge } from "../../src/github/octokit/octokit-forge.js";
import { createClientClass } from "../../src/github/octokit/client.js";
import { syncReactions } from "../../src/github/reactions/sync-reactions.js";
import { type OpenedEpisodeLog, openEpisodeLog } from "../../src/memory/log/sql/open-episode-log.js";
import { runMarker } from "../../src/reply/marker.js";
import type { RunRecord } from "../../src/run-record.js";
import { exampleEpisode, exampleMemory, exampleRun } from "../support/example-run.js";
import { GithubBox } from "../support/github-box/github-box.js";
import type { BoxComment, BoxIssue, BoxRepository } from "../support/github-box/state.js";

/** Before all that happens in the box: nothing has faded. */
const NOW = "2026-01-01T00:00:00.000Z";
let box: GithubBox;
let site: BoxRepository;
let issue: BoxIssue;
let reply: BoxComment;
let forge: OctokitForge;
let memory: OpenedEpisodeLog;
let run: RunRecord;

beforeEach(async () => {
  box = await GithubBox.start();
  site = box.state.addRepository("octo/site");
  issue = box.state.addIssue(site, { by: "ada" });
  box.state.setRole(site, "grace", "maintain");
  box.state.setRole(site, "eve", "read");
  forge = connect();
  memory = await openEpisodeLog(":memory:", { now: () => Date.parse(NOW) });
  await remember();
});

afterEach(async () => {
  await memory.close();
  await box.stop();
});

function connect(): OctokitForge {
  const ClientClass = createClientClass({ paced: false, retries: 0 });
  let now = 0;
  return new OctokitForge(
    (installation) =>
      Promise.resolve(new ClientClass({ baseUrl: box.url, auth: { token: `ghs_${installation}` } })),
    // What was asked is forgotten at once: roles change from one line of a test to the next.
    { appId: 99, now: () => (now += 3_600_000) },
  );
}

/** A reply of ours that cites a memory of this repository and one of another, and made an episode. */
async function remember(): Promise<void> {
  const scope = { installation: "7", repository: String(site.id), visibility: "public" as const };
  const own = exampleMemory({
    episode: exampleEpisode({ scope }),
    resolution: exampleEpisode({ scope, id: "0b9f4a7e-55aa-5d0e-8a53-2b0c8f5d6e11", kind: "resolution" }),
  });
  const elsewhere = exampleMemory({
    label: "M2",
    episode: exampleEpisode({
      scope: { ...scope, repository: "1" },
      id: "22222222-2222-5222-8222-222222222222",
    }),
    resolution: null,
  });
  const made = exampleEpisode({ scope, id: "33333333-3333-5333-8333-333333333333", kind: "diagnosis" });
  const example = exampleRun();
  const steps = example.steps.map((step) => ({ ...step, plan: { ...step.plan, cites: ["M1", "M2"] } }));
  run = {
    ...example,
    steps,
    scope,
    thread: "octo/site#1",
    finished_at: NOW,
    recall: { ...example.recall, recalled: [own, elsewhere] },
    episodes: [made],
  };
  const address = { installation: "7", repo: "octo/site", number: issue.number };
  const posted = await forge.createComment(address, `Here.\n${runMarker(run.run_id)}`);
  run.reply = { markdown: "Here.", comment_id: posted.id, url: posted.url, node_id: posted.node_id ?? "" };
  const [first] = issue.comments;
  if (first === undefined) throw new Error("one comment");
  reply = first;
  await memory.append([own.episode, own.resolution ?? own.episode, elsewhere.episode, made]);
  await memory.saveRun(scope, run.run_id, run);
}

function react(login: string, content: string): void {
  reply.reactions.push({
    id: box.state.nextId(),
    user: box.state.user(login),
    content,
    created_at: box.state.tick(),
  });
}

function takeBack(login: string): void {
  reply.reactions = reply.reactions.filter(({ user }) => user.login !== login);
}

async function sync(): Promise<number> {
  return await syncReactions(run.scope, run.thread, { forge, source: forge, memory, now: () => NOW });
}

/** Gold and confidence of: the case, its resolution, another repository's memory, what the run made. */
async function standing(): Promise<{ gold: (string | null)[]; confidence: number[] }> {
  const ids = [
    ...run.recall.recalled.flatMap(({ episode, resolution }) => [episode, resolution ?? []].flat()),
    ...run.episodes,
  ].map(({ id }) => id);
  const episodes = await memory.get({ scope: run.scope, share: "organization" }, ids);
  return {
    gold: episodes.map(({ gold }) => gold?.by ?? null),
    confidence: episodes.map(({ confidence }) => Math.round(confidence * 100) / 100),
  };
}

describe("a maintainer", () => {
  test("a rocket is gold for what the reply of this repository cites and made, with who, when and where; taken back, it is gold no more", async () => {
    const before = await standing();
    react("grace", "rocket");
    expect(await sync()).toBe(3);
    expect((await standing()).gold).toEqual(["grace", "grace", null, "grace"]);
    const [gold] = (
      await memory.facts({ scope: run.scope, share: "repository" }, [run.episodes[0]?.id ?? ""])
    ).slice(-1);
    expect(gold?.fact).toMatchObject({ kind: "gold", gold: { by: "grace", permalink: run.reply?.url } });
    expect(gold?.attribution).toMatchObject({
      by: "grace",
      at: gold?.fact.kind === "gold" ? gold.fact.gold?.at : "",
    });
    expect(await sync()).toBe(0);
    takeBack("grace");
    expect(await sync()).toBe(3);
    expect(await standing()).toEqual(before);
  });

  test("a thumb down rejects, also beside the reporter's thumb up", async () => {
    react("grace", "-1");
    react("ada", "+1");
    await sync();
    const prior = 0.75 * 2;
    expect((await standing()).confidence).toEqual([
      ...[0, 1].map(() => Math.round(((prior + 1) / (2 + 1 + 4)) * 100) / 100),
      Math.round(((prior + 1) / (2 + 1)) * 100) / 100,
      Math.round(((prior + 1) / (2 + 1 + 4)) * 100) / 100,
    ]);
  });

  test("one of two takes a rocket back: it is the other's gold", async () => {
    box.state.setRole(site, "hugo", "write");
    react("grace", "rocket");
    react("hugo", "rocket");
    await sync();
    expect((await standing()).gold[0]).toBe("grace");
    takeBack("grace");
    await sync();
    expect((await standing()).gold[0]).toBe("hugo");
  });

  test("who is none any more has given no gold", async () => {
    react("grace", "rocket");
    await sync();
    box.state.setRole(site, "grace", "read");
    await sync();
    expect((await standing()).gold[0]).toBeNull();
  });
});

test("the reporter's thumb down is an outcome, a stranger's reactions are nothing, and neither can give gold", async () => {
  const before = await standing();
  for (const content of ["rocket", "+1", "-1", "heart"]) react("eve", content);
  react("ada", "rocket");
  expect(await sync()).toBe(0);
  expect(await standing()).toEqual(before);
  react("ada", "-1");
  expect(await sync()).toBe(4);
  expect((await standing()).confidence).toEqual([0.5, 0.5, 0.5, 0.5]);
});

test("gold that somebody took back by command stays taken back while the rocket stands", async () => {
  react("grace", "rocket");
  await sync();
  const [id = ""] = run.episodes.map((episode) => episode.id);
  const [fact] = await memory.facts({ scope: run.scope, share: "repository" }, [id]);
  await memory.undoFact(run.scope, fact?.id ?? "", { by: "hugo", at: NOW, why: "it is wrong" });
  await sync();
  expect((await standing()).gold[3]).toBeNull();
});

test("reads more reactions than come at once, a hundred replies and more in one call, and what is gone is left out", async () => {
  for (let n = 0; n < 150; n++) react(`fan-${n}`, "heart");
  react("grace", "rocket");
  const ids = Array.from({ length: 250 }, () => {
    const { id } = box.state.addComment(issue, "mneme[bot]", "hi", 99);
    return `IC_${id}`;
  });
  const calls = box.requests.length;
  const page = await forge.readReactions("7", [...ids, "IC_1"]);
  expect(box.requests.length - calls).toBe(1);
  expect(page.replies.size).toBe(250);
  expect(page.allowance).toEqual({ remaining: expect.any(Number), limit: 5000 });
  const { replies } = await forge.readReactions("7", [run.reply?.node_id ?? ""]);
  expect([...replies.values()]).toEqual([
    expect.objectContaining({
      repo: "octo/site",
      number: 1,
      reporter: "ada",
      reactions: [expect.objectContaining({ by: "grace", content: "rocket" })],
    }),
  ]);
});

test("a part of an answer is better than none; a refusal is an error", async () => {
  const gone = {
    data: { list0: [null] },
    errors: [{ type: "NOT_FOUND", message: "Could not resolve to a node" }],
  };
  box.inject({ on: /graphql/, status: 200, body: gone });
  expect((await forge.readReactions("7", ["IC_1"])).replies.size).toBe(0);
  box.inject({
    on: /graphql/,
    status: 200,
    body: { data: null, errors: [{ type: "RATE_LIMITED", message: "wait" }] },
  });
  await expect(forge.readReactions("7", ["IC_1"])).rejects.toMatchObject({ code: "rate_limited" });
});
