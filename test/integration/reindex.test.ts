import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { addMemoryCommand } from "../../src/cli/commands/memory.js";
import { SqliteRecallIndex } from "../../src/memory/index/sqlite/sqlite-recall-index.js";
import { openEpisodeLog } from "../../src/memory/log/sql/open-episode-log.js";
import { EmbeddingServer } from "../support/embedding-server.js";
import { episodeOf } from "../support/episodes.js";
import { QdrantStandIn } from "../support/qdrant-stand-in.js";
import { runCommand } from "../support/run-command.js";

const NAMES = [
  "MNEME_DATA",
  "QDRANT_URL",
  "QDRANT_COLLECTION",
  "DATABASE_URL",
  "MNEME_EMBEDDING_BASE_URL",
  "MNEME_EMBEDDING_MODEL",
] as const;

let folder: string;
let before: (string | undefined)[];
beforeEach(() => {
  before = NAMES.map((name) => process.env[name]);
  for (const name of NAMES) Reflect.deleteProperty(process.env, name);
  folder = mkdtempSync(join(tmpdir(), "mneme-reindex-"));
  process.env["MNEME_DATA"] = folder;
});
afterEach(() => {
  NAMES.forEach((name, place) => {
    const value = before[place];
    if (value === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = value;
  });
  rmSync(folder, { recursive: true, force: true });
});

/** Runs `mneme memory … --json` as the environment says. */
async function memory<T>(...words: string[]): Promise<T> {
  const { printed } = await runCommand(addMemoryCommand, ["memory", ...words, "--json"]);
  return JSON.parse(printed) as T;
}

interface Found {
  recalled: { episode: { thread: string }; reasons: { signal: string }[] }[];
  degraded: string[];
}

async function remember(...threads: number[]): Promise<void> {
  const log = await openEpisodeLog(join(folder, "mneme.db"));
  await log.append(
    threads.map((number) =>
      episodeOf({ thread: `acme/widgets#${number}`, summary: `valve${number} is stuck` }),
    ),
  );
  await log.close();
}

function useModel(server: EmbeddingServer, model: string): void {
  process.env["MNEME_EMBEDDING_BASE_URL"] = server.url;
  process.env["MNEME_EMBEDDING_MODEL"] = model;
}

test("an index of one model is not used with another; reindex makes it anew", async () => {
  await using server = await EmbeddingServer.open();
  await remember(1, 2, 3);
  expect((await memory<Found>("search", "valve2")).recalled[0]?.episode.thread).toBe("acme/widgets#2");

  useModel(server, "words-8");
  await expect(memory("search", "valve2")).rejects.toThrow(
    /index\.db was made without an embedding model.*openai:words-8 \(8 dimensions\).*mneme memory reindex/,
  );
  expect(await memory("reindex")).toMatchObject({ indexed: 3, model: "openai:words-8" });
  const found = await memory<Found>("search", "valve2");
  expect(found.recalled[0]?.episode.thread).toBe("acme/widgets#2");
  expect(found.recalled[0]?.reasons.map(({ signal }) => signal)).toContain("dense");
  expect(found.degraded).toEqual([]);

  useModel(server, "words-16");
  await expect(memory("search", "valve2")).rejects.toMatchObject({ code: "bad_config" });
  expect(await memory("reindex")).toMatchObject({ indexed: 3 });
  expect((await memory<Found>("search", "valve2")).recalled[0]?.episode.thread).toBe("acme/widgets#2");
});

test("a process that has the index open goes on with the new one, and what is written meanwhile is in it", async () => {
  await using server = await EmbeddingServer.open();
  await remember(1, 2);
  await memory("reindex");
  const open = SqliteRecallIndex.open(join(folder, "index.db"));
  const reader = { scope: episodeOf().scope, share: "repository" } as const;
  expect(await open.count(reader, {})).toBe(2);
  useModel(server, "words-8");
  server.onRequest = async () => {
    server.onRequest = () => Promise.resolve();
    await remember(3);
  };
  await memory("reindex");
  expect((await memory<Found>("search", "valve3")).recalled[0]?.episode.thread).toBe("acme/widgets#3");
  expect(await open.count(reader, {})).toBe(3);
  await open.close();
  expect(existsSync(join(folder, "index.db.building"))).toBe(false);
});

test("one that cannot be built leaves the old one in use", async () => {
  await using server = await EmbeddingServer.open();
  await remember(1, 2);
  await memory("search", "valve1");
  useModel(server, "words-8");
  server.onRequest = ({ input }) =>
    input[0] === "canary" ? Promise.resolve() : server[Symbol.asyncDispose]();
  await expect(memory("reindex")).rejects.toThrow(
    /could not be built.*embedding server.*the old one stays in use/,
  );
  Reflect.deleteProperty(process.env, "MNEME_EMBEDDING_BASE_URL");
  expect((await memory<Found>("search", "valve1")).recalled[0]?.episode.thread).toBe("acme/widgets#1");
}, 20_000);

test("onto Qdrant and its settings; another store than the configured one keeps its own index", async () => {
  await using qdrant = await QdrantStandIn.open();
  await remember(1, 2, 3);
  process.env["QDRANT_URL"] = qdrant.url;
  process.env["QDRANT_COLLECTION"] = "team-memory";
  expect(await memory("reindex")).toMatchObject({ index: `${qdrant.url} (team-memory)`, indexed: 3 });
  expect(qdrant.aliases.get("team-memory")).toBe("team-memory-a");
  expect(qdrant.pointsOf("team-memory")).toHaveLength(3);
  await memory("reindex");
  expect([...qdrant.collections.keys()]).toEqual(["team-memory-b"]);

  const other = join(folder, "other.db");
  await memory("add", "a pump leaks", "--thread", "acme/pumps#1", "--store", other);
  await memory("search", "pump", "--store", other);
  expect(existsSync(`${other}.index`)).toBe(true);
  expect(qdrant.pointsOf("team-memory")).toHaveLength(3);
});

test("with Qdrant away, memory is listed, searched by words, changed and erased; the index follows later", async () => {
  const qdrant = await QdrantStandIn.open();
  await remember(1, 2, 3);
  process.env["QDRANT_URL"] = qdrant.url;
  await memory("reindex");
  await qdrant.stop();
  const found = await memory<Found>("search", "valve2");
  expect(found.recalled[0]?.episode.thread).toBe("acme/widgets#2");
  expect(found.degraded.join(" ")).toMatch(/cannot be reached.*index down/);
  await memory("wipe", "--thread", "acme/widgets#1", "--yes");
  expect(await memory<unknown[]>("list")).toHaveLength(2);
  await qdrant.start();
  await memory("search", "valve2");
  expect(qdrant.pointsOf("mneme")).toHaveLength(2);
  await qdrant.stop();
});
