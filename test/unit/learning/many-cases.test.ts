import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { type OpenedEpisodeLog, openEpisodeLog } from "../../../src/memory/log/sql/open-episode-log.js";
import { headerThread, learn, SCOPE, solvedThread } from "../../support/learning.js";

/** More than an experience is made of. */
const MANY = 60;
const READER = { scope: SCOPE, share: "repository" } as const;
let log: OpenedEpisodeLog;

beforeEach(async () => {
  log = await openEpisodeLog(":memory:", { now: () => Date.parse("2026-03-01T00:00:00Z") });
});
afterEach(() => log.close());

async function caseOf(number: number): Promise<{ id: string; links: unknown[] }> {
  const found = (await log.chain(SCOPE, `octo/site#${String(number)}`)).find(
    ({ kind }) => kind === "observation",
  );
  if (found === undefined) throw new Error(`no failure in thread ${String(number)}`);
  return found;
}

async function factsBeside(kind: "undo" | "link"): Promise<string[]> {
  const episodes = await log.list(READER, { limit: 10_000 });
  const facts = await log.facts(
    READER,
    episodes.map(({ id }) => id),
  );
  return facts.flatMap(({ fact }) => (fact.kind === kind ? [fact.episode] : []));
}

test("of many cases each is linked once, to the first of all; learnt again they change nothing", async () => {
  for (let n = 1; n <= MANY; n += 1) await learn(log, headerThread(n));
  const first = await caseOf(1);
  expect(first.links).toEqual([]);
  for (let n = 2; n <= MANY; n += 1)
    expect((await caseOf(n)).links).toEqual([{ type: "confirms", to: first.id }]);
  expect(await factsBeside("undo")).toEqual([]);

  const { cursor } = await log.changesSince(0, 10_000);
  const experiences = await log.experiences(READER);
  for (const n of [1, 7, 30, MANY]) await learn(log, headerThread(n));
  expect((await log.changesSince(0, 10_000)).cursor).toBe(cursor);
  expect(await log.experiences(READER)).toEqual(experiences);
});

test("where the first of many becomes known last, all are linked to it", async () => {
  for (let n = 2; n <= MANY; n += 1) await learn(log, headerThread(n));
  await learn(log, headerThread(1));
  const first = await caseOf(1);
  for (let n = 2; n <= MANY; n += 1)
    expect((await caseOf(n)).links).toEqual([{ type: "confirms", to: first.id }]);
});

test("where the first is superseded the next takes its place as soon as another case is learnt", async () => {
  for (const n of [1, 2, 3]) await learn(log, solvedThread(n));
  await learn(log, solvedThread(1, { body: "Never mind, it was something else.", comments: [] }));
  await learn(log, solvedThread(4));
  const second = await caseOf(2);
  expect(second.links).not.toContainEqual(expect.objectContaining({ type: "confirms" }));
  for (const n of [3, 4]) expect((await caseOf(n)).links).toContainEqual({ type: "confirms", to: second.id });
});

test("a link that a person took back stays away", async () => {
  for (const n of [1, 2]) await learn(log, headerThread(n));
  const { id } = await caseOf(2);
  const link = (await log.facts(READER, [id])).find(({ fact }) => fact.kind === "link");
  await log.undoFact(SCOPE, link?.id ?? "", { by: "grace", at: "2026-03-01T00:00:00Z", why: "another one" });
  for (const n of [2, 3]) await learn(log, headerThread(n));
  expect((await caseOf(2)).links).toEqual([]);
  expect(await factsBeside("undo")).toEqual([id]);
});
