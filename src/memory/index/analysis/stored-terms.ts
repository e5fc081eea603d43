import type { TermVector } from "./term-vector.js";

/** A document's term vector as bytes: hashes (4 each), title counts, text counts, then the two lengths. */
export function encodeTerms(vector: TermVector): Buffer {
  const count = vector.terms.length;
  const bytes = Buffer.alloc(count * 6 + 8);
  vector.terms.forEach((term, index) => bytes.writeUInt32LE(term, index * 4));
  bytes.set(vector.title, count * 4);
  bytes.set(vector.text, count * 5);
  bytes.writeUInt32LE(vector.titleLength, count * 6);
  bytes.writeUInt32LE(vector.textLength, count * 6 + 4);
  return bytes;
}

export function decodeTerms(bytes: Buffer): TermVector {
  const count = (bytes.length - 8) / 6;
  return {
    terms: readWords(bytes, count),
    title: bytes.subarray(count * 4, count * 5),
    text: bytes.subarray(count * 5, count * 6),
    titleLength: bytes.readUInt32LE(count * 6),
    textLength: bytes.readUInt32LE(count * 6 + 4),
  };
}

/** A view over the bytes, copied only where they do not lie on a 32-bit boundary. */
function readWords(bytes: Buffer, count: number): Uint32Array {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : Buffer.from(new Uint8Array(bytes).buffer);
  return new Uint32Array(aligned.buffer, aligned.byteOffset, count);
}
