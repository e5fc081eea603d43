import { lineTerm } from "./template-lines.js";
import { type TermKind, termOf } from "./term-kind.js";
import { type Tokens, tokenize } from "./tokenize.js";

/** Terms ascending, with how often each stands in the two fields (at most 255). */
export interface TermVector {
  terms: Uint32Array;
  title: Uint8Array;
  text: Uint8Array;
  /** Words in each field. */
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
  const title = tokenize(source.title);
  const text = tokenize(source.text);
  const counts = new TermCounts();
  counts.addTokens(title, "title");
  counts.addTokens(text, "text");
  counts.addAll("title_pair", pairsOf(title.words), "title");
  counts.addAll("entity", source.entities.map((entity) => entity.toLowerCase()), "text"); // prettier-ignore
  for (const line of new Set(source.text.split("\n").map(lineTerm))) if (line !== null) counts.touch(line);
  return counts.toVector(title.words.length, text.words.length);
}

function pairsOf(words: readonly string[]): string[] {
  return words.slice(1).map((word, index) => `${words[index] ?? ""} ${word}`);
}

class TermCounts {
  /** Title count × 256 + text count. */
  private readonly counts = new Map<number, number>();

  addTokens({ words, compounds }: Tokens, field: "title" | "text"): void {
    this.addAll("word", words, field);
    this.addAll("word", compounds, field);
  }

  addAll(kind: TermKind, texts: readonly string[], field: "title" | "text"): void {
    for (const text of texts) {
      const term = termOf(kind, text);
      const before = this.counts.get(term) ?? 0;
      const count = field === "title" ? before >> 8 : before & 0xff;
      if (count < 255) this.counts.set(term, before + (field === "title" ? 256 : 1));
    }
  }

  /** There, but counting for nothing in either field. */
  touch(term: number): void {
    this.counts.set(term, this.counts.get(term) ?? 0);
  }

  toVector(titleLength: number, textLength: number): TermVector {
    const size = this.counts.size;
    const terms = new Uint32Array(size);
    let end = 0;
    for (const term of this.counts.keys()) terms[end++] = term;
    terms.sort();
    const [title, text] = [new Uint8Array(size), new Uint8Array(size)];
    for (let place = 0; place < size; place += 1) {
      const count = this.counts.get(terms[place] ?? 0) ?? 0;
      title[place] = count >> 8;
      text[place] = count & 0xff;
    }
    return { terms, title, text, titleLength, textLength };
  }
}
