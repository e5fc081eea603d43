import { afterEach, expect, test } from "@jest/globals";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { OpenAiEmbedder } from "../../../src/embedding/openai/openai-embedder.js";

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

interface Asked {
  input: string[];
  encoding_format?: string;
}

type Answer = (asked: Asked, no: number) => { status?: number; body: unknown };

/** A server on this machine that answers as told; gives its address and what it was asked. */
async function serve(answer: Answer): Promise<{ baseUrl: string; asked: Asked[] }> {
  const asked: Asked[] = [];
  server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString()));
    request.on("end", () => {
      const body = JSON.parse(text) as Asked;
      asked.push(body);
      const { status = 200, body: reply } = answer(body, asked.length);
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(reply));
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked };
}

function vectors(input: string[], vector = [3, 4, 0]) {
  return { data: input.map((_, index) => ({ object: "embedding", index, embedding: vector })).reverse() };
}

test("asks for floats, in batches, and gives unit vectors in order", async () => {
  const { baseUrl, asked } = await serve(({ input }) => ({
    body: { data: input.map((text, index) => ({ index, embedding: [text.length, 1, 0] })).reverse() },
  }));
  const embedder = await OpenAiEmbedder.open({ baseUrl, model: "m" });
  expect(embedder).toMatchObject({ model: "openai:m", dimensions: 3 });
  const made = await embedder.embed(Array.from({ length: 130 }, (_, index) => "x".repeat(index)));
  expect(made).toHaveLength(130);
  expect(made[100]?.[0]).toBeCloseTo(100 / Math.hypot(100, 1));
  expect(asked.map(({ input }) => input.length)).toEqual([1, 64, 64, 2]);
  expect(asked.every(({ encoding_format }) => encoding_format === "float")).toBe(true);
  expect(asked.every(({ input }) => input.every((text) => text !== ""))).toBe(true);
});

test.each<[string, Answer, RegExp]>([
  ["zeros", ({ input }) => ({ body: vectors(input, [0, 0]) }), /vector of zeros/],
  ["no vectors", () => ({ body: { data: [] } }), /not 1 vectors/],
  ["something else", () => ({ body: { error: "no such model" } }), /not 1 vectors/],
])("a server that answers %s is found at the start", async (_what, answer, message) => {
  const { baseUrl } = await serve(answer);
  const opening = OpenAiEmbedder.open({ baseUrl, model: "m" });
  await expect(opening).rejects.toMatchObject({ code: "invalid_output" });
  await expect(opening).rejects.toThrow(message);
});

test("vectors that change their size are refused", async () => {
  const { baseUrl } = await serve(({ input }, no) => ({
    body: vectors(input, no === 1 ? [1, 0] : [1, 0, 0]),
  }));
  const embedder = await OpenAiEmbedder.open({ baseUrl, model: "m" });
  await expect(embedder.embed(["a"])).rejects.toThrow(/3 dimensions where it gave 2/);
});

test("tries again after a failure, and not after a refusal", async () => {
  const flaky = await serve(({ input }, no) =>
    no < 3 ? { status: 503, body: {} } : { body: vectors(input) },
  );
  await OpenAiEmbedder.open({ baseUrl: flaky.baseUrl, model: "m", backOffMs: 1 });
  expect(flaky.asked).toHaveLength(3);
  server?.close();
  const closed = await serve(() => ({ status: 401, body: { error: { message: "no key" } } }));
  const opening = OpenAiEmbedder.open({ baseUrl: closed.baseUrl, model: "m", backOffMs: 1 });
  await expect(opening).rejects.toMatchObject({ code: "unavailable", retryable: false });
  expect(closed.asked).toHaveLength(1);
});
