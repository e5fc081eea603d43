import { splitIdentifier } from "./identifier.js";
import { withoutMarkup } from "./markup.js";
import { stem } from "./stem.js";
import { isStopWord } from "./stop-words.js";

/** Longer ones are data (base64, minified code), not words. */
const LONGEST_TOKEN = 64;
const LONGEST_COMPOUND = 256;
const TOKEN = /[\p{L}\p{N}_]+(?:(?:[.\-/@']|::?)[\p{L}\p{N}_]+)*(?:\+\+|#)?/gu;

export interface Tokens {
  /** Words in order, stemmed, repetitions kept; identifiers, paths and names in their parts. */
  words: string[];
  /** What was taken to parts, whole: identifiers, paths, versions, qualified names. */
  compounds: string[];
}

export function tokenize(text: string): Tokens {
  const tokens: Tokens = { words: [], compounds: [] };
  for (const token of withoutMarkup(text.normalize("NFKC")).match(TOKEN) ?? []) addToken(token, tokens);
  return tokens;
}

function addToken(token: string, { words, compounds }: Tokens): void {
  if (token.length > LONGEST_COMPOUND) return;
  if (token.length <= LONGEST_TOKEN && /^[A-Z]?[a-z]+$/.test(token)) {
    addWord(token.toLowerCase(), words);
    return;
  }
  const lower = token.toLowerCase();
  const parts = splitIdentifier(token);
  if (parts.length <= 1 && /^[\p{L}\p{N}]+$/u.test(token)) {
    if (lower.length <= LONGEST_TOKEN) addWord(lower, words);
    return;
  }
  if (lower.length <= LONGEST_TOKEN) compounds.push(lower);
  for (const part of parts) if (!/^\p{N}+$/u.test(part) && part !== lower) addWord(part, words);
}

function addWord(word: string, words: string[]): void {
  if (!isStopWord(word)) words.push(stem(word));
}
