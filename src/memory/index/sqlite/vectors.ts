import { MnemeError } from "../../../errors.js";

export function floatsOf(bytes: Uint8Array): Float32Array {
  return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2);
}

/** Null where one of the two has no length. */
export function cosineOf(a: Float32Array, b: Float32Array): number | null {
  if (a.length !== b.length) throw wrongDimensions(b.length, a.length);
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
  return lengthA === 0 || lengthB === 0 ? null : dot / Math.sqrt(lengthA * lengthB);
}

export function wrongDimensions(held: number, given: number): MnemeError {
  return new MnemeError(
    "bad_config",
    `recall index holds vectors of ${held} dimensions, the embedder gives ${given}: run "mneme memory reindex" for the new model`,
  );
}
