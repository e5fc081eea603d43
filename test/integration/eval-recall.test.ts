import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { addEvalCommand } from "../../src/cli/commands/eval.js";
import { EmbeddingServer } from "../support/embedding-server.js";
import { missingQdrant } from "../support/qdrant.js";
import { QdrantStandIn } from "../support/qdrant-stand-in.js";
import { describeWith } from "../support/require.js";
import { runCommand } from "../support/run-command.js";

const TOPICS = ["valve", "pump", "gasket", "spring", "sensor", "motor", "cable", "fuse"];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "mneme-eval-"));
  const created = (day: number) => new Date(Date.UTC(2024, 0, day)).toISOString();
  const first = TOPICS.map((topic, number) => ({
    id: `a${number}`,
    title: `${topic} stuck`,
    body: `the ${topic} of engine ${topic}${number} does not move`,
    created: created(number + 1),
  }));
  const second = TOPICS.map((topic, number) => ({
    id: `b${number}`,
    title: `${topic} does not move`,
    body: `since noon the ${topic} is stuck`,
    created: created(number + 20),
  }));
  const queries = second.map(({ id }, number) => ({ id, cluster_earlier: [`a${number}`] }));
  const lines = (values: unknown[]) => values.map((value) => JSON.stringify(value)).join("\n");
  writeFileSync(join(folder, "corpus.jsonl"), lines([...first, ...second]));
  writeFileSync(join(folder, "queries.jsonl"), lines(queries));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Runs `mneme eval recall … --json` with these settings. */
async function evaluate(
  settings: Record<string, string>,
  ...words: string[]
): Promise<Record<string, number>> {
  const before = { ...process.env };
  Object.assign(process.env, settings);
  try {
    const { printed } = await runCommand(addEvalCommand, ["eval", "recall", folder, "--json", ...words]);
    return JSON.parse(printed) as Record<string, number>;
  } finally {
    process.env = before;
  }
}

test("by words alone, with the plain baseline", async () => {
  const figures = await evaluate({}, "--baseline", "bm25");
  expect(figures).toMatchObject({ n: 8, recall_at_1: 1, recall_at_10: 1, mrr: 1, ratio: 1 });
  expect(Object.keys(figures)).toEqual(
    expect.arrayContaining(["recall_at_5", "p50_ms", "p95_ms", "index_seconds"]),
  );
});

test("with the model of a server that speaks OpenAI's protocol", async () => {
  await using server = await EmbeddingServer.open();
  const settings = { MNEME_EMBEDDING_BASE_URL: server.url, MNEME_EMBEDDING_MODEL: "words-32" };
  expect(await evaluate(settings, "--embedder", "openai")).toMatchObject({ n: 8, recall_at_5: 1 });
  const asked = server.requests.flatMap(({ input }) => input);
  // Two reports that are remembered, and one that is asked about.
  expect(asked.filter((text) => text.startsWith("valve"))).toHaveLength(3);
  await evaluate(settings, "--embedder", "openai", "--model", "words-64");
  expect(server.requests.at(-1)?.model).toBe("words-64");
});

test("says what a choice needs", async () => {
  await expect(evaluate({}, "--embedder", "openai")).rejects.toThrow(/needs MNEME_EMBEDDING_BASE_URL/);
  await expect(evaluate({}, "--embedder", "local")).rejects.toThrow(/needs --model FOLDER/);
  await expect(evaluate({ QDRANT_URL: "" }, "--store", "qdrant")).rejects.toThrow(/needs QDRANT_URL/);
});

test("uses a collection of its own on Qdrant, and leaves none behind", async () => {
  await using qdrant = await QdrantStandIn.open();
  await evaluate({ QDRANT_URL: qdrant.url }, "--store", "qdrant");
  const written = qdrant.requests.filter(({ path, method }) => method === "PUT" && path.endsWith("/points"));
  expect(written.every(({ path }) => path.startsWith("/collections/mneme-eval-"))).toBe(true);
  expect(written.length).toBeGreaterThan(0);
  expect([...qdrant.collections.keys()]).toEqual([]);
});

describeWith("qdrant", missingQdrant, "eval recall on Qdrant", () => {
  test("finds the same as SQLite", async () => {
    const url = process.env["QDRANT_URL"] ?? "";
    expect(await evaluate({ QDRANT_URL: url }, "--store", "qdrant")).toMatchObject({
      n: 8,
      recall_at_1: 1,
      mrr: 1,
    });
  });
});
