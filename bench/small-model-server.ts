import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** What is used of `node-llama-cpp`, which is no dependency of this project: a folder that holds it is given. */
interface LlamaModule {
  getLlama(options: { gpu: false; build: "never" }): Promise<Llama>;
  LlamaChatSession: new (options: { contextSequence: unknown; systemPrompt: string }) => ChatSession;
}
interface Llama {
  loadModel(options: { modelPath: string }): Promise<Model>;
  createGrammarForJsonSchema(schema: unknown): Promise<unknown>;
}
interface Model {
  tokenize(text: string): readonly unknown[];
  createContext(options: { contextSize: number; threads: number }): Promise<Context>;
}
interface Context extends AsyncDisposable {
  getSequence(): unknown;
}
interface ChatSession {
  promptWithMeta(
    text: string,
    options: { maxTokens: number; temperature: number; repeatPenalty: object; grammar?: unknown },
  ): Promise<{ responseText: string; stopReason: string }>;
}

interface Request {
  messages: { role: "system" | "user" | "assistant"; content: string }[];
  max_tokens: number;
  response_format?: { type: string; json_schema?: { schema: unknown } };
}

const CONTEXT_TOKENS = 8_192;
/** Its threads wait for each other by spinning: on a machine that has other work, one is many times faster than two. */
const THREADS = 1;
/** Small models repeat themselves: less likely is what was just said. */
const REPEAT_PENALTY = { penalty: 1.2, lastTokens: 64 };
/** What a grammar lets a string or a list grow to, so that an answer ends before its limit of tokens. */
const BOUNDS = { string: { maxLength: 240 }, array: { maxItems: 3 } };

/** Serves one GGUF file over the OpenAI protocol on loopback, one request at a time, held to the schema by a grammar. */
export async function serveModel(
  ggufFile: string,
  llamaFolder: string,
): Promise<{ url: string; close(): void }> {
  const path = createRequire(join(llamaFolder, "package.json")).resolve("node-llama-cpp");
  const module = (await import(pathToFileURL(path).href)) as LlamaModule;
  const llama = await module.getLlama({ gpu: false, build: "never" });
  const model = await llama.loadModel({ modelPath: ggufFile });
  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => {
      response.writeHead(500, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: { message: String(error) } }));
    });
  });

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { messages, max_tokens, response_format } = await readRequest(incoming);
    const system = messages.find(({ role }) => role === "system")?.content ?? "";
    const talk = messages
      .filter(({ role }) => role !== "system")
      .map(({ role, content }) => `${role}: ${content}`);
    await using context = await model.createContext({ contextSize: CONTEXT_TOKENS, threads: THREADS });
    const session = new module.LlamaChatSession({
      contextSequence: context.getSequence(),
      systemPrompt: system,
    });
    const schema = response_format?.json_schema?.schema;
    const grammar =
      schema === undefined ? undefined : await llama.createGrammarForJsonSchema(asGrammar(schema));
    const { responseText, stopReason } = await session.promptWithMeta(talk.join("\n\n"), {
      maxTokens: max_tokens,
      temperature: 0,
      repeatPenalty: REPEAT_PENALTY,
      ...(grammar === undefined ? {} : { grammar }),
    });
    response.writeHead(200, { "content-type": "application/json" });
    response.end(
      JSON.stringify({
        choices: [
          {
            finish_reason: stopReason === "maxTokens" ? "length" : "stop",
            message: { role: "assistant", content: responseText },
          },
        ],
        usage: {
          prompt_tokens: model.tokenize(`${system}\n${talk.join("\n\n")}`).length,
          completion_tokens: model.tokenize(responseText).length,
        },
      }),
    );
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function readRequest(incoming: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString("utf8")) as Request;
}

/** The grammar builder knows `oneOf` only; strings and lists are bounded. */
function asGrammar(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(asGrammar);
  if (typeof schema !== "object" || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, value]) => [
    key === "anyOf" ? "oneOf" : key,
    asGrammar(value),
  ]);
  const node = Object.fromEntries(entries) as Record<string, unknown>;
  if (node["type"] === "string" && !("enum" in node)) return { ...node, ...BOUNDS.string };
  return node["type"] === "array" ? { ...node, ...BOUNDS.array } : node;
}
