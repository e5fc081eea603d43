import { splitIdentifier } from "./identifier.js";
import { stem } from "./stem.js";
import { isStopWord } from "./stop-words.js";

/** Longer ones are data (base64, minified code), not words. */
const LONGEST_TOKEN = 64;
const MARKUP =
  /<\/?(?:[abip]|blockquote|br|code|details|div|em|h[1-6]|hr|img|kbd|li|ol|pre|span|strong|summary|sub|sup|table|tbody|td|th|thead|tr|tt|ul)(?:\s[^<>]{0,500})?\/?>|&(?:[a-z]{2,8}|#\d{1,6});/gi;
const COMPOUND = /[\p{L}\p{N}_]+(?:(?:[.\-/@']|::?)[\p{L}\p{N}_]+)*(?:\+\+|#)?/gu;

/** The terms of a text in order, repetitions kept: words stemmed, identifiers, paths and versions whole and in parts. */
export function tokenize(text: string): string[] {
  const terms: string[] = [];
  for (const [token] of text.normalize("NFKC").replace(MARKUP, " ").matchAll(COMPOUND))
    addTerms(token, terms);
  return terms;
}

function addTerms(token: string, terms: string[]): void {
  if (token.length > LONGEST_TOKEN * 4) return;
  const lower = token.toLowerCase();
  const parts = splitIdentifier(token);
  if (parts.length <= 1 && /^[\p{L}\p{N}]+$/u.test(token)) {
    if (lower.length <= LONGEST_TOKEN) addWord(lower, terms);
    return;
  }
  if (lower.length <= LONGEST_TOKEN) terms.push(lower);
  for (const part of parts) if (!/^\p{N}+$/u.test(part) && part !== lower) addWord(part, terms);
}

function addWord(word: string, terms: string[]): void {
  if (!isStopWord(word)) terms.push(stem(word));
}
