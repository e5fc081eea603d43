import { tokenize } from "./tokenize.js";

/** Terms as 32-bit hashes, ascending, with how often each stands in the two fields (at most 255). */
export interface TermVector {
  terms: Uint32Array;
  title: Uint8Array;
  text: Uint8Array;
  titleLength: number;
  textLength: number;
}

/** What the index sees of an entry or of a query. */
export interface AnalysedText {
  title: string;
  text: string;
  entities: readonly string[];
}

export function analyse(source: AnalysedText): TermVector {
  const titleTerms = tokenize(source.title);
  const textTerms = tokenize(source.text);
  const counts = new Map<number, number>();
  for (const term of titleTerms) count(counts, hashTerm(term), 0x100);
  for (const term of textTerms) count(counts, hashTerm(term), 1);
  for (const entity of source.entities) count(counts, hashTerm(`entity ${entity.toLowerCase()}`), 1);
  const terms = Uint32Array.from(counts.keys()).sort();
  return {
    terms,
    title: Uint8Array.from(terms, (term) => (counts.get(term) ?? 0) >> 8),
    text: Uint8Array.from(terms, (term) => (counts.get(term) ?? 0) & 0xff),
    titleLength: titleTerms.length,
    textLength: textTerms.length,
  };
}

function count(counts: Map<number, number>, term: number, step: number): void {
  const before = counts.get(term) ?? 0;
  const field = step === 1 ? before & 0xff : before >> 8;
  if (field < 255) counts.set(term, before + step);
}

/** FNV-1a with a final mix. A million distinct terms share about a hundred values: too few to matter. */
export function hashTerm(term: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < term.length; index += 1) {
    hash = Math.imul(hash ^ term.charCodeAt(index), 0x01000193);
  }
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
