import { placeholder, type Redactor } from "./redactor.js";

const BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const END = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
/** What a key's body may look like where its end was cut off, also escaped in JSON or quoted in a log. */
const BODY = /[A-Z0-9+/=\s\\:,>|-]*/iy;

/** A key from its first to its last line; where the end is missing, as far as it still looks like one. */
export const redactPrivateKeys: Redactor = (text, found) => {
  if (!text.includes("-----BEGIN ")) return text;
  let result = "";
  let position = 0;
  for (;;) {
    BEGIN.lastIndex = position;
    const begin = BEGIN.exec(text);
    if (begin === null) return result + text.slice(position);
    result += text.slice(position, begin.index) + placeholder("private-key");
    found("private-key");
    position = endOfKey(text, begin.index + begin[0].length);
  }
};

function endOfKey(text: string, bodyStart: number): number {
  END.lastIndex = bodyStart;
  const end = END.exec(text);
  BEGIN.lastIndex = bodyStart;
  const next = BEGIN.exec(text);
  if (end !== null && (next === null || end.index < next.index)) return end.index + end[0].length;
  BODY.lastIndex = bodyStart;
  return bodyStart + (BODY.exec(text)?.[0].length ?? 0);
}
