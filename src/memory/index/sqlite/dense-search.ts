import { MnemeError } from "../../../errors.js";
import type { SqlCondition } from "./filter-sql.js";
import type { Statements } from "./statements.js";

/** Exact nearest neighbours by cosine over the vectors of the given partitions that pass the filter. */
export function searchDensely(
  statements: Statements,
  partitions: readonly number[],
  filter: SqlCondition,
  vector: Float32Array,
  limit: number,
): { doc: number; score: number }[] {
  const rows = statements
    .of<unknown[], { doc: number; vector: Buffer }>(
      `SELECT doc, vector FROM entries WHERE partition IN (SELECT value FROM json_each(?)) AND vector IS NOT NULL
         AND ${filter.sql}`,
    )
    .iterate(JSON.stringify(partitions), ...filter.values);
  const found: { doc: number; score: number }[] = [];
  for (const row of rows) found.push({ doc: row.doc, score: cosineOf(vector, floatsOf(row.vector)) });
  return found.sort((a, b) => b.score - a.score || a.doc - b.doc).slice(0, limit);
}

export function floatsOf(bytes: Buffer): Float32Array {
  return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2);
}

export function cosineOf(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) {
    throw new MnemeError(
      "bad_config",
      `recall index holds vectors of ${b.length} dimensions, the embedder gives ${a.length}: run "mneme memory reindex" for the new model`,
    );
  }
  let dot = 0;
  let lengthA = 0;
  let lengthB = 0;
  for (let index = 0; index < a.length; index += 1) {
    const x = a[index] ?? 0;
    const y = b[index] ?? 0;
    dot += x * y;
    lengthA += x * x;
    lengthB += y * y;
  }
  return lengthA === 0 || lengthB === 0 ? 0 : dot / Math.sqrt(lengthA * lengthB);
}
