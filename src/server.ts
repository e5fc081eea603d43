import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { MnemeError } from "./errors.js";
import { readBody } from "./http/read-body.js";

/** GitHub sends nothing larger. */
export const MAX_BODY_BYTES = 25 * 1024 * 1024;

export const WEBHOOK_PATH = "/api/github/webhooks";

/** Answers a request, or gives false to leave it to the next. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<boolean> | boolean;

export interface ServerOptions {
  host: string;
  port: number;
  handlers: readonly Handler[];
  /** What keeps the server from being ready, in words; empty where nothing does. */
  notReady: () => Promise<string[]>;
  onError: (error: unknown) => void;
}

export interface RunningServer {
  /** "http://127.0.0.1:3000" */
  url: string;
  /** Takes no more requests and waits for those at work. */
  stop(): Promise<void>;
}

export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const server = createServer({ requestTimeout: 60_000, headersTimeout: 15_000 }, (request, response) => {
    answer(request, response, options).catch((error: unknown) => {
      options.onError(error);
      // What went wrong is for the log: the answer tells a stranger nothing.
      if (!response.headersSent) respond(response, 500, "something went wrong");
    });
  });
  await listen(server, options);
  const { address, port, family } = server.address() as AddressInfo;
  return {
    url: `http://${family === "IPv6" ? `[${address}]` : address}:${String(port)}`,
    stop: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      await closed;
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { handlers, notReady }: ServerOptions,
): Promise<void> {
  const path = (request.url ?? "/").split("?")[0];
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (isRead && path === "/healthz") {
    respond(response, 200, "ok");
    return;
  }
  if (isRead && path === "/readyz") {
    const reasons = await notReady();
    respond(response, reasons.length === 0 ? 200 : 503, reasons.length === 0 ? "ok" : reasons.join("; "));
    return;
  }
  if (path === WEBHOOK_PATH && request.method === "POST" && !(await admit(request, response))) return;
  for (const handler of handlers) if (await handler(request, response)) return;
  respond(response, 404, "not found");
}

/** Reads the body of a delivery up to GitHub's own limit: the signature check behind this would read any length. */
async function admit(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  if (request.headers["x-hub-signature-256"] === undefined) {
    refuse(response, 401, "a signature is required");
    return false;
  }
  const rawBody = await readBody(request, MAX_BODY_BYTES);
  if (rawBody === null) {
    refuse(response, 413, "the body is too large");
    return false;
  }
  // Where Octokit's webhook middleware looks for a body that was read before it.
  Object.assign(request, { body: {}, rawBody });
  return true;
}

/** Without waiting for the rest of a body that nobody wants. */
function refuse(response: ServerResponse, status: number, text: string): void {
  response.setHeader("connection", "close");
  respond(response, status, text);
}

export function respond(response: ServerResponse, status: number, text: string): void {
  response
    .writeHead(status, { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" })
    .end(`${text}\n`);
}

async function listen(server: Server, { host, port }: ServerOptions): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const remedy = error.code === "EADDRINUSE" ? "it is in use: set PORT" : "set HOST and PORT";
      reject(
        new MnemeError("bad_config", `cannot listen on ${host}:${String(port)}: ${remedy}`, { cause: error }),
      );
    });
    server.listen(port, host, resolve);
  });
}
