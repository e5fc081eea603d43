/**
 * One posting is 32 bits: the document's place in its block (16), its term frequency in the title (8) and in
 * the text (8). A block holds the postings of one term for up to BLOCK_SIZE neighbouring documents, in no order.
 */
export const BLOCK_BITS = 13;
export const BLOCK_SIZE = 1 << BLOCK_BITS;

export function encodePosting(offset: number, title: number, text: number): number {
  return ((offset << 16) | (title << 8) | text) >>> 0;
}

/** A view over the bytes, copied only where they do not lie on a 32-bit boundary. */
export function wordsOf(data: Buffer): Uint32Array {
  const aligned = data.byteOffset % 4 === 0 ? data : Buffer.from(new Uint8Array(data).buffer);
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength >> 2);
}

export function bytesOf(words: Uint32Array): Buffer {
  return Buffer.from(words.buffer, words.byteOffset, words.byteLength);
}
