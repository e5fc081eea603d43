import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { buildQdrantBeside } from "../../../../src/memory/index/qdrant/build-beside.js";
import { PAYLOAD_INDEXES } from "../../../../src/memory/index/qdrant/collection-schema.js";
import { QdrantRecallIndex } from "../../../../src/memory/index/qdrant/qdrant-recall-index.js";
import type { VectorSpace } from "../../../../src/memory/index/vector-space.js";
import { entry, idOf, privateScope, query, readerOf } from "../../../contract/recall-index.js";
import { QdrantStandIn, refuse } from "../../../support/qdrant-stand-in.js";

const SPACE: VectorSpace = { model: "test", dimensions: 4 };
const VECTOR = Float32Array.of(1, 0, 0, 0);

let qdrant: QdrantStandIn;
beforeEach(async () => {
  qdrant = await QdrantStandIn.open();
});
afterEach(async () => {
  await qdrant.stop();
});

function connect(changes: Partial<Parameters<typeof QdrantRecallIndex.connect>[0]> = {}): QdrantRecallIndex {
  return QdrantRecallIndex.connect({ url: qdrant.url, collection: "mneme", vectors: SPACE, ...changes });
}

function sent(method: string, path: RegExp) {
  return qdrant.requests.filter((request) => request.method === method && path.test(request.path));
}

describe("the collection", () => {
  test("is made at the first use, with an index for each field that is filtered, behind an alias", async () => {
    const index = connect();
    expect(qdrant.requests).toEqual([]);
    expect(await index.cursor()).toBe(0);
    expect([...qdrant.aliases]).toEqual([["mneme", "mneme-a"]]);
    const [made] = sent("PUT", /^\/collections\/mneme-a$/);
    expect(made?.body).toMatchObject({
      vectors: { dense: { size: 4, distance: "Cosine" } },
      sparse_vectors: { words: { modifier: "idf" }, terms: { modifier: "idf" } },
      metadata: { mneme_index: 1, model: "test" },
      strict_mode_config: { enabled: true, unindexed_filtering_retrieve: false },
    });
    expect(qdrant.collections.get("mneme-a")?.indexed).toEqual(Object.keys(PAYLOAD_INDEXES));
    const [tenant] = sent("PUT", /index$/).filter(({ body }) => body["field_name"] === "installation");
    expect(tenant?.body["field_schema"]).toEqual({ type: "keyword", is_tenant: true });
  });

  test("is taken as it is by the next process, and lacking payload indexes are made", async () => {
    await connect().upsert([entry(1)]);
    qdrant.collections.get("mneme-a")?.indexed.splice(3, 1);
    qdrant.requests.length = 0;
    await connect().upsert([entry(2)]);
    expect(sent("PUT", /^\/collections\/mneme-[ab]$/)).toEqual([]);
    expect(sent("PUT", /index$/).map(({ body }) => body["field_name"])).toEqual(["thread"]);
    expect(qdrant.pointsOf("mneme")).toEqual([idOf(1), idOf(2)]);
  });

  test("of an older version is replaced by an empty one", async () => {
    const index = connect();
    await index.upsert([entry(1)]);
    await index.setCursor(9);
    const old = qdrant.collections.get("mneme-a");
    if (old !== undefined) old.config["metadata"] = { mneme_index: 0, model: "test" };
    expect(await connect().cursor()).toBe(0);
    expect([...qdrant.collections.keys()]).toEqual(["mneme-b"]);
    expect(qdrant.aliases.get("mneme")).toBe("mneme-b");
  });

  test.each<[string, unknown, string, RegExp]>([
    ["of something else", undefined, "bad_config", /"mneme" is of something else.*QDRANT_COLLECTION/],
    ["of a newer version", { mneme_index: 99 }, "storage", /newer mneme \(version 99.*update mneme/],
    ["of another model", { mneme_index: 1, model: "m2" }, "bad_config", /m2 \(4 dim.*name test.*reindex/],
    ["without vectors", { mneme_index: 1, model: null }, "bad_config", /without an embedding.*reindex/],
  ])("%s is refused and left alone", async (_what, metadata, code, message) => {
    const config = { metadata, params: { vectors: { dense: { size: 4 } } } };
    qdrant.collections.set("mneme", { config, indexed: [], points: new Map() });
    const index = connect();
    await expect(index.prepare()).rejects.toMatchObject({ code });
    await expect(index.search(query())).rejects.toThrow(message);
    await expect(index.upsert([entry(1)])).rejects.toMatchObject({ code });
    expect(qdrant.requests.filter(({ method }) => method === "PUT" || method === "DELETE")).toEqual([]);
  });

  test("that another process made anew with another model is refused at the next catching up", async () => {
    const index = connect();
    await index.upsert([entry(1)]);
    const other = await buildQdrantBeside({ url: qdrant.url, collection: "mneme", vectors: null });
    await other.switchOver();
    await expect(index.cursor()).rejects.toThrow(/without an embedding model.*name test/);
  });

  test("that is dropped while in use is made again", async () => {
    const index = connect();
    await index.upsert([entry(1)]);
    qdrant.collections.clear();
    qdrant.aliases.clear();
    await expect(index.upsert([entry(2)])).rejects.toMatchObject({ code: "unavailable", retryable: true });
    await index.upsert([entry(2)]);
    expect(qdrant.pointsOf("mneme")).toEqual([idOf(2)]);
  });
});

describe("a reindex", () => {
  test("fills another collection and switches in one request; what was in use is dropped", async () => {
    const index = connect();
    await index.upsert([entry(1)]);
    const options = { url: qdrant.url, collection: "mneme", vectors: { model: "wide", dimensions: 8 } };
    const building = await buildQdrantBeside(options);
    await building.index.upsert([entry(2), entry(3)]);
    await building.index.setCursor(5);
    expect(qdrant.pointsOf("mneme")).toEqual([idOf(1)]);
    qdrant.requests.length = 0;
    await building.switchOver();
    expect(sent("POST", /aliases$/).map(({ body }) => body)).toEqual([
      {
        actions: [
          { delete_alias: { alias_name: "mneme" } },
          { create_alias: { alias_name: "mneme", collection_name: "mneme-b" } },
        ],
      },
    ]);
    expect([...qdrant.collections.keys()]).toEqual(["mneme-b"]);
    expect(await connect({ vectors: options.vectors }).cursor()).toBe(5);
  });

  test("that was cut off leaves the old one in use, and the next starts afresh", async () => {
    await connect().upsert([entry(1)]);
    const options = { url: qdrant.url, collection: "mneme", vectors: SPACE };
    await (await buildQdrantBeside(options)).index.upsert([entry(7)]);
    expect(qdrant.pointsOf("mneme")).toEqual([idOf(1)]);
    const again = await buildQdrantBeside(options);
    expect(qdrant.pointsOf("mneme-b")).toEqual([]);
    await again.abandon();
    expect([...qdrant.collections.keys()]).toEqual(["mneme-a"]);
  });
});

describe("what is sent", () => {
  test("each list, each look-up and each count carries the reader's scope", async () => {
    const index = connect();
    const scope = privateScope("7", "3");
    const asked = { reader: readerOf(scope), title: "valve", fingerprints: ["f"], vector: VECTOR };
    await index.search(query(asked));
    await index.count(readerOf(scope), {});
    const filters = [...sent("POST", /\/(?:query|batch|count)$/)].flatMap(({ body }) => filtersIn(body));
    expect(filters.length).toBeGreaterThanOrEqual(6);
    for (const { must } of filters) {
      expect(must).toContainEqual({ key: "installation", match: { value: "3" } });
      expect(must).toContainEqual({
        should: [
          { key: "visibility", match: { value: "public" } },
          { key: "repository", match: { value: "7" } },
        ],
      });
    }
  });

  test("a search is one query: lists fused, then scored by a formula", async () => {
    await connect().search(query({ title: "valve", fingerprints: ["f"], vector: VECTOR, limit: 20 }));
    const queries = sent("POST", /\/points\/query$/);
    expect(queries).toHaveLength(1);
    const body = queries[0]?.body as { prefetch: { prefetch: { using?: string }[] } };
    expect(body).toMatchObject({ prefetch: { query: { fusion: "rrf" } }, query: { formula: {} }, limit: 40 });
    expect(body.prefetch.prefetch.map(({ using }) => using)).toEqual(["words", "dense", undefined]);
  });

  test("rarity is counted over what the reader may see, where the server can", async () => {
    await connect().search(query());
    expect(JSON.stringify(sent("POST", /\/points\/query$/))).not.toContain("corpus");
    qdrant.version = "1.19.2";
    await connect().search(query());
    expect(JSON.stringify(sent("POST", /\/points\/query$/).at(-1))).toContain('"idf":{"corpus":{"must":');
  });

  test("writes wait, in batches; texts are not among what is written", async () => {
    await connect().upsert(Array.from({ length: 130 }, (_, number) => entry(number, { title: "secretive" })));
    const writes = sent("PUT", /points$/);
    expect(writes.map(({ body }) => (body["points"] as unknown[]).length)).toEqual([100, 30]);
    expect(JSON.stringify(writes)).not.toContain("secretive");
  });

  test("an address with a path and a key is used as it stands", async () => {
    qdrant.answer = (request) => {
      request.path = request.path.replace(/^\/vectors/, "");
      return null;
    };
    await connect({ url: `${qdrant.url}/vectors/`, apiKey: "k-1" }).upsert([entry(1)]);
    expect(qdrant.requests.every(({ headers }) => headers["api-key"] === "k-1")).toBe(true);
    expect(qdrant.pointsOf("mneme")).toEqual([idOf(1)]);
  });

  test("vectors of another size are refused before they are sent", async () => {
    const index = connect();
    const short = Float32Array.of(1, 0);
    await expect(index.upsert([entry(1, { vector: short })])).rejects.toThrow(
      /2 dimensions.*takes 4.*reindex/,
    );
    await expect(index.search(query({ vector: short }))).rejects.toMatchObject({ code: "bad_config" });
    const broken = index.upsert([entry(1, { vector: Float32Array.of(1, NaN, 0, 0) })]);
    await expect(broken).rejects.toMatchObject({ code: "invalid_output" });
  });
});

describe("a server that", () => {
  test("is too old is refused with its version", async () => {
    qdrant.version = "1.15.4";
    await expect(connect().prepare()).rejects.toMatchObject({ code: "bad_config" });
    await expect(connect().search(query())).rejects.toThrow(/Qdrant 1\.15\.4 is too old.*1\.16 or later/);
  });

  test.each([
    ["a page", "text/html", "<html>Welcome</html>"],
    ["JSON of something else", "application/json", JSON.stringify({ version: { number: "8.1.0" } })],
  ])("is none, and answers with %s, is refused with its address", async (_name, type, body) => {
    qdrant.answer = (_request, response) => {
      response.writeHead(200, { "content-type": type }).end(body);
      return "answered";
    };
    const searched = connect().search(query());
    await expect(searched).rejects.toMatchObject({ code: "bad_config" });
    await expect(searched).rejects.toThrow(/127\.0\.0\.1:\d+ is no Qdrant: check QDRANT_URL/);
  });

  test("cannot be reached is unavailable, with its address", async () => {
    await qdrant.stop();
    const searched = connect().search(query());
    await expect(searched).rejects.toMatchObject({ code: "unavailable", retryable: true });
    await expect(searched).rejects.toThrow(/127\.0\.0\.1.*cannot be reached.*QDRANT_URL/);
  });

  test("hangs is given up", async () => {
    qdrant.answer = () => "answered";
    await expect(connect({ timeoutMs: 100 }).search(query())).rejects.toThrow(/did not answer in time/);
  });

  test.each([
    [401, "bad_config", false, /refuses the key \(Invalid API key\).*QDRANT_API_KEY/],
    [429, "unavailable", true, /429|Too Many/],
    [500, "unavailable", true, /Service internal error/],
    [400, "internal", false, /refused.*Wrong input: x/],
  ])("answers %i", async (status, code, retryable, message) => {
    const reason = { 401: "Invalid API key", 500: "Service internal error" }[status] ?? "Wrong input: x";
    qdrant.answer = (_request, response) => {
      response.setHeader("retry-after", "37");
      return refuse(response, status, reason);
    };
    const searched = connect().search(query());
    await expect(searched).rejects.toMatchObject({ code, retryable });
    await expect(searched).rejects.toThrow(message);
  });

  test("takes a write without having done it in time is tried again", async () => {
    qdrant.answer = (request, response) => {
      if (request.method !== "PUT" || !request.path.endsWith("points")) return null;
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ result: { operation_id: 1, status: "wait_timeout" } }));
      return "answered";
    };
    await expect(connect().upsert([entry(1)])).rejects.toMatchObject({
      code: "unavailable",
      retryable: true,
    });
  });
});

interface Filtered {
  must?: unknown[];
}

/** Every `filter` in a request, however deep. */
function filtersIn(value: unknown): Filtered[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "filter" ? [inner as Filtered] : filtersIn(inner),
  );
}
