import { type FieldAverages, fieldNorms, LEXICAL, saturate, weightInText } from "./bm25f.js";
import { kindOf } from "./term-kind.js";
import type { TermVector } from "./term-vector.js";

/** How a query and an entry share their words, field by field; each is a sum over shared words of their rarity. */
export interface Overlap {
  /** Share of the entry's own weight that the query covers, about 0 to 1. */
  covered: number;
  title_title: number;
  /** The query's title in the entry's text, and so on. */
  title_text: number;
  text_title: number;
  text_text: number;
}

export const NO_OVERLAP: Overlap = { covered: 0, title_title: 0, title_text: 0, text_title: 0, text_text: 0 };

const FIELD_K = 1.2;
const FIELD_NORMALISATION = 0.75;

/** What an entry weighs by itself: `covered` is measured against it. */
export function ownWeight(entry: TermVector, rarityOf: (term: number) => number): number {
  let weight = 0;
  for (let place = 0; place < entry.terms.length; place += 1) {
    const term = entry.terms[place] ?? 0;
    if (kindOf(term) !== "word") continue;
    weight += rarityOf(term) * weightInText(entry.title[place] ?? 0, entry.text[place] ?? 0);
  }
  return weight;
}

/** `rarity` goes with the query's terms, place by place. */
export function measureOverlap(
  query: TermVector,
  rarity: ArrayLike<number>,
  entry: TermVector,
  entryWeight: number,
  average: FieldAverages,
): Overlap {
  const overlap = { ...NO_OVERLAP };
  const queryNorms = fieldNorms(query.titleLength, query.textLength, average);
  const queryLength = lengthFactor(query.textLength, average);
  const entryLength = lengthFactor(entry.textLength, average);
  forShared(query.terms, entry.terms, (inQuery, inEntry) => {
    if (kindOf(query.terms[inQuery] ?? 0) !== "word") return;
    const idf = rarity[inQuery] ?? 0;
    const [askedTitle, askedText] = [query.title[inQuery] ?? 0, query.text[inQuery] ?? 0];
    const [title, text] = [entry.title[inEntry] ?? 0, entry.text[inEntry] ?? 0];
    const asked = saturate(askedText / queryLength, FIELD_K);
    const there = saturate(text / entryLength, FIELD_K);
    if (askedTitle > 0 && title > 0) overlap.title_title += idf;
    if (askedTitle > 0) overlap.title_text += idf * there;
    if (title > 0) overlap.text_title += idf * asked;
    overlap.text_text += idf * asked * there;
    const frequency = queryNorms.title * askedTitle + queryNorms.text * askedText;
    overlap.covered += idf * weightInText(title, text) * saturate(frequency, LEXICAL.k1);
  });
  overlap.covered = entryWeight > 0 ? Math.min(1, overlap.covered / entryWeight) : 0;
  return overlap;
}

function lengthFactor(length: number, average: FieldAverages): number {
  return 1 - FIELD_NORMALISATION + (FIELD_NORMALISATION * length) / Math.max(1, average.textLength);
}

/** Calls with the places of each value that stands in both ascending lists. */
function forShared(a: Uint32Array, b: Uint32Array, visit: (inA: number, inB: number) => void): void {
  let inB = 0;
  for (let inA = 0; inA < a.length && inB < b.length; inA += 1) {
    const value = a[inA] ?? 0;
    while (inB < b.length && (b[inB] ?? 0) < value) inB += 1;
    if (b[inB] === value) visit(inA, inB);
  }
}
