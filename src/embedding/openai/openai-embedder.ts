import OpenAI from "openai";
import { messageOf, MnemeError } from "../../errors.js";
import type { Embedder } from "../embedder.js";
import { toUnit } from "../unit-vector.js";

/** Inputs of one request; servers take up to 2,048, small ones far fewer. */
const BATCH = 64;
const TIMEOUT_MS = 60_000;
const RETRIES = 2;

export interface OpenAiEmbedderOptions {
  baseUrl: string;
  /** Many local servers want none. */
  apiKey?: string | undefined;
  model: string;
  /** First wait before a further try, in milliseconds; it doubles. Default 500. */
  backOffMs?: number;
}

/** Embeddings of any server that speaks OpenAI's protocol. */
export class OpenAiEmbedder implements Embedder {
  readonly model: string;
  readonly dimensions: number;
  private readonly client: OpenAI;
  private readonly options: OpenAiEmbedderOptions;

  private constructor(client: OpenAI, options: OpenAiEmbedderOptions, dimensions: number) {
    this.client = client;
    this.options = options;
    this.model = `openai:${options.model}`;
    this.dimensions = dimensions;
  }

  /** Asks the server once, so that one that answers nonsense is found at the start and not in the index. */
  static async open(options: OpenAiEmbedderOptions): Promise<OpenAiEmbedder> {
    const client = new OpenAI({
      baseURL: options.baseUrl,
      apiKey: options.apiKey ?? "none",
      organization: null,
      project: null,
      maxRetries: 0,
    });
    const [canary] = await new OpenAiEmbedder(client, options, 0).request(["canary"]);
    return new OpenAiEmbedder(client, options, canary?.length ?? 0);
  }

  async embed(texts: readonly string[]): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (let start = 0; start < texts.length; start += BATCH) {
      // Servers refuse an empty input.
      const batch = texts.slice(start, start + BATCH).map((text) => (text.trim() === "" ? "-" : text));
      vectors.push(...(await this.request(batch)));
    }
    return vectors;
  }

  private async request(batch: string[]): Promise<Float32Array[]> {
    const { backOffMs = 500 } = this.options;
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.ask(batch);
      } catch (error) {
        const failure = this.explain(error);
        if (!failure.retryable || attempt === RETRIES) throw failure;
        await new Promise((resolve) => setTimeout(resolve, backOffMs * 2 ** attempt));
      }
    }
  }

  private async ask(batch: string[]): Promise<Float32Array[]> {
    const response = await this.client.embeddings.create(
      // Without "float" the client reads numbers as base64, and gives short vectors of zeros.
      { model: this.options.model, input: batch, encoding_format: "float" },
      // The client's own time limit ends with the headers.
      { signal: AbortSignal.timeout(TIMEOUT_MS) },
    );
    const data: unknown = response.data;
    if (!Array.isArray(data) || data.length !== batch.length)
      throw this.invalid(`not ${batch.length} vectors`);
    const inOrder = [...response.data].sort((a, b) => a.index - b.index);
    return inOrder.map(({ embedding }) => this.check(embedding));
  }

  private check(embedding: unknown): Float32Array {
    if (!Array.isArray(embedding) || embedding.length === 0) throw this.invalid("no numbers in a vector");
    const vector = toUnit(embedding as number[]);
    if (!vector.every(Number.isFinite)) throw this.invalid("a vector with values that are no numbers");
    if (vector.every((value) => value === 0)) throw this.invalid("a vector of zeros");
    if (this.dimensions !== 0 && vector.length !== this.dimensions) {
      throw this.invalid(`a vector of ${vector.length} dimensions where it gave ${this.dimensions} before`);
    }
    return vector;
  }

  private invalid(what: string): MnemeError {
    return new MnemeError(
      "invalid_output",
      `embedding model ${this.options.model} at ${this.options.baseUrl} answered ${what}: check the model's name and that the server embeds`,
    );
  }

  private explain(error: unknown): MnemeError {
    if (error instanceof MnemeError) return error;
    const status = error instanceof OpenAI.APIError ? Number(error.status ?? 0) : 0;
    const refused = status >= 400 && status < 500 && status !== 408 && status !== 429;
    return new MnemeError(
      "unavailable",
      `embedding server ${this.options.baseUrl} ${refused ? "refused" : "failed"}: ${messageOf(error)}`,
      { retryable: !refused, cause: error },
    );
  }
}
