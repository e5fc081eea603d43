import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { ModelClient } from "../../src/planning/llm/model-client.js";
import { DEFAULT_MODEL_SETTINGS, type ModelSettings } from "../../src/planning/llm/model-settings.js";

export interface ModelRequest {
  model: string;
  messages: { role: string; content: string }[];
  response_format?: { type: string; json_schema?: { strict: boolean; schema: Record<string, unknown> } };
  max_tokens?: number;
  max_completion_tokens?: number;
}

/** Answers one request. Whatever it leaves open stays open until the server is closed. */
export type Responder = (response: ServerResponse, request: ModelRequest) => void;

/** A real HTTP server on loopback that plays a script in the OpenAI protocol, and fails what is not scripted. */
export class ModelServer implements AsyncDisposable {
  readonly requests: ModelRequest[] = [];
  readonly unexpected: string[] = [];
  private readonly server: Server;
  private readonly script: Responder[];

  private constructor(server: Server, script: readonly Responder[]) {
    this.server = server;
    this.script = [...script];
  }

  static async open(script: readonly Responder[]): Promise<ModelServer> {
    const server = createServer();
    const model = new ModelServer(server, script);
    server.on("request", (request, response) => {
      void model.respond(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return model;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  get unused(): number {
    return this.script.length;
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString("utf8")) as ModelRequest;
    this.requests.push(body);
    const next = this.script.shift();
    if (next === undefined || request.url !== "/v1/chat/completions") {
      this.unexpected.push(request.url ?? "");
      response.writeHead(599).end();
      return;
    }
    next(response, body);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

function sendJson(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

export interface CompletionChanges {
  finish_reason?: string;
  refusal?: string;
  usage?: { prompt_tokens: number; completion_tokens: number } | null;
}

/** A completion with this text. */
export function says(content: string | null, changes: CompletionChanges = {}): Responder {
  return (response) => {
    sendJson(response, 200, {
      id: "c1",
      object: "chat.completion",
      choices: [
        {
          index: 0,
          finish_reason: changes.finish_reason ?? "stop",
          message: {
            role: "assistant",
            content,
            ...(changes.refusal === undefined ? {} : { refusal: changes.refusal }),
          },
        },
      ],
      ...(changes.usage === null
        ? {}
        : { usage: changes.usage ?? { prompt_tokens: 1_000, completion_tokens: 100 } }),
    });
  };
}

export function saysPlan(plan: unknown): Responder {
  return says(JSON.stringify({ plan }));
}

export function fails(status: number, message: string, headers: Record<string, string> = {}): Responder {
  return (response) =>
    sendJson(response, status, { error: { message, type: "error", param: null, code: null } }, headers);
}

export function sendsHtml(): Responder {
  return (response) =>
    response.writeHead(200, { "content-type": "text/html" }).end("<html><body>Sign in</body></html>");
}

export function sendsBrokenJson(): Responder {
  return (response) =>
    response.writeHead(200, { "content-type": "application/json" }).end('{"choices": [{"mess');
}

/** Any body as it is. */
export function sends(body: string | Buffer, headers: Record<string, string>, status = 200): Responder {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
  };
}

/** One byte now and then, and never an end. */
export function drips(): Responder {
  return (response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const drip = setInterval(() => response.write(" "), 20);
    response.on("close", () => clearInterval(drip));
  };
}

/** Headers at once, half a body, then nothing. */
export function stallsMidBody(): Responder {
  return (response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.write('{"choices": [');
  };
}

export function hangsUp(): Responder {
  return (response) => response.destroy();
}

/** A client of this server whose calls cost 1 and 10 dollars a million tokens. */
export function clientOf(server: ModelServer, changes: Partial<ModelSettings> = {}): ModelClient {
  return new ModelClient({
    ...DEFAULT_MODEL_SETTINGS,
    base_url: server.url,
    model: "scripted",
    usd_per_million_prompt: 1,
    usd_per_million_completion: 10,
    ...changes,
  });
}
