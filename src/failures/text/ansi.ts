import { stripVTControlCharacters } from "node:util";

/** Removes colours, cursor movements, titles and links of terminals. */
export function stripAnsi(text: string): string {
  return text.includes("\u001b") || text.includes("\u009b") ? stripVTControlCharacters(text) : text;
}
