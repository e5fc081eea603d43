import { withoutMarkup } from "./analysis/markup.js";

/** Models read a few hundred words; what lies behind is cut here rather than sent. */
const LONGEST = 4000;

/** What is given to an embedding model for an entry or a query: prose without markup. */
export function embeddingText({ title, text }: { title: string; text: string }): string {
  return withoutMarkup(`${title}\n${text.slice(0, LONGEST)}`)
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, LONGEST);
}
