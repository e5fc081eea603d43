import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { buildChain } from "../../../../src/chain/build-chain.js";
import { type BackfillState, readBackfillState } from "../../../../src/github/backfill/backfill-state.js";
import { createPageLearner } from "../../../../src/github/backfill/learn-page.js";
import { createPageReader } from "../../../../src/github/backfill/read-threads.js";
import type { Batches } from "../../../../src/memory/log/episode-log.js";
import { type OpenedEpisodeLog, openEpisodeLog } from "../../../../src/memory/log/sql/open-episode-log.js";
import type { Thread } from "../../../../src/thread/thread.js";
import { headerThread, learn, SCOPE, solvedThread } from "../../../support/learning.js";

const AT = "2026-03-01T00:00:00.000Z";
let log: OpenedEpisodeLog;

beforeEach(async () => {
  log = await openEpisodeLog(":memory:", { now: () => Date.parse(AT) });
});
afterEach(() => log.close());

function stateAt(issues: number): BackfillState {
  const began = { version: 1, since: null, started_at: AT, completed_at: null } as const;
  return { ...began, after: String(issues), issues, total: 9, calls: 1, skipped: [], window: null };
}

async function learnPage(memory: Batches, threads: readonly Thread[], state: BackfillState): Promise<void> {
  const read = createPageReader({
    buildChain: (thread) => buildChain(thread, { scope: SCOPE }),
    log: { warn: () => undefined },
  });
  const page = await read(threads, SCOPE);
  await createPageLearner({ memory, now: () => AT })(page.read, SCOPE, state);
}

/** The log, of which a page's transaction ends in the given way. */
function ending(how: "before the bookmark" | "after the commit"): Batches {
  return {
    together: async (work) => {
      const result = await log.together(async (joined) => {
        if (how === "before the bookmark")
          joined.saveBookmark = () => Promise.reject(new Error("killed before the bookmark"));
        return await work(joined);
      });
      if (how === "after the commit") throw new Error("killed after the commit");
      return result;
    },
  };
}

test("killed before its bookmark a page is not there; killed after its commit the bookmark is", async () => {
  const page = [headerThread(1), headerThread(2)];
  await expect(learnPage(ending("before the bookmark"), page, stateAt(2))).rejects.toThrow("killed before");
  expect(await log.tenants()).toEqual([]);
  expect(await readBackfillState(log, SCOPE)).toBeNull();

  await expect(learnPage(ending("after the commit"), page, stateAt(2))).rejects.toThrow("killed after");
  expect(await log.chain(SCOPE, "octo/site#2")).not.toEqual([]);
  expect(await readBackfillState(log, SCOPE)).toEqual(stateAt(2));
});

test("a page at once teaches what its threads teach one by one, and again it teaches nothing", async () => {
  const threads = Array.from({ length: 12 }, (_, n) => (n % 3 === 0 ? headerThread : solvedThread)(n + 1));
  for (let from = 0; from < 12; from += 5) await learnPage(log, threads.slice(from, from + 5), stateAt(from));
  const alone = await openEpisodeLog(":memory:", { now: () => Date.parse(AT) });
  for (const thread of threads) await learn(alone, thread);
  const paged = await remembered(log);
  expect(paged).toEqual(await remembered(alone));
  await alone.close();

  const { cursor } = await log.changesSince(0, 10_000);
  await learnPage(log, threads.slice(0, 5), stateAt(5));
  expect((await log.changesSince(0, 10_000)).cursor).toBe(cursor);
  expect(await remembered(log)).toEqual(paged);
});

/** Episodes with their facts folded in, and experiences, in one order. */
async function remembered(memory: OpenedEpisodeLog): Promise<unknown[]> {
  const { changed } = await memory.changesSince(0, 10_000);
  const episodes = changed.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const experiences = await memory.experiences({ scope: SCOPE, share: "repository" });
  return [episodes, experiences.map((one) => ({ ...one, evidence: one.evidence.toSorted() }))];
}
