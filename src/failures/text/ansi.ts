import { stripVTControlCharacters } from "node:util";

/** Colours are nearly all there is; a plain pattern for them is several times faster than the full one. */
const COLOUR = /\u001b\[[\d;]*[mK]/g;

/** Removes colours, cursor movements, titles and links of terminals. */
export function stripAnsi(text: string): string {
  if (!text.includes("\u001b") && !text.includes("\u009b")) return text;
  const plain = text.replace(COLOUR, "");
  return plain.includes("\u001b") || plain.includes("\u009b") ? stripVTControlCharacters(plain) : plain;
}
