/**
 * Terms are 32-bit numbers: the upper two bits say what they stand for, the others are a hash. A million words
 * share about five hundred values: too few to matter.
 */
export type TermKind = "word" | "title_pair" | "line" | "entity";

const KINDS: readonly TermKind[] = ["word", "title_pair", "line", "entity"];

/** Lines are only counted, to tell templates: they share a small number of terms, so that the index stays small. */
const LINE_TERMS = 1 << 15;

export function kindOf(term: number): TermKind {
  return KINDS[term >>> 30] ?? "word";
}

export function termOf(kind: TermKind, text: string): number {
  const hash = hashText(text);
  const place = kind === "line" ? hash % LINE_TERMS : hash >>> 2;
  return ((KINDS.indexOf(kind) << 30) | place) >>> 0;
}

/** FNV-1a with a final mix. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
