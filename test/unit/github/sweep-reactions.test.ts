import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { MnemeError } from "../../../src/errors.js";
import { type SweepDeps, sweepReactions } from "../../../src/github/reactions/sweep-reactions.js";
import type { ReactionPage, ReplyReactions } from "../../../src/github/reactions/reaction-source.js";
import { type OpenedEpisodeLog, openEpisodeLog } from "../../../src/memory/log/sql/open-episode-log.js";
import { exampleRun } from "../../support/example-run.js";

const HOUR = 3_600_000;
const POSTED = Date.parse("2026-02-01T00:00:00.000Z");
let memory: OpenedEpisodeLog;
let now: number;
let calls: string[][];
let page: (ids: readonly string[]) => ReactionPage;

beforeEach(async () => {
  memory = await openEpisodeLog(":memory:");
  now = POSTED;
  calls = [];
  page = (ids) => ({ replies: new Map(ids.map((id) => [id, seen(id)])), allowance: null });
});
afterEach(() => memory.close());

function seen(node_id: string, over: Partial<ReplyReactions> = {}): ReplyReactions {
  return {
    node_id,
    url: `https://x/${node_id}`,
    repo: "o/r",
    number: 1,
    reporter: "ada",
    reactions: [],
    ...over,
  };
}

/** `record`: what else the run's record holds; most of these tests ask for no more than its reply. */
async function post(count: number, installation = "7", at = POSTED, record: object = {}): Promise<void> {
  for (let n = 0; n < count; n++) {
    const scope = { installation, repository: "1", visibility: "public" as const };
    const id = `${installation}-${at}-${n}`;
    const reply = { markdown: "", comment_id: "1", url: null, node_id: `IC_${id}` };
    await memory.saveRun(scope, id, { ...record, scope, finished_at: new Date(at).toISOString(), reply });
  }
}

function sweep(over: Partial<SweepDeps> = {}): ReturnType<typeof sweepReactions> {
  const quiet = (): void => undefined;
  return sweepReactions({
    forge: { permissionOf: () => Promise.resolve("read") },
    source: {
      readReactions: (_installation, ids) => {
        calls.push([...ids]);
        return Promise.resolve(page(ids));
      },
    },
    memory,
    catchUp: () => Promise.resolve(),
    log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    clock: () => now,
    now: () => new Date(now).toISOString(),
    ...over,
  });
}

test("each reply is looked at five times: after 1 h, 6 h, 1 d, 7 d and 30 d, a little late at most", async () => {
  await post(1);
  const looks: number[] = [];
  for (; now < POSTED + 40 * 24 * HOUR; now += now < POSTED + 8 * HOUR ? HOUR / 6 : HOUR) {
    const { looked } = await sweep();
    if (looked > 0) looks.push((now - POSTED) / HOUR);
  }
  const plan = [1, 6, 24, 168, 720];
  expect(looks).toHaveLength(5);
  for (const [index, after] of plan.entries()) {
    expect(looks[index]).toBeGreaterThanOrEqual(after);
    expect(looks[index]).toBeLessThanOrEqual(after * 1.25 + 1);
  }
}, 30_000);

test("replies wait for one another to share a call, and those of two installations do not", async () => {
  await post(3);
  await post(2, "8");
  await post(4, "7", POSTED + HOUR / 8);
  now = POSTED + HOUR;
  expect(await sweep()).toMatchObject({ calls: 0 });
  now = POSTED + 1.25 * HOUR;
  expect(await sweep()).toMatchObject({ calls: 2, looked: 9 });
  expect(calls.map((ids) => ids.length)).toEqual([7, 2]);
});

test("replies that are nearly due come along in a call that is made anyway, and need none of their own", async () => {
  await post(1);
  await post(1, "7", POSTED + HOUR / 3);
  await post(1, "7", POSTED + HOUR);
  now = POSTED + 1.25 * HOUR;
  expect(await sweep()).toMatchObject({ calls: 1, looked: 2 });
  now = POSTED + 2 * HOUR;
  expect(await sweep()).toMatchObject({ calls: 0 });
  // The third is 1.25 h old: the looks of the others after 6 h are too far away for it.
  now = POSTED + 2.25 * HOUR;
  expect(await sweep()).toMatchObject({ calls: 1, looked: 1 });
});

test("a reply that is gone is not asked for again", async () => {
  await post(2);
  page = (ids) => ({ replies: new Map(ids.slice(1).map((id) => [id, seen(id)])), allowance: null });
  now = POSTED + 2 * HOUR;
  expect(await sweep()).toMatchObject({ looked: 2 });
  now = POSTED + 8 * HOUR;
  page = (ids) => ({ replies: new Map(ids.map((id) => [id, seen(id)])), allowance: null });
  await sweep();
  expect(calls.map((ids) => ids.length)).toEqual([2, 1]);
});

test("a call that takes GitHub too long is made again in halves; one that is refused leaves the replies due", async () => {
  await post(100);
  const away = new MnemeError("unavailable", "502", { retryable: true });
  now = POSTED + 2 * HOUR;
  page = (ids) => {
    if (ids.length > 50) throw away;
    return { replies: new Map(ids.map((id) => [id, seen(id)])), allowance: null };
  };
  expect(await sweep()).toMatchObject({ calls: 3, looked: 100 });
  now = POSTED + 8 * HOUR;
  page = () => {
    throw new MnemeError("rate_limited", "wait", { retryable: true });
  };
  expect(await sweep()).toMatchObject({ calls: 1, looked: 0 });
  expect(await memory.dueReplies(now, 1000)).toHaveLength(100);
});

test("below the reserve the sweep ends, and goes on when there is more again", async () => {
  await post(1_600);
  now = POSTED + 2 * HOUR;
  page = (ids) => ({
    replies: new Map(ids.map((id) => [id, seen(id)])),
    allowance: { remaining: 2400, limit: 5000 },
  });
  expect(await sweep()).toMatchObject({ calls: 1, looked: 1_000 });
  expect(await sweep({ reserve: 0.1 })).toMatchObject({ calls: 1, looked: 600 });
}, 30_000);

test("a reply whose reactor cannot be asked about stays due; the others do not", async () => {
  await post(2, "7", POSTED, exampleRun());
  const { episode } = exampleRun().recall.recalled[0] ?? {};
  if (episode === undefined) throw new Error("a memory");
  await memory.append([{ ...episode, scope: { installation: "7", repository: "1", visibility: "public" } }]);
  now = POSTED + 2 * HOUR;
  const reactions = [{ content: "rocket" as const, by: "grace", at: new Date(POSTED).toISOString() }];
  page = (ids) => ({
    replies: new Map(ids.map((id, n) => [id, seen(id, n === 0 ? { reactions } : {})])),
    allowance: null,
  });
  const away = new MnemeError("unavailable", "502", { retryable: true });
  expect(await sweep({ forge: { permissionOf: () => Promise.reject(away) } })).toMatchObject({ looked: 1 });
  expect(await memory.dueReplies(now, 10)).toHaveLength(1);
  expect(await sweep({ forge: { permissionOf: () => Promise.resolve("admin") } })).toMatchObject({
    looked: 1,
  });
});
