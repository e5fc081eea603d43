import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export interface EmbeddingRequest {
  model: string;
  input: string[];
}

/**
 * An OpenAI-compatible server on loopback whose vectors are counts of words: near where words are shared. The number behind
 * the model's name is its dimensions ("words-16").
 */
export class EmbeddingServer implements AsyncDisposable {
  readonly requests: EmbeddingRequest[] = [];
  /** Before each answer. */
  onRequest: (request: EmbeddingRequest) => Promise<void> = () => Promise.resolve();
  private readonly server: Server;

  private constructor(server: Server) {
    this.server = server;
  }

  static async open(): Promise<EmbeddingServer> {
    const server = createServer();
    const embedding = new EmbeddingServer(server);
    server.on("request", (request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const asked = JSON.parse(Buffer.concat(chunks).toString("utf8")) as EmbeddingRequest;
        embedding.requests.push(asked);
        void embedding.onRequest(asked).then(() => {
          const dimensions = Number(asked.model.split("-")[1]);
          const data = asked.input.map((text, index) => ({ index, embedding: countWords(text, dimensions) }));
          response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ data }));
        });
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return embedding;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }
}

function countWords(text: string, dimensions: number): number[] {
  const counts = new Array<number>(dimensions).fill(0.01);
  for (const word of text.toLowerCase().match(/\w+/g) ?? []) {
    const place = Array.from(word).reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % dimensions;
    counts[place] = (counts[place] ?? 0) + 1;
  }
  return counts;
}
