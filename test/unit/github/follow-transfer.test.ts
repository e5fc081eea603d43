import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { buildChain } from "../../../src/chain/build-chain.js";
import type { BackfillState } from "../../../src/github/backfill/backfill-state.js";
import { createPageLearner } from "../../../src/github/backfill/learn-page.js";
import { createNoticeHandler } from "../../../src/github/handle-notice.js";
import { rememberedNote } from "../../../src/github/commands/remembered-note.js";
import { type Notice, queueOfNotice, readNotices } from "../../../src/github/notices.js";
import { RecordedForge } from "../../../src/github/recorded/recorded-forge.js";
import type { Job } from "../../../src/jobs/queue.js";
import { openEpisodeLog, type OpenedEpisodeLog } from "../../../src/memory/log/sql/open-episode-log.js";
import type { Episode } from "../../../src/memory/episode.js";
import type { Scope } from "../../../src/memory/scope.js";
import { runMarker } from "../../../src/reply/marker.js";
import type { Comment, Thread } from "../../../src/thread/thread.js";
import { exampleRun } from "../../support/example-run.js";
import { exampleThread, exampleTrigger } from "../../support/examples.js";
import { ScriptedPlaces } from "../../support/places.js";
import { eventPayload } from "../../support/webhooks.js";

const FROM: Scope = { installation: "5", repository: "42", visibility: "public" };
const TO: Scope = { installation: "5", repository: "43", visibility: "public" };
const [OLD, NEW] = ["octo/site#7", "octo/docs#12"];
const [OLD_URL, NEW_URL] = [
  "https://github.com/octo/site/issues/7",
  "https://github.com/octo/docs/issues/12",
];
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
    forge: new ScriptedPlaces().on(forge),
    memory,
    queue: { enqueue: () => Promise.resolve("enqueued") },
    buildChain: (thread, scope, origin) => buildChain(thread, { scope, origin: origin ?? undefined }),
    catchUp: () => Promise.resolve(),
    suspensions: { refuseSuspended: () => Promise.resolve(), set: () => Promise.resolve(0) },
    onArrival: null,
    log: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
    now: () => new Date(at),
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
  const kinds = [];
  for await (const { type } of memory.exportRecords(null)) kinds.push(type);
  expect(kinds).not.toContain("forgotten");
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

describe("comments have new ids where an issue is transferred to", () => {
  const at = (minute: number): string => `2026-01-03T00:0${String(minute)}:00.000Z`;
  const said = (id: string, where: Thread, minute: number, body: string, author = "grace"): Comment => ({
    ...{ id, author, author_role: author === "mneme[bot]" ? "bot" : "maintainer", body },
    ...{ created_at: at(minute), edited_at: null, minimized: false },
    url: `${where.source_url}#issuecomment-${id}`,
  });
  const ADVICE = "Install it with `apt-get install node-gyp`, that fixed it here.";
  const BEFORE: Thread = {
    ...GONE,
    comments: [
      said("1", GONE, 1, ADVICE),
      said("2", GONE, 2, "/mneme remember use Node 24"),
      said("3", GONE, 3, "```\nbash: cmake: command not found\n```"),
      said("4", GONE, 4, "/mneme diagnose", "ada"),
    ],
  };
  const THERE = { ...ARRIVED, source_url: "https://github.com/octo/docs/issues/12" };
  const answer = `The answer.\n${runMarker(exampleRun().run_id)}`;
  const AFTER: Thread = {
    ...THERE,
    comments: [
      said("21", THERE, 1, ADVICE),
      said("22", THERE, 2, "/mneme remember use Node 24"),
      said("24", THERE, 4, "/mneme diagnose", "ada"),
      said("25", THERE, 5, answer, "mneme[bot]"),
    ],
  };

  beforeEach(async () => {
    forge.add(BEFORE);
    await handle(sync({ scope: FROM, repo: "octo/site", number: 7 }));
    const trigger = exampleTrigger({ comment_id: "2", command: "remember", by: "grace", at: at(2) });
    await memory.append([rememberedNote(trigger, "use Node 24", BEFORE.comments[1]?.url ?? "")]);
    const run = exampleRun({ scope: FROM, thread: OLD, started_at: at(4), finished_at: at(5) });
    run.trigger = exampleTrigger({ comment_id: "4", at: at(4) });
    run.reply = { markdown: "", comment_id: "5", url: `${OLD_URL}#issuecomment-5`, node_id: "IC_5" };
    await memory.saveRun(FROM, run.run_id, run);
    for (const { id, provenance } of await memory.chain(FROM, OLD))
      if (["1", "2"].includes(provenance.comment_id ?? "")) await gild(id);
    forge = new RecordedForge([AFTER]);
    forge.findOwnComment = ({ number }, marker) =>
      Promise.resolve(
        number === 12 && answer.includes(marker)
          ? { id: "25", url: `${NEW_URL}#issuecomment-25`, body: answer, node_id: "IC_25" }
          : null,
      );
  });

  async function gild(episode: string): Promise<void> {
    const gold = { by: "grace", at: at(5), permalink: `${OLD_URL}#issuecomment-5` };
    await memory.addFact(FROM, { kind: "gold", episode, gold }, { by: "grace", at: at(5), why: "🚀" });
  }

  test("gold, notes and advice from them go along under the new ids; what was deleted does not", async () => {
    const before = await memory.chain(FROM, OLD);
    await handle(moved());
    const after = await memory.chain(TO, NEW);
    const left = before.filter(({ provenance }) => provenance.comment_id !== "3");
    expect(after.map(({ id }) => id).sort()).toEqual(left.map(({ id }) => id).sort());
    const golden = after.filter(({ gold }) => gold !== undefined);
    expect(new Set(golden.map(({ provenance }) => provenance.comment_id))).toEqual(new Set(["21", "22"]));
    expect(golden.some(({ tags }) => tags.includes("remembered"))).toBe(true);
    expect(golden[0]?.gold?.permalink).toBe(`${NEW_URL}#issuecomment-25`);
    expect(after.filter(({ status }) => status === "superseded")).toEqual([]);
    expect(after.every(({ provenance }) => provenance.url.startsWith(NEW_URL))).toBe(true);
    await handle(moved());
    await handle(sync(place));
    expect((await memory.chain(TO, NEW)).map(({ id }) => id)).toEqual(after.map(({ id }) => id));
  });

  test("the run is answered to where the issue is now: its reply's reactions are read there", async () => {
    await handle(moved());
    const [run] = await memory.runs({ scope: TO, thread: NEW });
    expect(run).toMatchObject({
      trigger: { comment_id: "24" },
      reply: { comment_id: "25", url: `${NEW_URL}#issuecomment-25`, node_id: "IC_25" },
    });
    const due = await memory.dueReplies(Date.parse("2026-06-01T00:00:00Z"), 10);
    expect(due.map(({ node_id }) => node_id)).toEqual(["IC_25"]);
  });

  test("transferred twice, they are known by the ids that they had at first", async () => {
    await handle(moved());
    const once = await memory.chain(TO, NEW);
    const third = { repo: "octo/wiki", number: 3, scope: { ...TO, repository: "44" } };
    const WIKI = {
      ...AFTER,
      repo: "octo/wiki",
      number: 3,
      source_url: "https://github.com/octo/wiki/issues/3",
    };
    const comments = AFTER.comments.map((one) => ({ ...one, id: `3${one.id}` }));
    forge = new RecordedForge([{ ...WIKI, comments }]);
    await handle({ ...moved(third), scope: TO, repo: "octo/docs", number: 12 } as Notice);
    await handle(sync(third));
    const twice = await memory.chain(third.scope, "octo/wiki#3");
    expect(twice.map(({ id, gold }) => [id, gold?.by])).toEqual(once.map(({ id, gold }) => [id, gold?.by]));
    expect(new Set(twice.flatMap(({ provenance }) => provenance.comment_id ?? []))).toEqual(
      new Set(["321", "322", "324"]),
    );
  });
});

test("an issue of which nothing is known is not taken up by its transfer", async () => {
  transfer();
  await handle(moved());
  expect(await memory.chain(TO, NEW)).toEqual([]);
  await handle(sync(place));
  const begun = await memory.chain(TO, NEW);
  await handle(moved());
  expect(await memory.chain(TO, NEW)).toEqual(begun);
});

test("where the new place turned private or public meanwhile, it is remembered for its readers of now", async () => {
  await learnOld();
  forge = new RecordedForge([{ ...ARRIVED, is_private: true }]);
  await handle(moved());
  const visibilities = (await memory.chain(TO, NEW)).map(({ scope }) => scope.visibility);
  expect(new Set(visibilities)).toEqual(new Set(["private"]));
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
