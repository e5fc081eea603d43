/** Port: text to unit vectors. Throws MnemeError("unavailable" | "invalid_output"). */
export interface Embedder {
  /** Model name and version: an index made with another one is rebuilt, never mixed. */
  readonly model: string;
  readonly dimensions: number;
  embed(texts: readonly string[], purpose: "query" | "passage"): Promise<Float32Array[]>;
}
