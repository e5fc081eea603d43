import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { buildChain } from "../../../src/chain/build-chain.js";
import type { BackfillState } from "../../../src/github/backfill/backfill-state.js";
import { createPageLearner } from "../../../src/github/backfill/learn-page.js";
import { createNoticeHandler } from "../../../src/github/handle-notice.js";
import { type Notice, queueOfNotice, readNotices } from "../../../src/github/notices.js";
import { RecordedForge } from "../../../src/github/recorded/recorded-forge.js";
import type { Job } from "../../../src/jobs/queue.js";
import { openEpisodeLog, type OpenedEpisodeLog } from "../../../src/memory/log/sql/open-episode-log.js";
import type { Episode } from "../../../src/memory/episode.js";
import type { Scope } from "../../../src/memory/scope.js";
import type { Thread } from "../../../src/thread/thread.js";
import { exampleRun } from "../../support/example-run.js";
import { exampleThread } from "../../support/examples.js";
import { eventPayload } from "../../support/webhooks.js";

const FROM: Scope = { installation: "5", repository: "42", visibility: "public" };
const TO: Scope = { installation: "5", repository: "43", visibility: "public" };
const [OLD, NEW] = ["octo/site#7", "octo/docs#12"];
const FAILS = 'It fails:\n```\nnpm error code EBADENGINE\nnpm error notsup Required: {"node":">=24"}\n```';
const GONE: Thread = exampleThread({ body: FAILS });
const ARRIVED: Thread = { ...GONE, repo: "octo/docs", number: 12 };
const at = "2026-02-01T00:00:00.000Z";

const STATE: BackfillState = {
  version: 1,
  after: null,
  since: null,
  started_at: at,
  completed_at: null,
  issues: 1,
  total: 1,
  calls: 1,
  skipped: [],
  window: null,
};

let memory: OpenedEpisodeLog;
let forge: RecordedForge;

beforeEach(async () => {
  memory = await openEpisodeLog(":memory:");
  forge = new RecordedForge();
});

afterEach(() => memory.close());

async function handle(notice: Notice): Promise<void> {
  const handler = createNoticeHandler({
    forge,
    memory,
    buildChain: (thread, scope, origin) => buildChain(thread, { scope, origin: origin ?? undefined }),
    catchUp: () => Promise.resolve(),
    suspensions: { refuseSuspended: () => Promise.resolve(), set: () => Promise.resolve(0) },
    onArrival: null,
    log: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
    now: () => at,
  });
  await handler({ id: "1", key: "delivery", payload: notice } as Job, new AbortController().signal);
}

const place = { repo: "octo/docs", number: 12, scope: TO };

const moved = (to = place, from = FROM): Notice => ({
  kind: "moved",
  scope: from,
  repo: "octo/site",
  number: 7,
  to,
  by: "grace",
  why: "issues.transferred",
});

const sync = (where: { scope: Scope; repo: string; number: number }): Notice => ({
  kind: "sync",
  ...where,
  why: "issues.closed",
  learn: true,
});

/** The thread is known where it was, one of its episodes is gold, and mneme answered in it. */
async function learnOld(scope = FROM): Promise<Episode[]> {
  forge.add(GONE);
  await handle(sync({ scope, repo: "octo/site", number: 7 }));
  const [first] = await memory.chain(scope, OLD);
  const gold = { by: "grace", at, permalink: "https://github.com/octo/site/issues/7" };
  await memory.addFact(
    scope,
    { kind: "gold", episode: first?.id ?? "", gold },
    { by: "grace", at, why: "asked" },
  );
  await memory.saveRun(scope, "run-1", { ...exampleRun(), run_id: "run-1", thread: OLD, scope });
  return await memory.chain(scope, OLD);
}

function transfer(): void {
  forge = new RecordedForge([ARRIVED]);
}

test("the event names the old place and the new one; without the new one memory is erased", () => {
  const read = (changes: object | undefined): Notice[] => {
    const payload = eventPayload("issues", "transferred", {
      repo: "octo/site",
      repoId: 42,
      number: 7,
      installation: 5,
    });
    return readNotices({ id: "d", name: "issues", payload: { ...payload, changes } }, { slug: "mneme" });
  };
  const repository = { id: 43, full_name: "octo/docs", private: true };
  const [notice] = read({ new_issue: { number: 12 }, new_repository: repository });
  expect(notice).toMatchObject({
    kind: "moved",
    repo: "octo/site",
    number: 7,
    to: { repo: "octo/docs", number: 12, scope: { ...TO, visibility: "private" } },
  });
  expect(notice === undefined ? "" : queueOfNotice(notice)).toBe("thread:42#7");
  expect(read(undefined)).toMatchObject([{ kind: "erase", what: { thread: OLD } }]);
});

test("all that is known goes along: the same episodes with their gold, and the runs; nothing stays, nothing is there twice", async () => {
  const before = await learnOld();
  expect(before.some(({ gold }) => gold !== undefined)).toBe(true);
  transfer();
  await handle(moved());
  const plain = (episodes: readonly Episode[]): unknown[] =>
    episodes.map(({ id, summary, gold, status }) => ({ id, summary, gold, status }));
  const after = await memory.chain(TO, NEW);
  expect(plain(after)).toEqual(plain(before));
  expect(new Set(after.map(({ scope, thread }) => `${scope.repository} ${thread}`))).toEqual(
    new Set([`43 ${NEW}`]),
  );
  expect(await memory.chain(FROM, OLD)).toEqual([]);
  expect(await memory.run(FROM, "run-1")).toBeNull();
  expect(await memory.run(TO, "run-1")).toMatchObject({ thread: NEW, scope: TO });

  await handle(moved());
  await handle(sync(place));
  await createPageLearner({ memory, now: () => at })(
    [{ thread: ARRIVED, chain: buildChain(ARRIVED, { scope: TO }) }],
    TO,
    STATE,
  );
  expect(plain(await memory.chain(TO, NEW))).toEqual(plain(before));
});

test("heard of at its new place first, it ends alike", async () => {
  const before = await learnOld();
  transfer();
  await handle(sync(place));
  await handle(moved());
  expect((await memory.chain(TO, NEW)).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
});

test("transferred once more, it is still what it was", async () => {
  const before = await learnOld();
  transfer();
  await handle(moved());
  const third = { repo: "octo/wiki", number: 3, scope: { ...TO, repository: "44" } };
  forge = new RecordedForge([{ ...ARRIVED, repo: "octo/wiki", number: 3 }]);
  await handle({ ...moved(third), scope: TO, repo: "octo/docs", number: 12 } as Notice);
  await handle(sync(third));
  expect((await memory.chain(third.scope, "octo/wiki#3")).map(({ id }) => id)).toEqual(
    before.map(({ id }) => id),
  );
  expect(await memory.chain(TO, NEW)).toEqual([]);
});

test("where mneme is not installed it is forgotten", async () => {
  await learnOld();
  forge = new RecordedForge();
  await handle(moved());
  expect(await memory.chain(FROM, OLD)).toEqual([]);
  expect(await memory.chain(TO, NEW)).toEqual([]);
});

test("what was private is never told where more people read", async () => {
  const closed: Scope = { ...FROM, visibility: "private" };
  await learnOld(closed);
  transfer();
  await handle(moved(place, closed));
  expect(await memory.chain(closed, OLD)).toEqual([]);
  expect(await memory.chain(TO, NEW)).toEqual([]);
});

test("an outage keeps everything for another try", async () => {
  const before = await learnOld();
  transfer();
  const read = forge.readThread.bind(forge);
  forge.readThread = () => Promise.reject(new Error("502"));
  await expect(handle(moved())).rejects.toThrow("502");
  expect(await memory.chain(FROM, OLD)).toHaveLength(before.length);
  forge.readThread = read;
  await handle(moved());
  expect(await memory.chain(TO, NEW)).toHaveLength(before.length);
});
