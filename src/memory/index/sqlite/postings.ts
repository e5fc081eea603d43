/**
 * The postings of up to BLOCK_SIZE neighbouring documents are a block. In a block they lie in BUCKETS rows by their term, so
 * that a batch of documents writes few rows that lie together, however many words it has. A posting is two 32-bit words:
 * the term; and the document's place in its block (16), the term's frequency in the title (8) and in the text (8).
 */
export const BLOCK_BITS = 13;
export const BLOCK_SIZE = 1 << BLOCK_BITS;

const BUCKET_BITS = 12;
export const BUCKETS = 1 << BUCKET_BITS;

/** Blocks of a partition at most: that many hold all its ordinals. */
const BLOCKS = 2 ** 13;

export function bucketOf(term: number): number {
  return term & (BUCKETS - 1);
}

/** The number of a row of `postings`: those of a block are neighbours. */
export function rowOf(partition: number, block: number, bucket: number): number {
  return (partition * BLOCKS + block) * BUCKETS + bucket;
}

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
