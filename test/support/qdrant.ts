import { randomUUID } from "node:crypto";
import { afterAll } from "@jest/globals";
import { QdrantRecallIndex } from "../../src/memory/index/qdrant/qdrant-recall-index.js";
import type { VectorSpace } from "../../src/memory/index/vector-space.js";
import { DIMENSIONS } from "../contract/recall-index.js";

const url = process.env["QDRANT_URL"];
const version = url === undefined ? null : await versionOf(url);

/** Why there is no Qdrant to test with; null where there is one. */
export const missingQdrant =
  url === undefined ? "QDRANT_URL is not set" : version === null ? `no Qdrant answers at ${url}` : null;

/** Before 1.19 how rare a word is was counted over a whole collection. */
export const qdrantStatistics = Number(version?.split(".")[1] ?? 0) >= 19 ? "scoped" : "shared";

const made = new Set<string>();

/** An index on the server that QDRANT_URL names, in a collection of its own that goes with the tests. */
export async function openTestQdrant(
  collection = newCollectionName(),
  vectors: VectorSpace | null = { model: "test", dimensions: DIMENSIONS },
): Promise<QdrantRecallIndex> {
  const index = QdrantRecallIndex.connect(testQdrantOptions(collection, vectors));
  await index.prepare();
  return index;
}

export function testQdrantOptions(collection: string, vectors: VectorSpace | null) {
  return { url: url ?? "", apiKey: process.env["QDRANT_API_KEY"], timeoutMs: 60_000, collection, vectors };
}

export function newCollectionName(): string {
  const name = `mneme-test-${randomUUID()}`;
  made.add(name);
  return name;
}

export async function askQdrant(method: string, path: string, body?: unknown): Promise<Response> {
  const key = process.env["QDRANT_API_KEY"];
  return await fetch(new URL(path, url), {
    method,
    headers: { "content-type": "application/json", ...(key === undefined ? {} : { "api-key": key }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

afterAll(async () => {
  for (const name of made) {
    for (const side of ["a", "b"]) await askQdrant("DELETE", `/collections/${name}-${side}`);
  }
}, 60_000);

async function versionOf(server: string): Promise<string | null> {
  try {
    const answer = (await (await fetch(server)).json()) as { version?: string };
    return answer.version ?? null;
  } catch {
    return null;
  }
}
