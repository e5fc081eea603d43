import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Body = Record<string, unknown>;

export interface QdrantRequest {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  body: Body;
}

interface Collection {
  config: Body;
  indexed: string[];
  points: Map<string, Body>;
}

interface Point extends Body {
  id: string;
}

/**
 * What a Qdrant server keeps, without anything that it ranks or filters: collections, aliases, points by id. Searches
 * find nothing here. For what is sent, and for what happens when the server is away or refuses.
 */
export class QdrantStandIn implements AsyncDisposable {
  readonly requests: QdrantRequest[] = [];
  readonly collections = new Map<string, Collection>();
  readonly aliases = new Map<string, string>();
  version = "1.17.0";
  /** Answers in the place of the server; null lets it answer itself. */
  answer: (request: QdrantRequest, response: ServerResponse) => "answered" | null = () => null;
  private server: Server | null = null;
  private port = 0;

  static async open(): Promise<QdrantStandIn> {
    const qdrant = new QdrantStandIn();
    await qdrant.start();
    return qdrant;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Again at the same port after `stop`, with all that it held. */
  async start(): Promise<void> {
    const server = createServer((request, response) => {
      void this.serve(request, response);
    });
    this.server = server;
    await new Promise<void>((resolve) => server.listen(this.port, "127.0.0.1", resolve));
    this.port = (server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    const { server } = this;
    this.server = null;
    server?.closeAllConnections();
    await new Promise<void>((resolve) => (server === null ? resolve() : server.close(() => resolve())));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  /** The points that the name holds, without the one of the cursor. */
  pointsOf(name: string): string[] {
    const points = this.collections.get(this.aliases.get(name) ?? name)?.points ?? new Map<string, Body>();
    return [...points].filter(([, { payload }]) => !("cursor" in (payload as Body))).map(([id]) => id);
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString("utf8");
    const { method = "", url = "", headers } = request;
    const body = (text === "" ? {} : JSON.parse(text)) as Body;
    const asked = { method, path: url.split("?")[0] ?? "", headers, body };
    this.requests.push(asked);
    if (this.answer(asked, response) !== null) return;
    const result = asked.path === "/" ? null : this.result(asked);
    if (result === undefined) refuse(response, 404, `Not found: ${asked.path} doesn't exist!`);
    else send(response, 200, result === null ? { title: "qdrant", version: this.version } : { result });
  }

  /** Undefined where there is nothing of the kind. */
  private result({ method, path, body }: QdrantRequest): unknown {
    const [, , first = "", ...rest] = path.split("/");
    if (path === "/aliases") return { aliases: [...this.aliases].map(([alias_name, collection_name]) => ({ alias_name, collection_name })) }; // prettier-ignore
    if (first === "aliases") return this.changeAliases(body);
    if (rest.length === 0 && method === "PUT") return this.make(first, body);
    if (rest.length === 0 && method === "DELETE") return this.collections.delete(first);
    const collection = this.collections.get(this.aliases.get(first) ?? first);
    return collection === undefined
      ? undefined
      : inCollection(collection, `${method} ${rest.join("/")}`, body);
  }

  private make(name: string, { metadata, vectors }: Body): boolean {
    const config = { metadata, params: { vectors } };
    this.collections.set(name, { config, indexed: [], points: new Map() });
    return true;
  }

  private changeAliases({ actions }: Body): boolean {
    for (const action of actions as Record<string, { alias_name: string; collection_name: string }>[]) {
      const { delete_alias: gone, create_alias: made } = action;
      if (gone !== undefined) this.aliases.delete(gone.alias_name);
      if (made !== undefined) this.aliases.set(made.alias_name, made.collection_name);
    }
    return true;
  }
}

function inCollection({ config, indexed, points }: Collection, what: string, body: Body): unknown {
  const done = { operation_id: 1, status: "completed" };
  switch (what) {
    case "GET ":
      return { config, payload_schema: Object.fromEntries(indexed.map((field) => [field, {}])) };
    case "PUT index":
      indexed.push(String(body["field_name"]));
      return done;
    case "PUT points":
      for (const point of body["points"] as Point[]) points.set(point.id, point);
      return done;
    case "POST points":
      return (body["ids"] as string[]).flatMap((id) => points.get(id) ?? []);
    case "POST points/delete":
      for (const id of body["points"] as string[]) points.delete(id);
      return done;
    case "POST points/count":
      return { count: 0 };
    case "POST points/query":
      return { points: [] };
    case "POST points/query/batch":
      return (body["searches"] as unknown[]).map(() => ({ points: [] }));
    default:
      return undefined;
  }
}

/** As the server refuses: the reason is in the body. */
export function refuse(response: ServerResponse, status: number, error: string): "answered" {
  send(response, status, { status: { error }, time: 0 });
  return "answered";
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
