import type { Database } from "better-sqlite3";
import { load } from "sqlite-vec";
import { cosineOf, floatsOf } from "./vectors.js";

/**
 * Gives a connection `vec_distance_cosine(a, b)` over blobs of 32-bit floats: 1 - cosine, null where one has no length.
 * By sqlite-vec; where it has no build for the platform, or that does not load, by a function of our own that gives
 * the same and takes four times as long.
 */
export function addVectorFunctions(database: Database, loadExtension: typeof load = load): void {
  try {
    loadExtension(database);
  } catch {
    database.function("vec_distance_cosine", { deterministic: true }, (a: unknown, b: unknown) =>
      a instanceof Uint8Array && b instanceof Uint8Array ? distanceOf(floatsOf(a), floatsOf(b)) : null,
    );
  }
}

function distanceOf(a: Float32Array, b: Float32Array): number | null {
  const cosine = cosineOf(a, b);
  return cosine === null ? null : 1 - cosine;
}
