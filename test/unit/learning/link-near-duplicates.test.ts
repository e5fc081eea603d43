import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { Embedder } from "../../../src/embedding/embedder.js";
import { linkNearDuplicates } from "../../../src/learning/link-near-duplicates.js";
import type { Episode } from "../../../src/memory/episode.js";
import { Indexer } from "../../../src/memory/index/catch-up.js";
import { SqliteRecallIndex } from "../../../src/memory/index/sqlite/sqlite-recall-index.js";
import { type OpenedEpisodeLog, openEpisodeLog } from "../../../src/memory/log/sql/open-episode-log.js";
import { toIndexEntry } from "../../../src/recall/index-entry.js";
import { makeEpisode, PUBLIC_SCOPE } from "../../support/log-episodes.js";

const READER = { scope: PUBLIC_SCOPE, share: "repository" } as const;
let log: OpenedEpisodeLog;
let index: SqliteRecallIndex;
let indexer: Indexer;

beforeEach(async () => {
  log = await openEpisodeLog(":memory:");
  index = SqliteRecallIndex.open(":memory:");
  indexer = new Indexer({
    index,
    log,
    embedder: byDegrees,
    toEntry: (episode) => toIndexEntry(episode, (text) => text),
    onIndexed: async (indexed) => await linkNearDuplicates(indexed, index, log),
  });
});
afterEach(async () => {
  await index.close();
  await log.close();
});

/** A text that names an angle points there: cos 23° = .9205, cos 24° = .9135. */
const byDegrees: Embedder = {
  model: "degrees",
  dimensions: 2,
  embed: async (texts) =>
    await Promise.resolve(
      texts.map((text) => {
        const angle = (Number(/at (\d+) degrees/.exec(text)?.[1] ?? 90) * Math.PI) / 180;
        return Float32Array.of(Math.cos(angle), Math.sin(angle));
      }),
    ),
};

function report(number: number, degrees: number, over: Partial<Episode> = {}): Episode {
  return makeEpisode({
    thread: `acme/widgets#${number}`,
    summary: `valve leaks at ${degrees} degrees`,
    symptoms: [],
    created_at: `2026-01-0${number}T00:00:00.000Z`,
    ...over,
  });
}

async function linksOf(...episodes: Episode[]): Promise<string[][]> {
  const found = await log.get(
    READER,
    episodes.map(({ id }) => id),
  );
  return found.map(({ links }) => links.map(({ type, to }) => `${type} ${to}`));
}

test("a report that says the same is linked to the earlier one, and only to such", async () => {
  const [first, same, unlike] = [report(1, 0), report(2, 23), report(3, 47)];
  const aboutElse = report(4, 0, { entities: [{ kind: "package", value: "other" }] });
  const elsewhere = report(5, 0, { scope: { ...PUBLIC_SCOPE, repository: "7" } });
  await log.append([first, same, unlike, aboutElse, elsewhere]);
  await indexer.catchUp();
  expect(await linksOf(first, same, unlike, aboutElse, elsewhere)).toEqual([
    [],
    [`confirms ${first.id}`],
    [],
    [],
    [],
  ]);
});

test("whichever becomes known first, the later one is linked, and once", async () => {
  const [first, same] = [report(1, 0), report(2, 10)];
  await log.append([same]);
  await indexer.catchUp();
  await log.append([first]);
  await indexer.catchUp();
  const { cursor } = await log.changesSince(0, 1000);
  await index.setCursor(0);
  await indexer.catchUp();
  expect(await linksOf(first, same)).toEqual([[], [`confirms ${first.id}`]]);
  expect((await log.changesSince(0, 1000)).cursor).toBe(cursor);
});

test("a link that a person took back stays away", async () => {
  const [first, same] = [report(1, 0), report(2, 10)];
  await log.append([first, same]);
  await indexer.catchUp();
  const [fact] = await log.facts(READER, [same.id]);
  const by = { by: "grace", at: "2026-02-01T00:00:00.000Z", why: "another valve" };
  expect(await log.undoFact(PUBLIC_SCOPE, fact?.id ?? "", by)).toBe(true);
  await index.setCursor(0);
  await indexer.catchUp();
  expect(await linksOf(same)).toEqual([[]]);
});
