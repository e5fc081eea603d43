import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Embedder } from "../embedding/embedder.js";

const KEY_BYTES = 16;

/** Keeps vectors in a folder, one file a model, so that a measurement can be repeated without the model's time. */
export class CachedEmbedder implements Embedder {
  readonly model: string;
  readonly dimensions: number;
  private readonly inner: Embedder;
  private readonly path: string;
  private readonly known = new Map<string, Float32Array>();

  constructor(inner: Embedder, folder: string) {
    this.inner = inner;
    this.model = inner.model;
    this.dimensions = inner.dimensions;
    this.path = join(folder, `${inner.model.replace(/\W+/g, "-")}.vectors`);
  }

  static open(inner: Embedder, folder: string): CachedEmbedder {
    mkdirSync(folder, { recursive: true });
    const cache = new CachedEmbedder(inner, folder);
    cache.load();
    return cache;
  }

  async embed(texts: readonly string[], purpose: "query" | "passage"): Promise<Float32Array[]> {
    const keys = texts.map((text) => keyOf(text, purpose));
    const missing = texts.map((_, place) => place).filter((place) => !this.known.has(keys[place] ?? ""));
    if (missing.length > 0) {
      const made = await this.inner.embed(
        missing.map((place) => texts[place] ?? ""),
        purpose,
      );
      made.forEach((vector, index) => this.keep(keys[missing[index] ?? -1] ?? "", vector));
    }
    return keys.map((key) => this.known.get(key) ?? new Float32Array(this.dimensions));
  }

  private keep(key: string, vector: Float32Array): void {
    this.known.set(key, vector);
    appendFileSync(
      this.path,
      Buffer.concat([Buffer.from(key, "hex"), Buffer.from(new Float32Array(vector).buffer)]),
    );
  }

  private load(): void {
    if (!existsSync(this.path)) return;
    const bytes = readFileSync(this.path);
    const size = KEY_BYTES + this.dimensions * 4;
    for (let start = 0; start + size <= bytes.length; start += size) {
      const key = bytes.subarray(start, start + KEY_BYTES).toString("hex");
      const vector = new Float32Array(this.dimensions);
      vector.forEach((_, place) => (vector[place] = bytes.readFloatLE(start + KEY_BYTES + place * 4)));
      this.known.set(key, vector);
    }
  }
}

function keyOf(text: string, purpose: string): string {
  return createHash("sha256")
    .update(`${purpose}\n${text}`)
    .digest("hex")
    .slice(0, KEY_BYTES * 2);
}
