import { expect, test } from "@jest/globals";
import { Indexer } from "../../src/memory/index/catch-up.js";
import { QdrantRecallIndex } from "../../src/memory/index/qdrant/qdrant-recall-index.js";
import { openEpisodeLog } from "../../src/memory/log/sql/open-episode-log.js";
import type { Episode } from "../../src/memory/episode.js";
import { createRecall } from "../../src/recall/create-recall.js";
import { toIndexEntry } from "../../src/recall/index-entry.js";
import { queryFromWords } from "../../src/recall/query-from-chain.js";
import { episodeOf } from "../support/episodes.js";
import { QdrantStandIn } from "../support/qdrant-stand-in.js";

const plain = (text: string) => text;
const query = queryFromWords({
  reader: { scope: episodeOf().scope, share: "repository" },
  thread: "acme/widgets#99",
  title: "pressure valve stuck",
  before: null,
  limit: 5,
});

function about(number: number, topic: string): Episode {
  return episodeOf({ thread: `acme/widgets#${number}`, summary: `${topic}\nit is about ${topic}` });
}

test("a Qdrant that goes away and returns: writes go on, recall says so, the index catches up", async () => {
  await using qdrant = await QdrantStandIn.open();
  const log = await openEpisodeLog(":memory:");
  const index = QdrantRecallIndex.connect({ url: qdrant.url, collection: "mneme", vectors: null });
  const indexer = new Indexer({ index, log, embedder: null, toEntry: (one) => toIndexEntry(one, plain) });
  const recall = createRecall({ index, log, embedder: null, now: Date.now, abstract: plain });
  const topics = ["tax", "rain", "tea", "sand", "glue", "rope"];
  await log.append(topics.map((topic, number) => about(number, topic)));
  expect(await indexer.catchUp()).toEqual({ indexed: 6, removed: 0, behind: null });

  await qdrant.stop();
  const valve = about(50, "pressure valve stuck");
  await log.append([valve]);
  await log.erase(
    valve.scope,
    { thread: "acme/widgets#0" },
    { by: "mona", at: "2026-01-01T00:00:00Z", why: "" },
  );
  const behind = await indexer.catchUp();
  expect(behind).toMatchObject({ indexed: 0, removed: 0 });
  expect(behind.behind).toMatch(/Qdrant at http:\/\/127.*cannot be reached/);
  const degraded = await recall.recall(query);
  expect(degraded.recalled.map(({ episode }) => episode.id)).toEqual([valve.id]);
  expect(degraded.degraded).toMatch(/index down, searched the log of record by words \(Qdrant at .*reached/);

  await qdrant.start();
  expect(await indexer.catchUp()).toEqual({ indexed: 1, removed: 1, behind: null });
  const held = topics.slice(1).map((topic, number) => about(number + 1, topic).id);
  expect(qdrant.pointsOf("mneme").sort()).toEqual([...held, valve.id].sort());
  expect((await recall.recall(query)).degraded).toBeNull();
  await log.close();
});

test("a Qdrant that refuses one batch gets it again, and nothing is passed over", async () => {
  await using qdrant = await QdrantStandIn.open();
  const log = await openEpisodeLog(":memory:");
  const index = QdrantRecallIndex.connect({ url: qdrant.url, collection: "mneme", vectors: null });
  const indexer = new Indexer({ index, log, embedder: null, toEntry: (one) => toIndexEntry(one, plain) });
  const episodes = Array.from({ length: 320 }, (_, number) => about(number, `topic${number}`));
  await log.append(episodes);
  let writes = 0;
  qdrant.answer = (request, response) => {
    if (request.method !== "PUT" || !request.path.endsWith("/points") || (writes += 1) !== 3) return null;
    response.writeHead(503, { "content-type": "application/json" }).end("{}");
    return "answered";
  };
  expect((await indexer.catchUp()).behind).toMatch(/failed with 503/);
  expect(qdrant.pointsOf("mneme").length).toBeLessThan(episodes.length);
  expect((await indexer.catchUp()).behind).toBeNull();
  expect(qdrant.pointsOf("mneme").sort()).toEqual(episodes.map(({ id }) => id).sort());
  await log.close();
});
