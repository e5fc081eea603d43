import type { Tracker } from "./recall-data.js";

const K1 = 1.2;
const B = 0.75;

interface Plain {
  documents: number;
  words: number;
  lengths: number[];
  ids: string[];
  postings: Map<string, { document: number; frequency: number }[]>;
}

/** The yardstick: BM25 over title and body as one text, lower-cased words, no stemming, as the corpus grew. */
export function rankWithPlainBm25(tracker: Tracker, depth: number): string[][] {
  const plain: Plain = { documents: 0, words: 0, lengths: [], ids: [], postings: new Map() };
  let next = 0;
  return tracker.queries.map(({ document }) => {
    for (; next < tracker.documents.length; next += 1) {
      const earlier = tracker.documents[next];
      if (earlier === undefined || earlier.created >= document.created) break;
      add(plain, earlier.id, `${earlier.title}\n${earlier.body}`);
    }
    return search(plain, `${document.title}\n${document.body}`, depth);
  });
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
}

function add(plain: Plain, id: string, text: string): void {
  const words = wordsOf(text);
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  for (const [word, frequency] of counts) {
    const postings = plain.postings.get(word) ?? [];
    postings.push({ document: plain.documents, frequency });
    plain.postings.set(word, postings);
  }
  plain.ids.push(id);
  plain.lengths.push(words.length);
  plain.words += words.length;
  plain.documents += 1;
}

function search(plain: Plain, text: string, depth: number): string[] {
  const average = plain.words / Math.max(1, plain.documents);
  const scores = new Map<number, number>();
  for (const word of new Set(wordsOf(text))) {
    const postings = plain.postings.get(word) ?? [];
    const idf = Math.log(1 + (plain.documents - postings.length + 0.5) / (postings.length + 0.5));
    for (const { document, frequency } of postings) {
      const norm = K1 * (1 - B + (B * (plain.lengths[document] ?? 0)) / average);
      scores.set(document, (scores.get(document) ?? 0) + (idf * frequency * (K1 + 1)) / (frequency + norm));
    }
  }
  return [...scores]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, depth)
    .map(([document]) => plain.ids[document] ?? "");
}
